import { bytesOf, eachLine } from './bytes.ts';

/** CPU throttling of a control group. */
export interface CgroupThrottling {
  /** Periods with runnable tasks, and throttled periods. */
  periods: number;
  throttled: number;
  /** Throttled time in milliseconds. */
  time: number;
}

const KEYS = ['nr_periods ', 'nr_throttled ', 'throttled_usec ', 'throttled_time '].map(bytesOf);

/** Reads `cpu.stat` of both versions; null without throttling counters, as without the controller. */
export function parseCgroupThrottling(bytes: Uint8Array): CgroupThrottling | null {
  const found = { periods: 0, throttled: 0, time: 0 };
  let lines = 0;
  eachLine(bytes, (cursor) => {
    const key = cursor.match(KEYS);
    if (key === -1) return;
    const value = cursor.integer();
    lines += 1;
    if (key === 0) found.periods = value;
    else if (key === 1) found.throttled = value;
    else found.time = value / (key === 2 ? 1000 : 1_000_000);
  });
  return lines >= 3 ? found : null;
}
