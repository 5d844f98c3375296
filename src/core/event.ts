/** An event: a value that stays at WARNING or above, or a failure. What is served of it, and what bounds its life. */
import type { Stretches } from './stretches.ts';
import type { Culprits } from './culprits.ts';
import type { Unit } from './unit.ts';
import { integerOption, type OptionValues } from './options.ts';

/** States of an event, the milder first. */
export type AlertState = 'WARNING' | 'CRITICAL';

/** The orders of processes that events ask for. */
export type RankingKey = 'cpu_percent' | 'memory_percent' | 'io_counters';

/** As the alert plugin serves it. Times are whole seconds since the epoch, values those that were compared with thresholds. */
export interface AlertEvent {
  readonly begin: number;
  /** -1 while it lasts. */
  readonly end: number;
  /** The worst so far. */
  readonly state: AlertState;
  /** Name of the value in upper case: `CPU_TOTAL`, `FS_/HOME`. */
  readonly type: string;
  readonly max: number;
  readonly avg: number;
  readonly min: number;
  readonly sum: number;
  readonly count: number;
  /** Names of the programs that used most, at most three. */
  readonly top: string[];
  /** Always empty, as clients know it. */
  readonly desc: string;
  /** The order of the processes. */
  readonly sort: RankingKey;
  readonly global_msg: string;
}

/** A failure that an alert kind has found. */
export interface Finding {
  /** Identity of the item; null where there is only one. */
  readonly subject: string | null;
  /** The subject for people. Default: itself. */
  readonly label?: string;
  /** Level, where the kind has none. */
  readonly state?: AlertState;
  /** One sentence: what has failed, and how badly. It begins with the subject. */
  readonly sentence: string;
  /** Default: 1. */
  readonly value?: number;
  /** Cause, exit code, culprit, numbers. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** Grows when the failure has come so much closer that it is notified again at the same level. Default: 0. */
  readonly stage?: number;
  /** It existed when the agent started, although its subject was unknown at that moment: a check that had no result yet. */
  readonly isOld?: true;
}

/** What the alert kind of an event has found, as it is kept. */
export interface EventFinding {
  /** Name of the kind: `UNIT_FAILED`. */
  readonly kind: string;
  readonly label: string | null;
  readonly sentence: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
  readonly stage?: number;
  /** It existed when the agent started, so it was not notified. */
  readonly isOld?: true;
}

/** The newest value of an event that is at its level, and the threshold of that level. */
export interface EventReading {
  readonly value: number;
  /** Null: the state of the item decides. */
  readonly threshold: number | null;
  readonly unit: Unit | null;
}

/** The server of a hub that an event is about. */
export interface EventServer {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** When the event began, the server sent notifications to its own targets. */
  readonly notifies: boolean;
}

/** An event with everything needed to go on with it after a restart. */
export interface SavedEvent {
  /** Number of the event, the same throughout its life. */
  readonly id: number;
  readonly plugin: string;
  readonly field: string;
  /** Identity of the item; null where the plugin serves one object. */
  readonly identity: string | null;
  /** Name of the value in lower case. */
  readonly stat: string;
  readonly event: AlertEvent;
  /** Cleared while it was ongoing: the list hides it. */
  readonly cleared?: true;
  /** Of an alert kind; absent: a value has reached a threshold. */
  readonly finding?: EventFinding;
  /** Absent in an alert of a kind, and in what earlier versions wrote. */
  readonly reading?: EventReading;
  /** Absent where programs are not its cause, or none was seen yet. */
  readonly culprits?: Culprits;
  /** Only on a hub; absent: the event is about this machine. */
  readonly server?: EventServer;
}

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

/** What is notified of an alert, which may consist of several events. */
export type AlertChangeKind = 'begin' | 'change' | 'flapping' | 'end';

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
  max_events: integerOption(10, 'Events kept in the list; those that last stay longest.', [0, 1000]),
  min_duration: integerOption(6, 'Seconds an event must last to be kept once it has ended.', [0, 86_400]),
  min_interval: integerOption(
    6,
    'Seconds after its end within which the same alarm continues the event instead of beginning another.',
    [0, 86_400],
  ),
};

export type EventOptions = OptionValues<typeof eventOptions>;
