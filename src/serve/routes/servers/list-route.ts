/** `GET /api/servers`: the servers that the hub watches, filtered, sorted, by pages. */
import type { FastifyInstance } from 'fastify';
import { type ColumnReport, type Row, rowOf } from '../../../fleet/hub/row.ts';
import { selected } from '../../../fleet/hub/select.ts';
import type { Counts } from '../../../fleet/hub/table.ts';
import type { ServerState } from '../../../fleet/hub/state.ts';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import { type Pieces, render } from '../../bodies/render.ts';
import { isEditable } from './edit-routes.ts';
import type { FleetContext } from './fleet-context.ts';
import { positionOf } from './position.ts';
import { parseListQuery } from './query.ts';

export interface ServerPage {
  /** Servers there are, and those that the query fits. */
  total: number;
  matching: number;
  offset: number;
  limit: number;
  counts: Counts;
  tags: string[];
  /** Whether servers can be added and removed. */
  editable: boolean;
  /** Seconds between two looks at a server. */
  refresh: number;
  /** Milliseconds since 1970 by the hub's clock, for spans up to the present. */
  now: number;
  columns: readonly ColumnReport[];
  servers: Row[];
  /** The `last_event_id` of a stream that goes on from here. */
  position: string;
}

export function listRoute(api: FastifyInstance, context: FleetContext): void {
  const { base, fleet, run, turns } = context;
  api.get(`${base}/api/servers`, async (request, reply) => {
    const query = parseListQuery(request.query as Record<string, unknown>, fleet.columns);
    fleet.want();
    const states = fleet.states();
    const matching = selected(states, query);
    const { offset, limit } = query;
    const now = Date.now();
    const page: Omit<ServerPage, 'servers'> = {
      total: states.length,
      matching: matching.length,
      offset,
      limit,
      counts: fleet.counts(),
      tags: fleet.tags(),
      editable: isEditable(context),
      refresh: fleet.refresh,
      now,
      columns: fleet.columns,
      position: positionOf(run, fleet.serial()),
    };
    const rows = matching.slice(offset, offset + limit);
    const bytes = await render(
      pagePieces(page, rows, (state) => rowOf(state, fleet.columns, now)),
      turns.begin(),
    );
    return sendBody(request, reply, new Body(bytes, null));
  });
}

/** A thousand rows are half a megabyte: they are made row by row, so that no short request waits for them. */
function* pagePieces(
  page: Omit<ServerPage, 'servers'>,
  states: readonly ServerState[],
  rowFor: (state: ServerState) => Row,
): Pieces {
  yield `${JSON.stringify(page).slice(0, -1)},"servers":[`;
  for (const [index, state] of states.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(rowFor(state));
  yield ']}';
}
