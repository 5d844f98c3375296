/** Notifications of external services about start, change and end of events. */
import { SHOWN_ALERT } from './alert.ts';
import { CULPRITS } from './culprits-shape.ts';
import { ALERT_STATES, type AlertChangeKind, type EventFinding, FINDING, READING } from './event.ts';
import { closed, describedAs, listOf, number, oneOf, orNull, text, type TypeOf, where } from './shape.ts';
import { STRETCHES } from './stretches.ts';

/** A snapshot of an event; the notifier keeps it, so it must not be changed afterwards. */
const EVENT = closed(
  'An event.',
  {
    id: number('Number of the event, which survives a restart.'),
    type: text('`CPU_TOTAL`, `FS_/HOME`: plugin, item and threshold in upper case.'),
    state: oneOf(ALERT_STATES),
    begin: number('Seconds since the epoch.'),
    end: number('Seconds since the epoch; -1: ongoing.'),
    plugin: text(),
    item: orNull(text('Name of the item (a mount point, an interface); null: the plugin has none.')),
    min: number('Over all values of the event so far.'),
    avg: number(),
    max: number(),
    count: number(),
    desc: text(),
    top: listOf(text(), { description: 'Names of the busiest processes.' }),
    raises: number('Number of starts within an hour, while it is flapping and when that ends.'),
    stretches: describedAs(STRETCHES, 'Absent for alerts of other agents.'),
    finding: describedAs(FINDING, 'Kind of the alert; absent: a value has reached a threshold.'),
    culprits: describedAs(CULPRITS, 'Shares of programs, for its words.'),
    shown: describedAs(SHOWN_ALERT, 'Its link in the list of alerts; absent for other agents.'),
    reading: describedAs(READING, 'Absent for alerts with a kind.'),
    server: text('Id of the server, on a hub; absent: this machine.'),
  },
  ['raises', 'stretches', 'finding', 'culprits', 'shown', 'reading', 'server'],
);
export type NoticeEvent = TypeOf<typeof EVENT>;

/** The message for one target. */
export const NOTICE = closed(
  'A notice.',
  {
    id: where(
      text('The same for repetitions, so that receivers can recognise them.'),
      'at most 64 letters, digits, - and _',
      (id) => /^[\w-]{1,64}$/.test(id),
    ),
    kind: oneOf(['begin', 'change', 'reminder', 'flapping', 'end', 'test']),
    host: text(),
    event: orNull(EVENT, 'Null in a test message.'),
    subject: text("Key of the alert's record; absent in a test message."),
  },
  ['subject'],
);
export type Notice = TypeOf<typeof NOTICE>;

/** A change of an alert, for all targets. */
export interface EventNotice {
  readonly kind: AlertChangeKind;
  readonly event: NoticeEvent;
  /** Name of this host, or of the event's server. */
  readonly host: string;
  readonly subject: string;
}

/** A momentary event: no end follows. */
export const isMoment = ({ kind, event }: Pick<Notice, 'kind' | 'event'>): boolean =>
  kind === 'begin' && event !== null && event.end >= 0;

/** Identity of an event in notices, which survives a restart. */
export const eventKey = ({ id, type, begin }: NoticeEvent): string => `${id} ${begin} ${type}`;

const LONGEST = 1000;
const MOST_TOP = 10;
const bounded = (text: string): string => text.slice(0, LONGEST);

const MOST_DETAILS = 20;
const boundedFinding = ({ kind, label, sentence, details }: EventFinding): EventFinding => ({
  kind,
  label: label && bounded(label),
  sentence: bounded(sentence),
  details: Object.fromEntries(
    Object.entries(details)
      .slice(0, MOST_DETAILS)
      .map(([name, value]) => [bounded(name), typeof value === 'string' ? bounded(value) : value]),
  ),
});

/** Cuts the texts of an event to lengths that queues and receivers accept. */
export const boundedEvent = (event: NoticeEvent): NoticeEvent => ({
  id: event.id,
  type: bounded(event.type),
  state: event.state,
  begin: event.begin,
  end: event.end,
  plugin: event.plugin,
  item: event.item === null ? null : bounded(event.item),
  min: event.min,
  avg: event.avg,
  max: event.max,
  count: event.count,
  desc: bounded(event.desc),
  top: event.top.slice(0, MOST_TOP).map(bounded),
  ...(event.raises !== undefined && { raises: event.raises }),
  ...(event.stretches && { stretches: event.stretches }),
  ...(event.finding && { finding: boundedFinding(event.finding) }),
  ...(event.shown && {
    shown: {
      subject: bounded(event.shown.subject),
      sentence: bounded(event.shown.sentence),
      link: bounded(event.shown.link),
      ...(event.shown.who !== undefined && { who: bounded(event.shown.who) }),
    },
  }),
  ...(event.reading && { reading: event.reading }),
  ...(event.server !== undefined && { server: event.server }),
});
