/** `/api/servers/alerts`: alerts of all watched servers. */
import { SERVER_ALERTS } from '../hub/server-verdict.ts';
import { CULPRITS } from '../../core/culprits-shape.ts';
import { STRETCHES } from '../../core/stretches.ts';
import { named } from '../../http/openapi/named.ts';
import { calledBy, type Server } from '../hub/server.ts';
import { isAnswering } from '../../core/server-status.ts';
import { sendValue } from '../../http/server/answer.ts';
import { closed, integer, listOf, text, type TypeOf } from '../../core/shape.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { optional } from '../../core/parts/service.ts';
import { Fleet } from '../hub/fleet.ts';
import { SilencedServers } from '../../alerts/silences/silenced-servers.ts';

/** Servers in one answer. */
const MOST = 1000;

const OF_SERVER = closed('A server with alerts.', {
  id: text('The `id` of the server.'),
  count: integer('Number of its alerts.', { minimum: 1 }),
  alerts: SERVER_ALERTS,
});
export type AlertsOfServer = TypeOf<typeof OF_SERVER>;

const SHOWN = named({ OfServer: OF_SERVER, Culprits: CULPRITS, Stretches: STRETCHES });

export const alertsRoute = defineRoute({
  path: '/api/servers/alerts',
  access: 'viewer',
  uses: { fleet: Fleet, coversServers: optional(SilencedServers) },
  isBound: true,
  id: 'getServersAlerts',
  tag: FLEET,
  summary: 'Alerts of all servers',
  description:
    'The first twenty alerts of each server that answers and has any, at most a thousand servers. Servers without `/api/verdict` ' +
    'are left out: the levels of their values are in the list of servers.',
  answer: listOf(SHOWN.OfServer),
  says: 'The servers with alerts.',
  example: [
    {
      id: 'db1:61208',
      count: 1,
      alerts: [
        {
          level: 'CRITICAL',
          type: 'CPU_TOTAL',
          sentence: 'CPU at 98.0 %',
          since: 1_795_824_000_000,
          stretches: { count: 1, seconds: 0, since: 1_795_824_000_000 },
          who: ['stress-ng'],
          culprits: {
            programs: [{ name: 'stress-ng', unit: null, container: null, percent: 93 }],
            ended: 0,
          },
          link: '#chart=cpu/total&at=1795824000000',
          silenced: false,
          parent: null,
        },
      ],
    },
  ],
  handler({ fleet, coversServers }) {
    const isSilenced = (type: string, server: Server): boolean =>
      coversServers?.(type, [calledBy(server)]) === true;
    return (request, reply) => {
      fleet.touch();
      const found = fleet.states().flatMap(({ server, status, verdict }): AlertsOfServer[] => {
        if (verdict === null || verdict.alerts.length === 0 || !isAnswering({ status })) return [];
        const alerts = verdict.alerts.map((alert) =>
          isSilenced(alert.type, server) ? { ...alert, silenced: true } : alert,
        );
        return [{ id: server.id, count: Math.max(verdict.count, 1), alerts }];
      });
      return sendValue(request, reply, found.slice(0, MOST));
    };
  },
});
