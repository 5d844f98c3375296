/** Entries of the event journal, one per line. */
import { POLICY } from '../../core/alert-policy.ts';
import { SAVED_EVENT } from '../../core/event.ts';
import { testOf } from '../../core/shape-check.ts';
import {
  closed,
  either,
  extended,
  flag,
  moment,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { checkedLine, parseCheckedLine } from '../archive/checked-line.ts';

/** An alert after something happened to it. */
const CHANGE = extended(SAVED_EVENT, {
  kind: oneOf(
    ['begin', 'level', 'resume', 'continue', 'end', 'told', 'server'],
    'told: it is notified; server: something happened to that of a server. Else it happened to its event.',
  ),
  dropped: flag('Its event was too short for the list.'),
  policy: orNull(POLICY, 'What is notified of it; null: nothing is.'),
});
export type AlertChangeEntry = TypeOf<typeof CHANGE>;

/** A line: time, and the kernel's own time if known. */
const timed = <T>(shape: Shape<T>) =>
  extended(
    shape,
    {
      time: moment('Time of the line'),
      seq: number('Grows with every line, over restarts, too.'),
      boot: text('Boot id.'),
      uptime: number('Milliseconds since boot.'),
    },
    ['boot', 'uptime'],
  );

const EVENT_ENTRY = timed(CHANGE);
export type EventEntry = TypeOf<typeof EVENT_ENTRY>;

const ENTRY = either(
  EVENT_ENTRY,
  timed(
    closed('Events were removed from the list, but stay in the journal.', {
      kind: oneOf(['clear']),
      which: oneOf(['all', 'warning']),
    }),
  ),
  timed(
    closed(
      'Something happened to the agent.',
      {
        kind: oneOf(['mark']),
        mark: text('`start`, `stop`, `killed`, `clock`, `paused`, …'),
        detail: text('A reason or an amount.'),
      },
      ['detail'],
    ),
  ),
);
export type JournalEntry = TypeOf<typeof ENTRY>;

export const lineOf = (entry: JournalEntry): string => checkedLine(entry);

const isEntry = testOf(ENTRY);

/** Parses a line; null if it is damaged, or of an unknown kind (written by a newer version). */
export function parseLine(line: string): JournalEntry | null {
  const value = parseCheckedLine(line);
  return isEntry(value) ? value : null;
}
