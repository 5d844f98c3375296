/** `/api/servers/alerts`: alerts of all watched servers. */
import type { ServerAlert } from '../hub/server-verdict.ts';
import { calledBy, type Server } from '../hub/server.ts';
import { isAnswering } from '../hub/state.ts';
import { sendValue } from '../../http/server/answer.ts';
import { CULPRITS, STRETCHES } from '../../http/openapi/culprits.ts';
import { closed, flag, text } from '../../core/shape.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { optional } from '../../core/parts/service.ts';
import { Fleet } from '../hub/fleet.ts';
import { SilencedServers } from '../../alerts/silences/silenced-servers.ts';

export interface AlertsOfServer {
  id: string;
  /** How many there are. */
  count: number;
  alerts: readonly ServerAlert[];
}

/** Servers in one answer. */
const MOST = 1000;

const ALERT = closed('An alert of a server, as in its `/api/verdict`.', {
  level: { type: 'string', enum: ['WARNING', 'CRITICAL'], description: 'Current level.' },
  type: text('As in events.'),
  sentence: text('What is wrong, in words.'),
  since: { type: ['number', 'null'], description: 'Milliseconds since 1970; null where it is not known.' },
  stretches: STRETCHES,
  who: { type: 'array', items: { type: 'string' }, description: 'Programs that used most during the alert.' },
  culprits: CULPRITS,
  link: text('Address on the page of the server, relative to that page.'),
  silenced: flag('Whether it is acknowledged or silenced, there or on this hub.'),
  parent: {
    type: ['string', 'null'],
    description: 'Sentence of the ongoing alert that explains it; null: none does.',
  },
});

export const alertsRoute = defineRoute({
  method: 'GET',
  path: '/api/servers/alerts',
  access: 'viewer',
  uses: { fleet: Fleet, coversServers: optional(SilencedServers) },
  id: 'getServersAlerts',
  tag: FLEET,
  summary: 'Alerts of all servers',
  description:
    'The first twenty alerts of each server that answers and has any, at most a thousand servers. Servers without `/api/verdict` ' +
    'are left out: the levels of their values are in the list of servers.',
  answer: {
    type: 'array',
    items: closed('A server with alerts.', {
      id: text('The `id` of the server.'),
      count: { type: 'integer', minimum: 1, description: 'Number of its alerts.' },
      alerts: { type: 'array', maxItems: 20, items: ALERT, description: 'The worst first.' },
    }),
  },
  says: 'The servers with alerts.',
  example: [
    {
      id: 'db1:61208',
      count: 1,
      alerts: [
        {
          level: 'CRITICAL',
          type: 'CPU_TOTAL',
          sentence: 'CPU at 98.0%',
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
        if (verdict === null || verdict.alerts.length === 0 || !isAnswering(status)) return [];
        const alerts = verdict.alerts.map((alert) =>
          isSilenced(alert.type, server) ? { ...alert, silenced: true } : alert,
        );
        return [{ id: server.id, count: Math.max(verdict.count, 1), alerts }];
      });
      return sendValue(request, reply, found.slice(0, MOST));
    };
  },
});
