import { eventOptions } from '../../../core/event.ts';
import { constant, list, text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { eventsSource } from '../../sources/events.ts';

const word = text('Name of a process.');

const fields = {
  begin: constant('timestamp', 'Time at which the event began, seconds since the epoch.'),
  end: constant(
    'timestamp',
    'Time at which the event ended, seconds since the epoch; -1 while it is ongoing.',
    { range: [-1, 253_402_300_799] },
  ),
  state: text('WARNING or CRITICAL, the worst so far.'),
  type: text('Name of the judged value or of the alert kind.'),
  max: constant('float', 'Largest value during the event.'),
  avg: constant('float', 'Mean value during the event.'),
  min: constant('float', 'Smallest value during the event.'),
  sum: constant('float', 'Sum of the values during the event.'),
  count: constant('number', 'Values taken during the event.'),
  top: list(null, 'Names of the programs that used most of the resource, at most three.', word),
  desc: text('Always empty; kept for compatibility.'),
  sort: text('Field by which the top processes were ranked.'),
  global_msg: text('The state of the host in words.'),
};

/** Events raised by thresholds, newest first; `src/alerts/events` makes them. */
export default definePlugin({
  name: 'alert',
  metrics: false,
  shape: 'list',
  key: null,
  description: 'Events raised when values cross their thresholds.',
  fields,
  options: eventOptions,
  create: ({ use }) => ({ read: use(eventsSource) }),
});
