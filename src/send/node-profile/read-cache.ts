/** Readings of things that hardly ever change (names, firmware, thresholds of sensors): most files of a scrape are of that kind. */
import type { Clock } from '../../core/host.ts';

/** The result of `read`, made anew after some minutes. One that throws is not kept. */
export type ReadCache = <T>(key: string, read: () => T) => T;

const KEPT_MS = 300_000;

export function createReadCache(clock: Pick<Clock, 'monotonic'>): ReadCache {
  let since = clock.monotonic();
  const values = new Map<string, unknown>();
  return <T>(key: string, read: () => T): T => {
    if (clock.monotonic() - since > KEPT_MS) {
      values.clear();
      since = clock.monotonic();
    }
    if (values.has(key)) return values.get(key) as T;
    const value = read();
    values.set(key, value);
    return value;
  };
}
