/** `GET /api/servers`: the watched servers, filtered, sorted, by pages. */
import { rowOf, type ServerRow } from '../hub/row.ts';
import { selected } from '../hub/select.ts';
import type { ServerState } from '../hub/state.ts';
import { sendBody } from '../../http/server/answer.ts';
import { Body } from '../../http/body/body.ts';
import { type Pieces, render } from '../../http/body/render.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { documentQuery, type Query } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { isEditable } from './edit-routes.ts';
import { HUB } from './hub-uses.ts';
import { FLEET_SCHEMAS, ROW_EXAMPLE, type ServerPage } from './fleet-schemas.ts';
import { changeIdOf } from './change-id.ts';
import { LIST_QUERY, parseListQuery } from './query.ts';

const PAGE: ServerPage = {
  total: 1,
  matching: 1,
  offset: 0,
  limit: 100,
  counts: { ONLINE: 1, SNMP: 0, PROTECTED: 0, OFFLINE: 0, UNKNOWN: 0 },
  tags: ['db'],
  editable: true,
  refresh: 10,
  now: 1_795_394_096_000,
  columns: [
    {
      key: 'cpu_total',
      plugin: 'cpu',
      field: 'total',
      item: null,
      unit: 'percent',
      description: 'Share of time not idle.',
    },
  ],
  servers: [ROW_EXAMPLE],
  position: '5f3c9a1e.42',
};

export const listRoute = defineRoute({
  path: '/api/servers',
  access: 'viewer',
  uses: HUB,
  isBound: true,
  id: 'getServers',
  tag: FLEET,
  summary: 'Watched servers',
  parameters: documentQuery(LIST_QUERY),
  answer: ref('schemas', 'ServerPage'),
  says: 'One page of servers.',
  example: PAGE,
  refusals: { '400': 'BadQuery' },
  schemas: FLEET_SCHEMAS,
  handler({ access, fleet, run }) {
    return async (request, reply) => {
      const query = parseListQuery(request.query as Query, fleet.columns);
      fleet.touch();
      const states = fleet.states();
      const matching = selected(states, query);
      const { offset, limit } = query;
      const now = Math.round(fleet.clock.now());
      const page: Omit<ServerPage, 'servers'> = {
        total: states.length,
        matching: matching.length,
        offset,
        limit,
        counts: fleet.counts(),
        tags: fleet.tags(),
        editable: isEditable(access),
        refresh: fleet.refresh,
        now,
        columns: fleet.columns,
        position: changeIdOf(run, fleet.serial()),
      };
      const rows = matching.slice(offset, offset + limit);
      const bytes = await render(pagePieces(page, rows, (state) => rowOf(state, fleet.columns, fleet.clock)));
      return sendBody(request, reply, new Body(bytes, null));
    };
  },
});

/** Written row by row, since a thousand rows are half a megabyte and short requests must not wait. */
function* pagePieces(
  page: Omit<ServerPage, 'servers'>,
  states: readonly ServerState[],
  rowFor: (state: ServerState) => ServerRow,
): Pieces {
  yield `${JSON.stringify(page).slice(0, -1)},"servers":[`;
  for (const [index, state] of states.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(rowFor(state));
  yield ']}';
}
