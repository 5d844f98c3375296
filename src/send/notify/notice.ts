/** Notices to external services: events of this host, as they begin, change and end. */
import type { ShownAlert } from '../../core/alert.ts';
import type { EventFinding, EventReading } from '../../core/event.ts';

/** Levels that make an event, the lower one first. */
export const EVENT_STATES = ['WARNING', 'CRITICAL'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** An event as it is at the time of the notice; the notifier keeps it, so it must not be changed afterwards. */
export interface NoticeEvent {
  /** Number of the event, the same throughout its life, and after a restart. */
  readonly id: number;
  /** `CPU_TOTAL`, `FS_/HOME`: plugin, item and threshold in upper case. */
  readonly type: string;
  readonly state: EventState;
  /** Seconds since the epoch. */
  readonly begin: number;
  /** Seconds since the epoch, -1 while the event lasts. */
  readonly end: number;
  readonly plugin: string;
  /** Name of the item (a mount point, an interface), null where the plugin has none. */
  readonly item: string | null;
  /** Over the values of the whole event so far. */
  readonly min: number;
  readonly avg: number;
  readonly max: number;
  readonly count: number;
  readonly desc: string;
  /** Names of the processes that used most. */
  readonly top: readonly string[];
  /** How often it was raised within an hour, while it is flapping and when that ends. */
  readonly raises?: number;
  /** Of an alert kind; absent: a value has reached a threshold. */
  readonly finding?: EventFinding;
  /** As in the list of alerts; absent where that is another agent's. */
  readonly shown?: ShownAlert;
  /** Absent in an alert of a kind. */
  readonly reading?: EventReading;
  /** Id of the server that it is about, on a hub; absent: it is about this machine. */
  readonly server?: string;
}

/** Over when it began: no end follows. */
export const isMoment = ({ kind, event }: EventNotice): boolean => kind === 'begin' && event.end >= 0;

/** The input of the notifier, from the event engine. */
export interface EventNotice {
  readonly kind: 'begin' | 'change' | 'flapping' | 'end';
  readonly event: NoticeEvent;
  /** Name of the watched host, or of the server that the event is about. */
  readonly host: string;
  /** Milliseconds since the epoch: when an alert of the agent before was notified. Default: at its begin. */
  readonly toldAt?: number;
}

export const NOTICE_KINDS = ['begin', 'change', 'reminder', 'flapping', 'end', 'test'] as const;

/** The message for one target. */
export interface Notice {
  /** Stays the same when the notice is sent again, so that receivers can tell. */
  readonly id: string;
  readonly kind: (typeof NOTICE_KINDS)[number];
  readonly host: string;
  /** Null in a test message. */
  readonly event: NoticeEvent | null;
}

/** The identity of an event in notices, which also holds over a restart. */
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

/** The event with its texts cut to a length that queues and receivers can bear: names may be of any length. */
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
  ...(event.finding && { finding: boundedFinding(event.finding) }),
  ...(event.shown && {
    shown: {
      subject: bounded(event.shown.subject),
      sentence: bounded(event.shown.sentence),
      link: bounded(event.shown.link),
    },
  }),
  ...(event.reading && { reading: event.reading }),
  ...(event.server !== undefined && { server: event.server }),
});
