/** Reads resting plugins shortly before the next expected scrape, so that its values are fresh and it need not wait. */

const KEPT = 5;
/** Plugins are read this long before the scrape. */
const AHEAD_MS = 1000;
/** Rarer scrapes get values from the sampler's slow interval. */
const LONGEST_MS = 120_000;

interface ScrapeTimes {
  /** @param now milliseconds on any clock */
  scraped(now: number): void;
  stop(): void;
}

export function createScrapeTimes(renew: () => void): ScrapeTimes {
  const intervals: number[] = [];
  let last: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    scraped(now) {
      if (last === null) renew();
      else intervals.push(now - last);
      last = now;
      if (intervals.length > KEPT) intervals.shift();
      clearTimeout(timer);
      const interval = median(intervals);
      if (interval === null || interval > LONGEST_MS) return;
      timer = setTimeout(renew, Math.max(0, interval - AHEAD_MS)).unref();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
