/** An event: a value that stays at WARNING or above, or a failure. What is served of it, and what bounds its life. */
import type { Stretches } from './stretches.ts';
import { CULPRITS } from './culprits-shape.ts';
import type { Said } from './said.ts';
import { SAID } from './said-shape.ts';
import type { Unit } from './unit.ts';
import { integerOption, type OptionValues } from './options.ts';
import {
  closed,
  either,
  flag,
  integer,
  listOf,
  mapOf,
  momentInSeconds,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
} from './shape.ts';

/** States of an event, the milder first. */
export const ALERT_STATES = ['WARNING', 'CRITICAL'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Process orders that events may request. */
const RANKING_KEYS = ['cpu_percent', 'memory_percent', 'io_counters'] as const;
export type RankingKey = (typeof RANKING_KEYS)[number];

/** Event as the alert plugin serves it. Times are Unix seconds; values are those that were compared with thresholds. */
export const ALERT_EVENT = closed('An event.', {
  begin: momentInSeconds('Begin, in seconds since 1970.'),
  end: either(oneOf([-1], '-1: the event is ongoing.'), momentInSeconds()),
  state: oneOf(ALERT_STATES, 'Worst level so far.'),
  type: text('Name of the value in upper case: `CPU_TOTAL`, `FS_/HOME`.'),
  max: number('Largest value.'),
  avg: number('Mean value.'),
  min: number('Smallest value.'),
  sum: number('Sum of the values.'),
  count: number('Number of values.'),
  top: listOf(text(), { description: 'Programs that used most of the resource, at most three.' }) as Shape<
    string[]
  >,
  desc: text('Always empty; kept for compatibility.'),
  sort: oneOf(RANKING_KEYS, 'Field by which the programs of `top` were ranked.'),
  global_msg: text('State of the host in words.'),
});
export type AlertEvent = TypeOf<typeof ALERT_EVENT>;

/** A failure that an alert kind has found. */
export interface Finding {
  /** Identity of the item; null where there is only one. */
  readonly subject: string | null;
  /** Display name of the subject. Default: the subject. */
  readonly label?: string;
  /** Level, where the kind has none. */
  readonly state?: AlertState;
  /** One sentence: what has failed, and how badly. It begins with the subject. */
  readonly sentence: string;
  /** The same as data, for other languages. */
  readonly said?: Said;
  /** Default: 1. */
  readonly value?: number;
  /** Cause, exit code, culprit, numbers. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** Grows when the failure has come so much closer that it is notified again at the same level. Default: 0. */
  readonly stage?: number;
  /** It existed when the agent started, although its subject was unknown at that moment: a check that had no result yet. */
  readonly isOld?: true;
}

export const FINDING = closed(
  'What the alert kind of an event has found, as it is kept.',
  {
    kind: text('Name of the kind: `UNIT_FAILED`.'),
    label: orNull(text()),
    sentence: text(),
    said: SAID,
    details: mapOf('Cause, exit code, culprit, numbers.', either(text(), number(), flag())),
    stage: number(),
    isOld: oneOf([true], 'It existed when the agent started, so it was not notified.'),
  },
  ['said', 'stage', 'isOld'],
);
export type EventFinding = TypeOf<typeof FINDING>;

export const READING = closed(
  'The newest value of an event that is at its level.',
  {
    value: number(),
    threshold: orNull(number('Threshold of that level; null: the state of the item decides.')),
    unit: orNull(text() as Shape<Unit>),
    level: oneOf(ALERT_STATES, 'Its level now; absent: that of the event, which is the worst so far.'),
  },
  ['level'],
);
export type EventReading = TypeOf<typeof READING>;

const SERVER = closed('The server of a hub that an event is about.', {
  id: text(),
  name: text('Display name.'),
  notifies: flag('When the event began, the server sent notifications to its own targets.'),
});

export const SAVED_EVENT = closed(
  'An event with everything needed to go on with it after a restart.',
  {
    id: integer('Number of the event, the same throughout its life.'),
    plugin: text(),
    field: text(),
    identity: orNull(text('Identity of the item; null where the plugin serves one object.')),
    stat: text('Name of the value in lower case.'),
    event: ALERT_EVENT,
    cleared: oneOf([true], 'Cleared while it was ongoing: the list hides it.'),
    finding: FINDING,
    reading: READING,
    culprits: CULPRITS,
    server: SERVER,
  },
  // Without a finding, a value has reached a threshold; without a server, the event is about this machine.
  ['cleared', 'finding', 'reading', 'culprits', 'server'],
);
export type SavedEvent = TypeOf<typeof SAVED_EVENT>;

/** Identifies the subject: items may share an event type. On a hub, servers may share all of it. */
export const keyOf = ({
  plugin,
  field,
  identity,
  server,
}: Pick<SavedEvent, 'plugin' | 'field' | 'identity' | 'server'>): string =>
  `${plugin}\0${field}\0${identity ?? ''}${server === undefined ? '' : `\0${server.id}`}`;

/**
 * - `begin`: a value reached WARNING or CRITICAL, or a failure began; with an end, it is complete and no change follows.
 * - `level`: from WARNING to CRITICAL, or to the next stage.
 * - `resume`: an event continues that ended shortly before.
 * - `continue`: an event continues that was ongoing when the agent ended; no end was reported.
 * - `end`: the value is normal again, or gone.
 */
export type EventChangeKind = 'begin' | 'level' | 'resume' | 'continue' | 'end';

/** Kinds of notifications of an alert, which may span several events. */
export const CHANGE_KINDS = ['begin', 'change', 'flapping', 'end'] as const;
export type AlertChangeKind = (typeof CHANGE_KINDS)[number];

/** All events of an alert as one; its number and begin are those of its first event. */
export interface WholeAlert extends SavedEvent {
  /** Times since the epoch. */
  readonly stretches: Stretches;
}

/** An alert as it is to be notified; its number and begin are those of its first event. */
export interface AlertChange extends WholeAlert {
  readonly kind: AlertChangeKind;
  /** How often it was raised: when it is flapping, and when that ends. */
  readonly raises?: number;
}

/** Which events are cleared; `warning` spares those that were critical. */
export type Clearing = 'all' | 'warning';

/** The events of an agent. */
export interface KnownEvents {
  /** Removes events from the list. Ongoing ones return when they become critical. */
  clear(which: Clearing): void;
  /** Ongoing ones. */
  lasting(): SavedEvent[];
  /** Ongoing and listed ones, newest first; ongoing ones even if cleared. */
  recent(): SavedEvent[];
}

export const eventOptions = {
  max_events: integerOption(10, 'Number of events in the list; ongoing ones are removed last.', [0, 1000]),
  min_duration: integerOption(6, 'Seconds an event must last to be kept once it has ended.', [0, 86_400]),
  min_interval: integerOption(
    6,
    'Seconds after its end within which the same alarm continues the event instead of beginning another.',
    [0, 86_400],
  ),
};

export type EventOptions = OptionValues<typeof eventOptions>;
