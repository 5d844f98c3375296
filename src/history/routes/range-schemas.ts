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
/** Unit and kind of a recorded series. */
export const UNIT_OF_SERIES = orNull(text('Unit of the field; of a rate, of its counter; null: none.'));
export const KIND_OF_SERIES = oneOf(['gauge', 'rate'], 'rate: increase of a counter per second.');
const COLUMN = listOf(orNull(number()));

export const SERIES_OF_RANGE = mapOf(
  'By id; null where nothing is known.',
  orNull(
    loose(
      {
        unit: UNIT_OF_SERIES,
        kind: KIND_OF_SERIES,
        avg: describedAs(COLUMN, 'Averages by row.'),
        min: describedAs(COLUMN, 'Minima by row.'),
        max: describedAs(COLUMN, 'Maxima by row.'),
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
  subject: orNull(text('Display name of the item; null for objects.')),
  sentence: orNull(text('What has failed, and how badly; null for thresholds.')),
  details: mapOf(
    'Cause, exit code, culprit, numbers; empty for thresholds.',
    either(text(), number(), flag()),
  ),
  since_before_startup: flag('It existed when the agent started, so no notification was sent.'),
  link: text('Link to the alerts on the page at its begin, relative to the address of the page.'),
});
/** An event as in the alert plugin, with its subject. */
export type PastEvent = TypeOf<typeof EVENT>;

export const EVENTS = listOf(EVENT);
export const MISSING = text('Alerts and marks that could not be read, and why; absent if all were read.');
export const MARKS = listOf(
  closed('A mark.', {
    kind: text('start, stop, killed, boot, suspend, clock, paused or resumed.'),
    time: MS,
    detail: orNull(text('Reason, or amount; null: neither.')),
  }),
);

/** The time grid of a reply. */
export const GRID = {
  from: MS,
  to: MS,
  step: number('Time between rows.', { 'x-unit': 'millisecond' }),
  tier: oneOf(['samples', 'minutes', 'hours'], 'Resolution of the files from which it was read.'),
  count: integer('Number of rows.'),
  oldest: orNull(MS, 'Start of the history on disk; null: there is none.'),
};
export const NOTES = listOf(NOTE);
