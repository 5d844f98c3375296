/** Restarts of each subject in the last ten minutes, derived from counters. */

export interface Restarts {
  /**
   * Records a subject's total; returns its growth in the last ten minutes and the latest time, or null. A smaller total means a
   * reset.
   * @param before total of its ongoing alert, used if nothing else is known; null: none
   */
  count(subject: string, total: number, before: number | null, time: number): Count;
  /** Drops all other subjects. */
  keep(subjects: ReadonlySet<string>): void;
}

export interface Count {
  readonly recent: number;
  readonly lastAt: number | null;
}

/** Restarts within the window that raise an alert. */
export const MANY_RESTARTS = 3;
export const RESTARTS_MS = 600_000;

interface Growth {
  readonly time: number;
  readonly by: number;
}

export function createRestarts(): Restarts {
  const totals = new Map<string, { total: number; growths: readonly Growth[] }>();
  return {
    count(subject, total, before, time) {
      const last = totals.get(subject) ?? { total: before ?? total, growths: [] };
      const growths = total < last.total ? [] : last.growths.filter((one) => time - one.time < RESTARTS_MS);
      const recent = total > last.total ? [...growths, { time, by: total - last.total }] : growths;
      totals.set(subject, { total, growths: recent });
      return { recent: recent.reduce((sum, { by }) => sum + by, 0), lastAt: recent.at(-1)?.time ?? null };
    },
    keep(subjects) {
      for (const subject of totals.keys()) if (!subjects.has(subject)) totals.delete(subject);
    },
  };
}
