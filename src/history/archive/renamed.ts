/** Maps former names of series. */
import { RENAMED_SERIES, type RenamedSeries } from '../../core/renamed-series.ts';
import type { SeriesInfo } from '../past/series.ts';
import type { BinSink } from './format/bins.ts';

/** A former name of a series, and the conversion of its values. */
interface FormerName {
  readonly id: string;
  readonly rename: RenamedSeries;
}

/** Former names by current id. */
export function formerNames(id: string, renamed = RENAMED_SERIES): FormerName[] {
  return renamed.flatMap((rename) => {
    const { from, to } = rename;
    const before = id.slice(0, -to.field.length);
    // `plugin/field`, or `plugin/item_field` with any item.
    const isOne = id.endsWith(to.field) && before.startsWith(`${to.plugin}/`) && /[/_]$/.test(before);
    if (!isOne || (before.endsWith('_') && before.length < to.plugin.length + 3)) return [];
    return [{ id: `${from.plugin}${before.slice(to.plugin.length)}${from.field}`, rename }];
  });
}

/** Current name of a stored series, and the factor of its values. @param time of its first value */
export function currentName(
  info: SeriesInfo,
  time: number,
  renamed = RENAMED_SERIES,
): { info: SeriesInfo; factor: number } {
  const rename = renamed.find(
    ({ from, since }) => from.plugin === info.plugin && from.field === info.field && time < since,
  );
  return rename === undefined ? { info, factor: 1 } : { info: asToday(info, rename), factor: rename.factor };
}

export const asToday = (info: SeriesInfo, { to }: RenamedSeries): SeriesInfo => ({ ...info, ...to });

/** Converts values of a former name. */
export const rescaled = (sink: BinSink, { factor, since }: RenamedSeries): BinSink => ({
  addSample(time, cover, value) {
    if (time < since) sink.addSample(time, cover, value * factor);
  },
  addPoint(time, span, { avg, min, max, covered }) {
    const ends = [min * factor, max * factor] as const;
    if (time < since)
      sink.addPoint(time, span, {
        avg: avg * factor,
        min: Math.min(...ends),
        max: Math.max(...ends),
        covered,
      });
  },
});
