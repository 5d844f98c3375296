/** Start times of counters, which every point carries. */

export interface Starts {
  startOf(counter: Counter): number;
  /** Starts a cycle. @param time milliseconds since the epoch */
  begin(time: number): void;
}

export interface Counter {
  readonly family: string;
  /** Distinguishes it from others of its family. */
  readonly series: string;
  /** Null: it may fall without a restart. */
  readonly value: number | null;
  /** Start, unless it appeared later than its family; milliseconds since the epoch. */
  readonly first: number;
  /** Starts at `first`, even if it appears later. */
  readonly isExact: boolean;
}

/** A series is forgotten after this time without values. */
const KEPT_MS = 3_600_000;

export function createStarts(): Starts {
  const known = new Map<string, { start: number; value: number | null; time: number }>();
  const families = new Set<string>();
  /** New families of this cycle. */
  let fresh = new Set<string>();
  let lastTime = 0;
  let time = 0;

  const newStart = ({ family, first, isExact }: Counter): number => {
    const isLate = families.has(family) && !fresh.has(family);
    if (!families.has(family)) fresh.add(family);
    families.add(family);
    // A later series counts from the previous cycle.
    return isLate && !isExact ? lastTime : first;
  };

  return {
    startOf(counter) {
      const key = `${counter.family} ${counter.series}`;
      const { value } = counter;
      const before = known.get(key);
      const hasFallen = (value ?? 0) < (before?.value ?? 0);
      // It has fallen since its last point: a restart.
      const began = before === undefined ? newStart(counter) : hasFallen ? before.time : before.start;
      // The clock may have been set back.
      const start = Math.min(began, time);
      known.set(key, { start, value, time });
      return start;
    },
    begin(at) {
      lastTime = time;
      time = at;
      fresh = new Set();
      for (const [key, series] of known) if (Math.abs(at - series.time) > KEPT_MS) known.delete(key);
    },
  };
}
