/** Share of the time in which checks succeeded. Time without a result counts neither for nor against a check. */

/** Percent of the measured time, rounded down; null when nothing was measured. */
export interface Shares {
  /** Of the last 24 hours, 7 days and 30 days. */
  readonly day: number | null;
  readonly week: number | null;
  readonly month: number | null;
}

export interface Availability {
  /** Records a period that ends now. @param now milliseconds since the epoch */
  record(name: string, now: number, ms: number, up: boolean): void;
  /** Adds hours of the history: share of successes, and milliseconds that it stands for. */
  seed(name: string, hours: Iterable<SeedHour>): void;
  shares(name: string, now: number): Shares;
}

interface SeedHour {
  /** Milliseconds since the epoch, of any moment of the hour. */
  readonly time: number;
  /** From 0 to 1. */
  readonly up: number;
  readonly coveredMs: number;
}

const HOUR_MS = 3_600_000;
/** Hours of the periods. */
const [DAY, WEEK, MONTH] = [24, 7 * 24, 30 * 24] as const;
const NONE: Shares = { day: null, week: null, month: null };

/** Ring of a check's last hours: an hour's slot is its number modulo the size. */
interface Hours {
  /** Number of the hour since the epoch. */
  readonly number: Float64Array;
  readonly upMs: Float64Array;
  readonly measuredMs: Float64Array;
}

export function createAvailability(): Availability {
  const checks = new Map<string, Hours>();

  const add = (name: string, time: number, ms: number, share: number): void => {
    const hours = checks.get(name) ?? newHours();
    checks.set(name, hours);
    const number = Math.floor(time / HOUR_MS);
    const slot = number % MONTH;
    if (number < (hours.number[slot] as number)) return;
    if (number > (hours.number[slot] as number)) {
      hours.number[slot] = number;
      hours.upMs[slot] = 0;
      hours.measuredMs[slot] = 0;
    }
    hours.upMs[slot] = (hours.upMs[slot] as number) + ms * share;
    hours.measuredMs[slot] = (hours.measuredMs[slot] as number) + ms;
  };

  return {
    record: (name, now, ms, up) => add(name, now, ms, up ? 1 : 0),
    seed(name, hours) {
      for (const { time, up, coveredMs } of hours) if (coveredMs > 0) add(name, time, coveredMs, up);
    },
    shares(name, now) {
      const hours = checks.get(name);
      if (hours === undefined) return NONE;
      const last = Math.floor(now / HOUR_MS);
      let [upMs, measuredMs] = [0, 0];
      const after: (number | null)[] = [];
      for (let age = 0; age < MONTH; age += 1) {
        const slot = (last - age) % MONTH;
        if (hours.number[slot] === last - age) {
          upMs += hours.upMs[slot] as number;
          measuredMs += hours.measuredMs[slot] as number;
        }
        if (age === DAY - 1 || age === WEEK - 1 || age === MONTH - 1) after.push(percentOf(upMs, measuredMs));
      }
      const [day = null, week = null, month = null] = after;
      return { day, week, month };
    },
  };
}

const newHours = (): Hours => ({
  number: new Float64Array(MONTH).fill(-1),
  upMs: new Float64Array(MONTH),
  measuredMs: new Float64Array(MONTH),
});

/** A single failure must not read as 100 %. */
const percentOf = (upMs: number, measuredMs: number): number | null =>
  measuredMs === 0 ? null : Math.floor((upMs / measuredMs) * 1e5 + 1e-6) / 1e3;
