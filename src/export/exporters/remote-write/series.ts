/** Tracks the series of a host between cycles. */
import { type Family, type LabelPair, type LabelSet, type Sample, sampleName } from '../../metrics/family.ts';
import type { Cycle } from '../exporter.ts';

/** An encoded series and its value; null: it has ended. */
export type SeriesValue<S> = readonly [series: S, value: number | null];

/**
 * Caches each series' encoding while its label set is in use.
 * @param external labels of every series, for lack of a scraper
 */
export function createSeriesWatch<S extends object>(
  external: readonly LabelPair[],
  make: (labels: readonly LabelPair[], family: Family) => S,
): (cycle: Cycle) => SeriesValue<S>[] {
  interface EncodedSeries {
    readonly series: S;
    /** Name and labels, which identify the series. */
    readonly key: string;
  }
  const kept = new WeakMap<LabelSet, Map<string, EncodedSeries>>();
  let before = new Map<string, EncodedSeries>();

  const keptOf = (family: Family, { labels: set, suffix }: Sample): EncodedSeries => {
    const name = sampleName(family) + (suffix ?? '');
    const names = kept.get(set) ?? new Map<string, EncodedSeries>();
    kept.set(set, names);
    const known = names.get(name);
    if (known !== undefined) return known;
    const key = `${name}{${set.text}}`;
    const found = before.get(key) ?? { key, series: make(labelsOf(name, set, external), family) };
    names.set(name, found);
    return found;
  };

  return ({ families }) => {
    const present = new Map<string, EncodedSeries>();
    const values: SeriesValue<S>[] = [];
    for (const family of families())
      for (const sample of family.samples) {
        const found = keptOf(family, sample);
        present.set(found.key, found);
        values.push([found.series, sample.value]);
      }
    for (const [key, { series }] of before) if (!present.has(key)) values.push([series, null]);
    before = present;
    return values;
  };
}

/** Sorted by name; empty values are left out. */
const labelsOf = (name: string, { pairs }: LabelSet, external: readonly LabelPair[]): LabelPair[] =>
  [
    ['__name__', name] as const,
    ...pairs,
    ...external.filter(([own]) => !pairs.some(([other]) => other === own)),
  ]
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
