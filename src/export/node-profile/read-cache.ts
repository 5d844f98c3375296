/** Caches readings that rarely change (names, firmware, thresholds of sensors), which are most files of a scrape. */
import type { Clock } from '../../core/host.ts';

/** Returns the result of `read`, refreshed after some minutes. Errors are not cached. */
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
