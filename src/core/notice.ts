/** Notifications of external services about start, change and end of events. */
import type { ShownAlert } from './alert.ts';
import type { Stretches } from './stretches.ts';
import type { Culprits } from './culprits.ts';
import type { AlertChangeKind, AlertState, EventFinding, EventReading } from './event.ts';

/** A snapshot of an event; the notifier keeps it, so it must not be changed afterwards. */
export interface NoticeEvent {
  /** Number of the event, which survives a restart. */
  readonly id: number;
  /** `CPU_TOTAL`, `FS_/HOME`: plugin, item and threshold in upper case. */
  readonly type: string;
  readonly state: AlertState;
  /** Seconds since the epoch. */
  readonly begin: number;
  /** Seconds since the epoch; -1: ongoing. */
  readonly end: number;
  readonly plugin: string;
  /** Name of the item (a mount point, an interface); null: the plugin has none. */
  readonly item: string | null;
  /** Over all values of the event so far. */
  readonly min: number;
  readonly avg: number;
  readonly max: number;
  readonly count: number;
  readonly desc: string;
  /** Names of the busiest processes. */
  readonly top: readonly string[];
  /** Number of starts within an hour, while it is flapping and when that ends. */
  readonly raises?: number;
  /** Absent for alerts of other agents. */
  readonly stretches?: Stretches;
  /** Kind of the alert; absent: a value has reached a threshold. */
  readonly finding?: EventFinding;
  /** Shares of programs, for its words. */
  readonly culprits?: Culprits;
  /** Its link in the list of alerts; absent for other agents. */
  readonly shown?: ShownAlert;
  /** Absent for alerts with a kind. */
  readonly reading?: EventReading;
  /** Id of the server, on a hub; absent: this machine. */
  readonly server?: string;
}

export const NOTICE_KINDS = ['begin', 'change', 'reminder', 'flapping', 'end', 'test'] as const;

/** The message for one target. */
export interface Notice {
  /** The same for repetitions, so that receivers can recognise them. */
  readonly id: string;
  readonly kind: (typeof NOTICE_KINDS)[number];
  readonly host: string;
  /** Null in a test message. */
  readonly event: NoticeEvent | null;
  /** Key of the alert's record; absent in a test message. */
  readonly subject?: string;
}

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

/** The event with texts cut to a length that queues and receivers accept. */
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
