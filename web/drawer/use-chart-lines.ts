/** Lines of a chart with their colours and figures, and its title. */
import { computed, type ShallowRef } from 'vue';
import { t } from '../../src/show/display/language.ts';
import { printable } from '../../src/show/display/printable.ts';
import { labelOf, titleOf } from '../../src/show/display/series-names.ts';
import type { Gander } from '../state/gander.ts';
import { figuresOf, valueNear } from './chart-data.ts';
import type { ChartUse } from './use-chart.ts';
import { type ChartSeries, isNone } from './use-series.ts';

const COLORS = ['--series-1', '--series-2', '--series-3', '--series-5', '--series-4', '--series-6'];

export type ChartLines = ReturnType<typeof useChartLines>;

export function useChartLines(
  { store, view, paletteSource, pointed }: Gander,
  all: Readonly<ShallowRef<readonly ChartSeries[]>>,
  { visible }: ChartUse,
) {
  const isEmpty = computed(() => {
    const { columns, earlier } = visible.value;
    const cells = [...columns.slice(1), ...(earlier ?? [])];
    return cells.every((values) => values.every((value) => typeof value !== 'number'));
  });
  const none = computed(() => all.value.filter((series) => series.isReady && isNone(series, store)));
  /** Why the chart is empty. */
  const nothing = computed(() =>
    none.value.length === all.value.length
      ? t('This machine has no such series: {names}', {
          names: none.value.map(({ id }) => printable(id, 80)).join(', '),
        })
      : t('Nothing was recorded in this range'),
  );
  /** In the palette of the theme. */
  const colorOf = (index: number): string => {
    void paletteSource.palette.value;
    const name = COLORS[index % COLORS.length] ?? '--series-1';
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  };
  const lines = computed(() =>
    all.value.map((series, index) => {
      const { columns, band, earlier, steps } = visible.value;
      const own = columns[index + 1] ?? [];
      const time = pointed.value ?? (view.at || null);
      const before = earlier?.[index];
      return {
        ...series,
        label: labelOf(series.series),
        color: colorOf(index),
        figures: figuresOf(own, band && { min: band.min[index] ?? [], max: band.max[index] ?? [] }),
        before: before === undefined ? null : figuresOf(before),
        here: time === null ? undefined : valueNear(columns[0], own, time / 1000, steps[index] ?? 1),
      };
    }),
  );
  const title = computed(() => {
    const [first, ...others] = lines.value;
    if (first === undefined || others.length === 0) return first?.label ?? '';
    const isSame = others.every(
      ({ plugin, series }) => plugin === first.plugin && series.item === first.series.item,
    );
    return isSame
      ? [titleOf(first.plugin), first.series.item].filter(Boolean).join(' ')
      : t('{length} series', { length: lines.value.length });
  });
  return { lines, title, colorOf, none, nothing, isEmpty };
}
