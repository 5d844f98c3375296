/** Restores the past availability of checks from the history on disk. */
import { nameSeries } from '../../core/series-name.ts';
import type { Archive } from '../../history/archive/archive.ts';
import { RangeReader } from '../../history/archive/query/range.ts';
import { alignRange } from '../../history/past/ladder.ts';
import type { CheckResults } from '../../measure/sources/check-results.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;

/** Call once after the archive was opened. Does nothing if it cannot be read. @param now milliseconds since the epoch */
export async function seedAvailability(
  archive: Pick<Archive, 'reading'>,
  { all, availability }: Pick<CheckResults, 'all' | 'availability'>,
  now: number,
): Promise<void> {
  const reading = archive.reading();
  if (reading === null) return;
  const range = { ...alignRange(now - DAYS * 24 * HOUR_MS, now, HOUR_MS), step: HOUR_MS };
  const reader = await RangeReader.open(reading, range);
  for (const { name } of all()) {
    const { bins } = (await reader.read(`checks/${nameSeries('up', name).name}`)) ?? {};
    if (bins === undefined) continue;
    availability.seed(
      name,
      Array.from(bins.covered, (coveredMs, index) => ({
        time: range.from + index * HOUR_MS,
        up: bins.avg[index] ?? 0,
        coveredMs,
      })),
    );
  }
}
