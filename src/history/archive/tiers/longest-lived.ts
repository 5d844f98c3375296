/** Bounds the series per file, so that ever new identities cannot fill the archive. */
export const MOST_SERIES = 20_000;

/** Returns the longest-lived series in order, or all if there are few enough. */
export function longestLived<T>(series: readonly T[], lifeOf: (one: T) => number, most = MOST_SERIES): T[] {
  if (series.length <= most) return [...series];
  const ranked = series.map((one, index) => ({ one, index, life: lifeOf(one) }));
  return ranked
    .sort((a, b) => b.life - a.life || a.index - b.index)
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ one }) => one);
}
