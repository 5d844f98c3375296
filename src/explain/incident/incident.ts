/** An incident as a file: what the history of one machine holds of a window and the time before it, and why it was slow. */
import { SAVED_EVENT } from '../../core/event.ts';
import { problemIn, testOf } from '../../core/shape-check.ts';
import {
  closed,
  extended,
  integer,
  listOf,
  mapOf,
  moment,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { MARK, TOP_ENTRY } from '../../history/past/history-source.ts';
import { NOTE } from '../../history/past/note.ts';
import { EXPLANATION, LONGEST_MS, spanOf } from '../explanation.ts';
import { LOGS } from '../logs/log-lines.ts';

/** Grows with every change that an older program would misread. */
export const FORMAT = 1;

/** More are no incident: explanations are of a week at most, and of as many values before. */
export const MOST_POINTS = 1500;
export const MOST_SERIES = 4000;
export const MOST_VALUES = 3_000_000;
const MOST_ENTRIES = 10_000;

const few = <T>(items: Shape<T>): Shape<readonly T[]> => listOf(items, { maxItems: MOST_ENTRIES });
const VALUES = listOf(orNull(number()), { maxItems: MOST_POINTS + 2 });

const SERIES = closed(
  'A series.',
  {
    plugin: text(),
    item: orNull(text()),
    field: text(),
    kind: oneOf(['gauge', 'rate']),
    unit: orNull(text()),
    values: VALUES,
    min: VALUES,
    max: VALUES,
  },
  // The smallest and the largest value of each step, unless a step is one sample.
  ['min', 'max'],
);
export type IncidentSeries = TypeOf<typeof SERIES>;

const REPLACED = mapOf('What was replaced: distinct names by kind.', number());
export type Replaced = TypeOf<typeof REPLACED>;

/** Members before the series. Times are milliseconds since the epoch. */
const HEAD = closed('An incident.', {
  format: oneOf([FORMAT]),
  version: text('Of the program that wrote it.'),
  made: moment('When it was made'),
  host: text('Name of the machine.'),
  window: spanOf('The explained time range.'),
  from: moment('Begin of the first value'),
  step: integer('Milliseconds between two values.', { minimum: 1000, maximum: LONGEST_MS }),
  explanation: EXPLANATION,
  events: few(SAVED_EVENT),
  marks: few(MARK),
  notes: few(NOTE),
  logs: orNull(LOGS, 'Null: none were allowed.'),
});
export type IncidentHead = TypeOf<typeof HEAD>;

const INCIDENT = extended(HEAD, {
  series: listOf(SERIES, { maxItems: MOST_SERIES }),
  top: few(TOP_ENTRY),
  redacted: orNull(REPLACED, 'Null: nothing was redacted.'),
});
export type Incident = TypeOf<typeof INCIDENT>;

export const isIncident = testOf(INCIDENT);

/** Returns what is wrong with a value, as a sentence without a full stop; null: it is an incident. */
export const flawOf = (value: unknown): string | null => problemIn(INCIDENT, value);
