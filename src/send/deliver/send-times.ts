/** How long requests took, in a form that adds up over time and over exporters. */

/** Upper bounds in seconds; the last interval has none. */
const BOUNDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5] as const;

export interface SendTimes {
  readonly bounds: readonly number[];
  /** Requests that took so long or less, by bound; the last number is all of them. */
  readonly counts: readonly number[];
  /** Seconds of all of them. */
  readonly sum: number;
}

export interface SendTimer {
  add(seconds: number): void;
  state(): SendTimes;
}

export function createSendTimer(): SendTimer {
  const counts = [...BOUNDS, Infinity].map(() => 0);
  let sum = 0;
  return {
    add(seconds) {
      sum += seconds;
      for (const [index, bound] of [...BOUNDS, Infinity].entries())
        if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1;
    },
    state: () => ({ bounds: BOUNDS, counts: [...counts], sum: Math.round(sum * 1e6) / 1e6 }),
  };
}
