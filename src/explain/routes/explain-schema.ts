/** The declared answer of `/api/explain`. */
import type { Schema } from '../../core/schema.ts';
import { CAUSES, HAPPENED_KINDS, SYMPTOM_KINDS, WHO_METRICS } from '../explanation.ts';
import { closed, text } from '../../core/shape.ts';

const time = (description: string): Schema => ({
  type: 'integer',
  description: `${description}, in milliseconds since 1970.`,
  'x-unit': 'millisecond',
});
const number = (description: string): Schema => ({ type: 'number', description });
const list = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
const orNull = (schema: Schema, description: string): Schema => ({
  anyOf: [schema, { type: 'null' }],
  description,
});
const optionalText = (description: string): Schema => ({ type: ['string', 'null'], description });

const SPAN = { from: time('Begin'), to: time('End') };
const USUAL: Schema = {
  type: ['array', 'null'],
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  description: 'Nine of ten usual values lie between these two; null: there is nothing to compare with.',
};

const compared = (value: string, usual: Schema) => ({
  // oxlint-disable-next-line unicorn/no-thenable -- The published name; nobody awaits it.
  then: number(value),
  usual,
});

const EVIDENCE = closed('A series that supports the verdict.', {
  series: text('Id of the series, as in `/api/history/range`.'),
  ...compared('Its highest or lowest stretch in the window.', USUAL),
  unit: optionalText('Unit of these numbers.'),
  text: text('The same in words.'),
});

const VERDICT = closed('A cause.', {
  cause: { type: 'string', enum: [...CAUSES], description: 'The cause; none: no rule holds.' },
  rule: optionalText('Name of the rule; null: no rule holds.'),
  sentence: text('Cause, time, culprit and evidence in one sentence.'),
  evidence: list(EVIDENCE, 'The series that support it.'),
  span: orNull(closed('When it held.', SPAN), 'Null where no rule holds.'),
});

const BASELINE = closed(
  'A time that the window is compared with.',
  {
    kind: {
      type: 'string',
      enum: ['before', 'same-time'],
      description: 'before: the time just before; same-time: the same local time of earlier days.',
    },
    ...SPAN,
    days: { type: 'integer', description: 'Days with a history.' },
    missing: { type: 'integer', description: 'Days of the last week without a history.' },
  },
  ['from', 'to', 'days', 'missing'],
);

const SYMPTOM = closed('A time in which work waited.', {
  kind: { type: 'string', enum: [...SYMPTOM_KINDS], description: 'What it waited for.' },
  ...SPAN,
  series: text('Id of the series.'),
  lost_percent: { type: ['number', 'null'], description: 'Share of lost time; null: it is not measured.' },
});

const CHANGED = closed('A series that was unusual.', {
  series: text('Id of the series.'),
  ...compared('Its upper or lower decile.', USUAL),
  unit: optionalText('Unit of these numbers.'),
  score: number('Deviations from the usual, by the distance of the distributions.'),
  began: time('Begin'),
  direction: { type: 'string', enum: ['up', 'down'], description: 'Above or below the usual.' },
  unusual_for: optionalText('Days at whose same time it was otherwise; null: no such day is recorded.'),
  text: text('The same in words.'),
});

const WHO = closed('A program that used more than usual.', {
  program: text('Name of the program.'),
  unit: optionalText('Unit of systemd; null: none, or not recorded.'),
  container: optionalText('Container; null: none, or not recorded.'),
  metric: {
    type: 'string',
    enum: [...WHO_METRICS],
    description: 'cpu: percent of a core; memory, swap: bytes; io: bytes per second; faults: per second.',
  },
  ...compared('In the window.', {
    type: ['number', 'null'],
    description: 'In the time before; null: no programs of an earlier time are recorded.',
  }),
  began: time('Begin'),
  moves_with: optionalText('The symptom series that rises and falls with it; null: none.'),
  text: text('The same in words.'),
});

const HAPPENED = closed('Something that happened.', {
  time: time('Time'),
  kind: { type: 'string', enum: [...HAPPENED_KINDS], description: 'What it is.' },
  text: text('A sentence.'),
});

export const EXPLANATION = closed('Why the machine was slow.', {
  window: closed('The time that is explained.', SPAN),
  baselines: list(BASELINE, 'The times that it is compared with.'),
  verdict: VERDICT,
  others: list(VERDICT, 'Further causes that hold, the strongest first.'),
  symptoms: list(SYMPTOM, 'The earliest first.'),
  changed: list(CHANGED, 'The most unusual first; related series count once.'),
  who: list(WHO, 'By metric, the largest difference first.'),
  happened: list(HAPPENED, 'Alerts, marks and notes of the window, by time.'),
  missing: list(text('A sentence.'), 'What was not measured or kept.'),
});
