/** Searches with regular expressions of the configuration, each bounded in time. */
import type { Clock } from '../../../core/host.ts';
import { createSearch } from '../../../core/search.ts';

/** All processes of a large machine take a simple expression about a millisecond. */
const SEARCH_MS = 100;
/** An expression that took too long is not tried again for this time. */
const PENALTY_MS = 60_000;

/** Texts that match an expression. Throws for slow ones, then immediately for a while. */
export type BoundedSearch = (pattern: RegExp, texts: readonly string[]) => boolean[];

export function createBoundedSearch(clock: Clock): BoundedSearch {
  const search = createSearch();
  const penalties = new Map<RegExp, { until: number; error: unknown }>();
  return (pattern, texts) => {
    const penalty = penalties.get(pattern);
    if (penalty && penalty.until > clock.monotonic()) throw penalty.error;
    try {
      return search(pattern, texts, SEARCH_MS);
    } catch (error) {
      penalties.set(pattern, { until: clock.monotonic() + PENALTY_MS, error });
      throw error;
    }
  };
}
