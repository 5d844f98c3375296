/** When counters began to count, which every point of them says. */

export interface Starts {
  startOf(counter: Counter): number;
  /** Begins a cycle. @param time milliseconds since the epoch */
  begin(time: number): void;
}

export interface Counter {
  readonly family: string;
  /** Tells it from others of its family. */
  readonly series: string;
  /** Null: it may fall without beginning anew. */
  readonly value: number | null;
  /** When it began unless it came later than others of its family; milliseconds since the epoch. */
  readonly first: number;
  /** It began at `first`, whenever it came. */
  readonly isExact: boolean;
}

/** A series that is missing for longer is forgotten. */
const KEPT_MS = 3_600_000;

export function createStarts(): Starts {
  const known = new Map<string, { start: number; value: number | null; time: number }>();
  const families = new Set<string>();
  /** Families of this cycle that no cycle before had. */
  let fresh = new Set<string>();
  let lastTime = 0;
  let time = 0;

  const newStart = ({ family, first, isExact }: Counter): number => {
    const isLate = families.has(family) && !fresh.has(family);
    if (!families.has(family)) fresh.add(family);
    families.add(family);
    // One that comes later counts from the cycle before.
    return isLate && !isExact ? lastTime : first;
  };

  return {
    startOf(counter) {
      const key = `${counter.family} ${counter.series}`;
      const { value } = counter;
      const before = known.get(key);
      const hasFallen = (value ?? 0) < (before?.value ?? 0);
      // It has fallen since its last point, which began to count before.
      const began = before === undefined ? newStart(counter) : hasFallen ? before.time : before.start;
      // A clock that was set back is behind what it said.
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
