/** `/api/verdict`: whether the machine is well, and the current alerts. */
import type { Schema } from '../../core/schema.ts';
import { sendMade } from '../../http/server/answer.ts';
import { CULPRITS as CULPRITS_SHAPE } from '../../core/culprits-shape.ts';
import { STRETCHES as STRETCHES_SHAPE } from '../../core/stretches.ts';
import { CULPRITS, STRETCHES } from '../../http/openapi/culprits.ts';
import { closed, flag, text } from '../../core/shape.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { AlertBoard } from '../../core/alert.ts';
import { defineRoute } from '../../http/route/route.ts';
import { RunName } from '../../http/route/services.ts';

const nullable = (type: string, description: string): Schema => ({ type: [type, 'null'], description });
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });

export const VERDICT_SCHEMAS: Record<string, Schema> = {
  Stretches: STRETCHES_SHAPE,
  StandingAlert: closed('An alert that stands now. Values with the same cause share one.', {
    id: text('Stays the same as long as the alert stands.'),
    level: { type: 'string', enum: ['WARNING', 'CRITICAL'], description: 'Current level.' },
    type: text('As in events and silences: `CPU_TOTAL`.'),
    kind: nullable('string', 'Name of the alert kind; null for thresholds and states of items.'),
    plugin: text('Name of the plugin; empty where it is not known.'),
    item: nullable('string', 'Identity of the item; null where there are no items.'),
    subject: text('What it is about, in words.'),
    since: nullable('number', 'Milliseconds since 1970; null where it is not known.'),
    stretches: STRETCHES,
    value: nullable('number', 'Recorded value; null where a state decides.'),
    threshold: nullable('number', 'Threshold that is reached, in the unit of the value.'),
    sentence: text('What is wrong, in words.'),
    who: texts('Programs that used most during the alert, at most three.'),
    culprits: CULPRITS,
    chart: nullable('string', 'Recorded series, as in addresses of the page; null where there is none.'),
    link: text('Address of the alert on the page, relative to the page.'),
    silenced: flag('Whether it is acknowledged or silenced.'),
    parent: nullable(
      'string',
      'Sentence of the ongoing alert that explains it: no notifications are sent meanwhile.',
    ),
    also: texts('Types of further values with the same cause.'),
  }),
  Culprits: CULPRITS_SHAPE,
  MachineVerdict: closed('Whether the machine is well.', {
    state: {
      type: 'string',
      enum: ['ok', 'alerts', 'no-data'],
      description: '`no-data`: no value can be judged.',
    },
    level: { enum: ['OK', 'CAREFUL', 'WARNING', 'CRITICAL', null], description: 'Worst level.' },
    sentence: text('The headline.'),
    counts: closed('Alerts by level, silenced ones included. Careful values are no alerts.', {
      critical: count('Critical alerts.'),
      warning: count('Warnings.'),
      careful: count('Objects and items that are careful at most.'),
      silenced: count('Silenced alerts.'),
    }),
    alerts: {
      type: 'array',
      maxItems: 100,
      items: ref('schemas', 'StandingAlert'),
      description: 'The worst first; the counts include alerts beyond the first hundred.',
    },
    notifies: flag('Whether the agent notifies targets itself.'),
    rules: count('Grows when thresholds change. Clients that keep limits or levels load them again.'),
  }),
};

export const VERDICT_EXAMPLE = {
  state: 'alerts',
  level: 'CRITICAL',
  sentence: 'CPU at 98.0% for 4 min, mostly stress-ng',
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
      sentence: 'CPU at 98.0%',
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
  method: 'GET',
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
  says: 'The alerts that stand now.',
  example: VERDICT_EXAMPLE,
  schemas: VERDICT_SCHEMAS,
  handler:
    ({ alerts, run }) =>
    (request, reply) =>
      sendMade(request, reply, `${run}.verdict.${alerts.edition()}`, () =>
        Buffer.from(JSON.stringify(alerts.verdict())),
      ),
});
