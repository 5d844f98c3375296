/** Searches with patterns of the configuration, each bounded in time. */
import type { Clock } from '../../../core/host.ts';
import type { Pattern } from '../../../core/pattern.ts';

/** All processes of a large machine take a simple pattern about a millisecond. Nothing else runs during that time. */
const SEARCH_MS = 100;
/** A pattern that took too long is not tried again for this time. */
const PENALTY_MS = 60_000;

/** Texts that match a pattern. Throws for slow ones, then immediately for a while. */
export type BoundedSearch = (pattern: Pattern, texts: readonly string[]) => boolean[];

/** @param elapsed milliseconds of CPU time: on a machine whose cores are taken, a search hardly runs */
export function createBoundedSearch(clock: Clock, elapsed = cpuMs): BoundedSearch {
  const penalties = new Map<Pattern, { until: number; error: Error }>();
  return (pattern, texts) => {
    const penalty = penalties.get(pattern);
    if (penalty && penalty.until > clock.monotonic()) throw penalty.error;
    const end = elapsed() + SEARCH_MS;
    return texts.map((text, index) => {
      if (index % 64 === 63 && elapsed() > end) {
        const error = new Error(`the regular expression ${pattern.source} takes too long: make it simpler`);
        penalties.set(pattern, { until: clock.monotonic() + PENALTY_MS, error });
        throw error;
      }
      return pattern.test(text);
    });
  };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
