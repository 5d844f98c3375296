/** Common schemas of routes of the history on disk. */
import { CULPRITS_OR_NULL } from '../../http/openapi/culprits.ts';
import {
  closed,
  describedAs,
  either,
  extended,
  flag,
  integer,
  listOf,
  loose,
  mapOf,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { ALERT_EVENT } from '../../core/event.ts';
import { NOTE } from '../past/note.ts';

export const MS = number('Milliseconds since 1970.', { 'x-unit': 'millisecond' });
const COLUMN = listOf(orNull(number()));

export const SERIES_OF_RANGE = mapOf(
  '',
  orNull(
    loose(
      {
        unit: orNull(text()),
        kind: oneOf(['gauge', 'rate']),
        avg: COLUMN,
        min: COLUMN,
        max: COLUMN,
        sum: describedAs(COLUMN, 'Average × seconds covered: the amount of a rate.'),
        count: describedAs(COLUMN, 'Seconds covered by samples.'),
      },
      ['unit', 'kind'],
    ),
  ),
);

const EVENT = extended(ALERT_EVENT, {
  id: integer('Number of the event, the same across restarts.'),
  plugin: text('Name of the plugin.'),
  field: text('The judged field.'),
  identity: orNull(text('Identity of the item; null for objects.')),
  stat: text('Name of the value.'),
  culprits: CULPRITS_OR_NULL,
  kind: orNull(text('Name of the alert kind; null: a threshold was reached.')),
  subject: orNull(text('The item for people.')),
  sentence: orNull(text('What has failed, and how badly; null for thresholds.')),
  details: mapOf(
    'Cause, exit code, culprit, numbers; empty for thresholds.',
    either(text(), number(), flag()),
  ),
  since_before_startup: flag('It existed when the agent started, so nobody was notified.'),
  link: text('The alerts on the page at its begin, relative to the address of the page.'),
});
/** An event as in the alert plugin, with its subject. */
export type PastEvent = TypeOf<typeof EVENT>;

export const EVENTS = listOf(EVENT);
export const MISSING = text('Which alerts and marks could not be read, and why; absent where all were.');
export const MARKS = listOf(
  closed('A mark.', {
    kind: text('Its kind.'),
    time: MS,
    detail: orNull(text('Reason or amount.')),
  }),
);

/** The time grid of a reply. */
export const GRID = {
  from: MS,
  to: MS,
  step: number(undefined, { 'x-unit': 'millisecond' }),
  tier: oneOf(['samples', 'minutes', 'hours']),
  count: integer('Rows.'),
  oldest: orNull(MS, 'Start of the history on disk.'),
};
export const NOTES = listOf(NOTE);
