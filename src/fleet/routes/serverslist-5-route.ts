/** `/serverslist` of version 5: the servers, never a password, nor a URI that may contain one. */
import { anyObject, listOf } from '../../core/shape.ts';
import { SCOPE } from '../../api/v5/scope.ts';
import type { Served } from '../../core/served.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { answering } from '../../http/server/answer.ts';
import { Fleet } from '../hub/fleet.ts';
import type { ServerState } from '../hub/state.ts';

const STATUSES: Readonly<Partial<Record<string, string>>> = { SNMP: 'ONLINE' };

const entryOf = ({ server, status, readings }: ServerState, columns: Fleet['columns']): Served => ({
  name: server.name,
  alias: server.alias ?? server.name,
  port: server.port,
  status: STATUSES[status] ?? status,
  source: server.type === 'DYNAMIC' ? 'zeroconf' : 'static',
  columns: Object.fromEntries(columns.map(({ key }) => [key, readings.get(key)?.value ?? null])),
});

export const serverslistRoute5 = defineRoute({
  scope: SCOPE,
  path: '/api/5/serverslist',
  access: 'viewer',
  uses: { fleet: Fleet },
  id: 'getServersList',
  tag: FLEET,
  summary: 'Servers known to the central browser',
  answer: listOf(anyObject()),
  says: 'The servers. Only with `--browser`.',
  example: [
    {
      name: 'db1',
      alias: 'Database',
      port: 61_208,
      status: 'ONLINE',
      source: 'static',
      columns: { cpu_total: 12.5 },
    },
  ],
  refusals: { '404': 'Absent' },
  handler: answering(({ fleet }) => {
    fleet.touch();
    return fleet.states().map((state) => entryOf(state, fleet.columns));
  }),
});
