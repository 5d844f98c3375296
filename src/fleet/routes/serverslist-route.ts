/** `/serverslist`: the servers as existing clients expect them. Never a password, nor a URI that may contain one. */
import { anyObject, listOf } from '../../core/shape.ts';
import { isAnswering } from '../../core/server-status.ts';
import type { Served } from '../../core/served.ts';
import type { ServerState } from '../hub/state.ts';
import type { Column } from '../../core/columns.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { optional } from '../../core/parts/service.ts';
import { Fleet } from '../hub/fleet.ts';
import { defineRoute } from '../../http/route/route.ts';
import { sendBody } from '../../http/server/answer.ts';
import { Body } from '../../http/body/body.ts';
import { valuePieces } from '../../http/body/json-pieces.ts';
import { render } from '../../http/body/render.ts';

/** Default user name. */
const USUAL_USER = 'glances';

const SERVER = {
  key: 'db1:61208',
  name: 'db1',
  port: '61208',
  alias: 'Database',
  protocol: 'rest',
  username: 'glances',
  ip: '10.0.0.5',
  status: 'ONLINE',
  type: 'STATIC',
  columns: ['load_min5'],
  load_min5: 1.47,
  load_min5_decoration: 'CAREFUL',
};

/** Without a hub the list is empty. */
export const serverslistRoute = defineRoute({
  path: '/api/4/serverslist',
  access: 'viewer',
  uses: { fleet: optional(Fleet) },
  isBound: true,
  id: 'getServersList',
  tag: SERVICE,
  summary: 'Servers known to the central browser',
  description:
    'Members are named after the keys in `columns`; levels have the same names with `_decoration`. `/api/servers` returns more.',
  answer: listOf(anyObject()),
  says: 'The servers; empty without `--browser`.',
  example: [SERVER],
  handler:
    ({ fleet }) =>
    async (request, reply) => {
      fleet?.touch();
      const entries = fleet?.states().map((state) => listEntry(state, fleet.columns)) ?? [];
      return sendBody(request, reply, new Body(await render(valuePieces(entries)), null));
    },
});

export function listEntry({ server, status, ip, readings }: ServerState, columns: readonly Column[]) {
  const isFound = server.type === 'DYNAMIC';
  const values = isAnswering({ status })
    ? columns.flatMap(({ key }) => {
        const reading = readings.get(key);
        return reading
          ? [
              [key, reading.value],
              [`${key}_decoration`, reading.decoration],
            ]
          : [];
      })
    : [];
  return {
    key: server.key,
    name: server.name,
    // Clients know these two forms.
    port: isFound ? server.port : String(server.port),
    ...(server.alias !== null && { alias: server.alias }),
    protocol: server.protocol,
    username: server.username ?? USUAL_USER,
    ip: ip ?? server.host,
    status,
    // Servers added on the page count as configured.
    type: isFound ? 'DYNAMIC' : 'STATIC',
    columns: columns.map(({ key }) => key),
    ...(Object.fromEntries(values) as Served),
  };
}
