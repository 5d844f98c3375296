/** Thresholds of a chart's series; equal ones are grouped. Pure. */
import { LEVELS, type Thresholds } from '../../src/show/display/levels.ts';
import type { Series } from '../../src/show/display/series.ts';
import { seriesId } from '../../src/core/series-name.ts';
import { labelOf } from '../../src/show/display/series-names.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Bands } from './plot-layers.ts';

export interface LimitGroup {
  readonly id: string;
  readonly series: Series;
  /** Place of the first series in the chart. */
  readonly at: number;
  readonly labels: readonly string[];
  readonly kind: Kind;
  readonly bands: Bands;
}

interface Judged {
  readonly series: Series;
  readonly kind: Kind;
  /** Its unit is known. */
  readonly isReady: boolean;
}

export interface SeriesLimits {
  thresholds(series: Series): Thresholds;
  isLow(series: Series): boolean;
}

/** In series order, without series that have no thresholds. */
export function limitGroups(all: readonly Judged[], limits: SeriesLimits): LimitGroup[] {
  const groups = new Map<string, LimitGroup>();
  for (const [at, { series, kind, isReady }] of all.entries()) {
    const thresholds = limits.thresholds(series);
    if (!isReady || LEVELS.every((level) => thresholds[level] === null)) continue;
    const bands = { thresholds, isLow: limits.isLow(series) };
    const key = JSON.stringify([kind, bands]);
    const before = groups.get(key) ?? { id: seriesId(series), series, at, labels: [], kind, bands };
    groups.set(key, { ...before, labels: [...before.labels, labelOf(series)] });
  }
  return [...groups.values()];
}
