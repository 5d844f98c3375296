/** `/api/verdict`: whether the machine is well, and the current alerts. */
import { sendMade } from '../../http/server/answer.ts';
import { CULPRITS } from '../../core/culprits-shape.ts';
import { STRETCHES } from '../../core/stretches.ts';
import { named } from '../../http/openapi/named.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { ALERT, AlertBoard, MACHINE_VERDICT, type MachineVerdict } from '../../core/alert.ts';
import { defineRoute } from '../../http/route/route.ts';
import { RunName } from '../../http/route/services.ts';

export const VERDICT_SCHEMAS = named({
  Stretches: STRETCHES,
  StandingAlert: ALERT,
  Culprits: CULPRITS,
  MachineVerdict: MACHINE_VERDICT,
});

export const VERDICT_EXAMPLE: MachineVerdict = {
  state: 'alerts',
  level: 'CRITICAL',
  sentence: 'CPU at 98.0 % for 4 min, mostly stress-ng',
  counts: { critical: 1, warning: 0, careful: 2, silenced: 0 },
  alerts: [
    {
      id: 'cpu/',
      level: 'CRITICAL',
      type: 'CPU_TOTAL',
      kind: null,
      plugin: 'cpu',
      item: null,
      subject: 'CPU',
      since: 1_795_824_000_000,
      stretches: { count: 1, seconds: 0, since: 1_795_824_000_000 },
      value: 98,
      threshold: 85,
      sentence: 'CPU at 98.0 %',
      who: ['stress-ng'],
      culprits: {
        programs: [{ name: 'stress-ng', unit: null, container: null, percent: 93 }],
        ended: 0,
      },
      chart: 'cpu/total',
      link: '#chart=cpu/total&at=1795824000000',
      silenced: false,
      parent: null,
      also: ['LOAD'],
    },
  ],
  notifies: false,
  rules: 0,
};

export const verdictRoute = defineRoute({
  path: '/api/verdict',
  access: 'viewer',
  uses: { alerts: AlertBoard, run: RunName },
  id: 'getVerdict',
  tag: EVENTS,
  summary: 'Whether the machine is well, and its alerts',
  description:
    'Ongoing events, and values at WARNING or CRITICAL that raise none: the list from which the page, the terminal and hubs ' +
    'show alerts. Streams send it with `verdict=true`.',
  answer: ref('schemas', 'MachineVerdict'),
  says: 'The verdict and the ongoing alerts.',
  example: VERDICT_EXAMPLE,
  schemas: VERDICT_SCHEMAS,
  handler:
    ({ alerts, run }) =>
    (request, reply) =>
      sendMade(request, reply, `${run}.verdict.${alerts.edition()}`, () =>
        Buffer.from(JSON.stringify(alerts.verdict())),
      ),
});
