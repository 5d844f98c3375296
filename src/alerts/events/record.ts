/** One alert: what is known of one subject. Plain data that `step` replaces. Monotonic milliseconds, except in `saved`. */
import type { AlertEvent, AlertState, RankingKey, SavedEvent } from '../../core/event.ts';
import type { Thresholds } from '../../core/level-rule.ts';
import type { AlertDelays } from '../../measure/levels/alert-delays.ts';
import type { StoredPolicy } from '../../core/alert-policy.ts';
import type { Spending } from './spending.ts';

export interface AlertSubject extends Pick<SavedEvent, 'server'> {
  readonly plugin: string;
  readonly field: string;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  /** Name of the value in lower case. */
  readonly stat: string;
}

/** A moment on both clocks; durations use the monotonic one, which cannot be set. */
export interface ClockMoment {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** Notification state of an alert, and its times. */
export interface Policy extends StoredPolicy {
  readonly delays: AlertDelays;
  /** Raised, and not checked for flapping yet. */
  readonly isNewRaise: boolean;
  /** True if the previous agent was killed before it had decided about the last change. */
  readonly mustRepeat: boolean;
  /** A parent alert explains it until then. */
  readonly heldUntil: number;
}

export interface AlertRecord {
  /** The newest event. */
  readonly saved: SavedEvent;
  /**
   * - `raised`: its value is in alarm
   * - `unknown`: it was, and cannot be measured
   * - `waiting`: it was when the agent before ended; no value has come since
   * - `over`: its value is normal, or gone
   */
  readonly raw: 'raised' | 'unknown' | 'waiting' | 'over';
  /** Of the newest value. */
  readonly level: AlertState;
  readonly value: number;
  readonly begunAt: number;
  /** Null while it lasts; where it is waiting: the last sign of life. */
  readonly endedAt: number | null;
  /** True if the newest event was too short for the list. */
  readonly dropped: boolean;
  /** Of a value that is compared; null: its state decides. */
  readonly thresholds: Thresholds | null;
  /** Use by programs since the alert began; null: the alert has no culprits, or none were counted yet. */
  readonly spending: Spending | null;
  /** Notification state; null: it is not notified, since it existed before startup or is long over. */
  readonly policy: Policy | null;
}

export const isLasting = ({ raw }: AlertRecord): boolean => raw !== 'over';

/** Returns the source that is judged at once: the plugin of a threshold, or the alert kind. */
export const groupOf = ({ saved }: AlertRecord): string => saved.finding?.kind ?? saved.plugin;

/** Returns the order of the top processes while a value is in alarm. */
export function rankingFor(stat: string): RankingKey {
  if (stat.startsWith('mem')) return 'memory_percent';
  return stat.startsWith('cpu_iowait') ? 'io_counters' : 'cpu_percent';
}

export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000);

/** By the wall clock as it is now. */
export const timeOf = (at: number, now: ClockMoment): number => Math.round(now.time - (now.at - at));

/** Returns the event for the list: whether a waiting one goes on is unknown. */
export const listedEvent = ({ saved: { event }, raw, endedAt }: AlertRecord, now: ClockMoment): AlertEvent =>
  raw === 'waiting' && endedAt !== null
    ? { ...event, end: Math.max(event.begin, wholeSeconds(timeOf(endedAt, now))) }
    : event;

/** An event of the agent before, as it is taken up. @param stoppedAt its last sign of life, milliseconds since the epoch */
export function restored(
  saved: SavedEvent,
  policy: Policy | null,
  stoppedAt: number,
  now: ClockMoment,
): AlertRecord {
  const { event } = saved;
  const atOf = (time: number): number => now.at - Math.max(now.time - time, 0);
  const hasLasted = event.end === -1;
  return {
    saved,
    raw: hasLasted ? 'waiting' : 'over',
    level: event.state,
    value: Number.NaN,
    begunAt: atOf(event.begin * 1000),
    endedAt: atOf(hasLasted ? stoppedAt : event.end * 1000),
    dropped: false,
    thresholds: null,
    spending: null,
    policy,
  };
}
