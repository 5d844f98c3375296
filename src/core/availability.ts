/** Share of the time in which checks succeeded. Time without a result counts neither for nor against a check. */

export interface Availability {
  /** Counts a stretch of time that ends now. @param now milliseconds since the epoch */
  record(name: string, now: number, ms: number, up: boolean): void;
  /** Adds hours of the history: share of successes, and milliseconds that it stands for. */
  seed(name: string, hours: Iterable<SeedHour>): void;
  /** Percent of the measured time of the last `ms`, rounded down; null where nothing was measured. */
  percent(name: string, now: number, ms: number): number | null;
}

export interface SeedHour {
  /** Milliseconds since the epoch, of any moment of the hour. */
  readonly time: number;
  /** From 0 to 1. */
  readonly up: number;
  readonly coveredMs: number;
}

interface Hour {
  upMs: number;
  measuredMs: number;
}

const HOUR_MS = 3_600_000;
/** More than the longest time that is asked for. */
const MOST_HOURS = 31 * 24;

export function createAvailability(): Availability {
  const checks = new Map<string, Map<number, Hour>>();
  const hourOf = (name: string, time: number): Hour => {
    const hours = checks.get(name) ?? new Map<number, Hour>();
    checks.set(name, hours);
    const index = Math.floor(time / HOUR_MS);
    const hour = hours.get(index) ?? { upMs: 0, measuredMs: 0 };
    hours.set(index, hour);
    return hour;
  };
  const add = (name: string, time: number, ms: number, share: number): void => {
    const hour = hourOf(name, time);
    hour.upMs += ms * share;
    hour.measuredMs += ms;
  };
  return {
    record(name, now, ms, up) {
      add(name, now, ms, up ? 1 : 0);
      const hours = checks.get(name) as Map<number, Hour>;
      const oldest = Math.floor(now / HOUR_MS) - MOST_HOURS;
      if (hours.size > MOST_HOURS) for (const index of hours.keys()) if (index < oldest) hours.delete(index);
    },
    seed(name, hours) {
      for (const { time, up, coveredMs } of hours) if (coveredMs > 0) add(name, time, coveredMs, up);
    },
    percent(name, now, ms) {
      const first = Math.floor((now - ms) / HOUR_MS) + 1;
      let [upMs, measuredMs] = [0, 0];
      for (const [index, hour] of checks.get(name) ?? []) {
        if (index < first) continue;
        upMs += hour.upMs;
        measuredMs += hour.measuredMs;
      }
      // A single failure must not read as 100 %.
      return measuredMs === 0 ? null : Math.floor((upMs / measuredMs) * 1e5 + 1e-6) / 1e3;
    },
  };
}
