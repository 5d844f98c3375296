/** Restarts of each subject in the last ten minutes, derived from counters. */
import type { AlertInputs, RuleInput } from '../../core/failure-rule.ts';

export interface Restarts {
  /**
   * Records a subject's total; returns its growth in the last ten minutes and the latest time, or null. A smaller total means a
   * reset.
   * @param before of its ongoing alert, used if nothing else is known; null: none
   * @param now on both clocks
   */
  count(subject: string, total: number, before: Before | null, now: ClockTimes): Count;
  /** Drops all other subjects. */
  keep(subjects: ReadonlySet<string>): void;
}

export interface Before {
  readonly total: number;
  /** Of its last restart, in milliseconds since the epoch. */
  readonly restartedAt: number;
}

type ClockTimes = Pick<RuleInput<AlertInputs>, 'time' | 'at'>;

export interface Count {
  readonly recent: number;
  /** Milliseconds since the epoch; null: none is known. */
  readonly lastAt: number | null;
  /** Milliseconds since then. */
  readonly quietMs: number;
}

/** Restarts within the window that raise an alert. */
export const MANY_RESTARTS = 3;
export const RESTARTS_MS = 600_000;

interface Growth {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly by: number;
}

interface Known {
  readonly total: number;
  readonly growths: readonly Growth[];
  /** Last restart on both clocks; null if none is known. */
  readonly last: ClockTimes | null;
}

export function createRestarts(): Restarts {
  const totals = new Map<string, Known>();
  return {
    count(subject, total, before, { time, at }) {
      const known = totals.get(subject) ?? {
        total: before?.total ?? total,
        growths: [],
        last: before && {
          time: before.restartedAt,
          at: at - Math.max(0, time - before.restartedAt),
        },
      };
      const isNew = total > known.total;
      const kept = total < known.total ? [] : known.growths.filter((one) => at - one.at < RESTARTS_MS);
      const growths = isNew ? [...kept, { at, by: total - known.total }] : kept;
      const last = isNew ? { time, at } : known.last;
      totals.set(subject, { total, growths, last });
      return {
        recent: growths.reduce((sum, { by }) => sum + by, 0),
        lastAt: last?.time ?? null,
        quietMs: last === null ? Infinity : at - last.at,
      };
    },
    keep(subjects) {
      for (const subject of totals.keys()) if (!subjects.has(subject)) totals.delete(subject);
    },
  };
}
