/** Counters: what is remembered of a cumulative value between two samples, and what is served of it. */

/** One counter's memory. */
export interface CounterState {
  /** Last value as the kernel gave it. */
  raw: number;
  /** Added to the kernel's value since it wrapped or was reset, so that the served gauge never goes back. */
  offset: number;
}

export interface CounterStep {
  /** Increase since the previous sample. */
  increase: number;
  /** Cumulative value, never falling while the item exists. */
  gauge: number;
  /** Whole number per second, rounded down. */
  rate: number;
  /** False for the first sight, whose zero rate is not a measurement. */
  measured: boolean;
}

/**
 * Takes a counter one sample further. A value below its predecessor means a wrap or a reset: the predecessor is
 * added for good. While either gauge is 0 nothing is counted: a counter that only starts to work would otherwise
 * show its whole life as one increase.
 * @param seconds time since the previous sample, above zero
 */
export function stepCounter(
  state: CounterState | undefined,
  raw: number,
  seconds: number,
): [CounterState, CounterStep] {
  if (state === undefined)
    return [
      { raw, offset: 0 },
      { increase: 0, gauge: raw, rate: 0, measured: false },
    ];
  const offset = raw < state.raw ? state.offset + state.raw : state.offset;
  const before = state.raw + state.offset;
  const gauge = raw + offset;
  const increase = before === 0 || gauge === 0 ? 0 : gauge - before;
  return [
    { raw, offset },
    { increase, gauge, rate: Math.floor(increase / seconds), measured: true },
  ];
}
