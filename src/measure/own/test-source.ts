/** Reads a source once and reports everything about it: for `gander metric test`. */
import type { OwnItem } from './declaration.ts';
import { createSeries } from './series.ts';
import { seriesSetup } from './reader.ts';
import type { Refusal } from './sample.ts';
import { openSource, type SourceSetup } from './source.ts';
import { MOST_IN_ALL } from './bounds.ts';

export interface SourceReport {
  readonly items: OwnItem[];
  readonly refused: readonly Refusal[];
  /** Refused lines in all. */
  readonly refusals: number;
  /** Series beyond the bounds. */
  readonly beyond: number;
  readonly ms: number;
}

/** Rejects with the reason why there is no reading. */
export async function testSource(setup: Omit<SourceSetup, 'pushed'>): Promise<SourceReport> {
  const { clock } = setup.host;
  const start = clock.monotonic();
  const reading = await openSource({ ...setup, pushed: null })();
  const ms = clock.monotonic() - start;
  const series = createSeries(seriesSetup(setup.name, setup.values, { left: MOST_IN_ALL }));
  const { items, beyond } = series.make(reading, start / 1000);
  return { items, beyond, ms, refused: reading.refused, refusals: reading.refusals };
}
