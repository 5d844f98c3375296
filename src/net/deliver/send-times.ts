/** Histogram of request durations, which adds up over time and exporters. */

/** Upper bounds in seconds; the last bucket has none. */
const BOUNDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5] as const;

export interface SendTimes {
  readonly bounds: readonly number[];
  /** Requests up to each bound; the last number is the total. */
  readonly counts: readonly number[];
  /** Sum of all durations in seconds. */
  readonly sum: number;
}

interface SendTimer {
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
