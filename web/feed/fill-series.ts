/** Fills the page's series from the agent's history. */
import { seriesId } from '../../src/core/series-name.ts';
import type { Past } from '../api/history.ts';
import type { Tracked } from '../store/store.ts';

/**
 * Also fills gaps. A series without history begins now.
 * @param count newest samples
 */
export async function fillSeries(past: Past, tracked: readonly Tracked[], count: number): Promise<void> {
  if (tracked.length === 0) return;
  const found = await past.points(
    tracked.map(({ series }) => seriesId(series)),
    count,
  );
  for (const { series, ring } of tracked) {
    const points = found.get(seriesId(series));
    if (points !== undefined) ring.merge(points);
  }
}
