/** Layers below and above the lines of each plot: thresholds, gaps, events, notes and forecasts. */
import { computed, type Ref, type ShallowRef } from 'vue';
import { useForecasts } from '../state/forecasts.ts';
import type { Gander } from '../state/gander.ts';
import { coneOf, type Cones, futureOf } from './cone.ts';
import type { Layers } from './plot-layers.ts';
import type { Plot } from './plots.ts';
import type { ChartLimits } from './use-chart-limits.ts';
import type { ChartUse } from './use-chart.ts';
import type { ChartSeries } from './use-series.ts';

export function useChartLayers(
  { paletteSource, store, view }: Gander,
  all: Readonly<ShallowRef<readonly ChartSeries[]>>,
  chart: ChartUse,
  { banded, groups, limitLayers, thresholds }: ChartLimits,
  {
    colorOf,
    isFitted,
  }: { readonly colorOf: (index: number) => string; readonly isFitted: Readonly<Ref<boolean>> },
) {
  const { window } = chart;
  const forecasts = useForecasts();
  /** Forecasts of the series and their cones. */
  const predicted = computed(() =>
    all.value.flatMap(({ series, kind }, index) => {
      const found = forecasts.value.flatMap((forecast) => {
        const cone = coneOf(series, forecast, { kind, color: colorOf(index) });
        return cone === null ? [] : [{ forecast, cone }];
      });
      return store.past.value === null ? found : [];
    }),
  );
  /** Cached, so an equal one keeps its object. */
  const future = computed<Cones | null>((before) => {
    const cones = predicted.value.map(({ cone }) => cone);
    const to = Math.max(...predicted.value.map(({ forecast }) => forecast.to));
    const now = futureOf(cones, window.value, { now: chart.now.value, to });
    const isSame =
      before && now && before.lead === now.lead && JSON.stringify(before.cones) === JSON.stringify(now.cones);
    return isSame ? before : now;
  });
  const layers = computed(() => ({
    window: window.value,
    palette: paletteSource.palette.value,
    ...limitLayers(banded.value),
    gaps: chart.gaps.value,
    events: chart.events.value,
    marks: chart.marks.value,
    notes: chart.notes.value,
    future: future.value,
    reach: thresholds.reach.value,
    isFitted: isFitted.value,
    at: view.at,
  }));
  const layersOf = ({ isFirst, lines: [first] }: Plot): Layers =>
    isFirst
      ? layers.value
      : {
          ...layers.value,
          ...limitLayers(groups.value.find(({ kind }) => kind === first?.kind) ?? null),
          reach: null,
        };
  return { predicted, future, layersOf };
}
