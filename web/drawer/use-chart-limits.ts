/** Thresholds of a chart: one group fills its first plot and may be edited, the others are lines. */
import { computed, nextTick, ref, type ShallowRef } from 'vue';
import { comparedKind } from '../../src/show/display/subjects.ts';
import type { Gander } from '../state/gander.ts';
import { type LimitGroup, limitGroups } from './limit-groups.ts';
import type { Layers } from './plot-layers.ts';
import { areShares } from './stack.ts';
import type { ChartSeries } from './use-series.ts';
import { useThresholds } from './use-thresholds.ts';

export type ChartLimits = ReturnType<typeof useChartLimits>;

/** @param colorOf of a line, by its place */
export function useChartLimits(
  gander: Gander,
  all: Readonly<ShallowRef<readonly ChartSeries[]>>,
  colorOf: (index: number) => string,
) {
  const { store } = gander;
  /** Thresholds do not apply to stacks. */
  const isStacked = computed(() => areShares(all.value.map(({ series }) => series)));
  /** Cached, so equal ones keep their objects. */
  const groups = computed<readonly LimitGroup[]>((before) => {
    const now = isStacked.value ? [] : limitGroups(all.value, store.verdicts);
    return before && JSON.stringify(before) === JSON.stringify(now) ? before : now;
  });
  /** The series whose thresholds were edited last. */
  const chosen = ref('');
  /** Editable thresholds that fill the first chart. */
  const banded = computed(() => {
    const kind = all.value[0]?.kind;
    const possible = groups.value.filter((group) => group.kind === kind);
    return possible.find(({ id }) => id === chosen.value) ?? possible[0] ?? null;
  });
  const thresholds = useThresholds(gander, () => banded.value?.series ?? null);
  const canChange = (group: LimitGroup): boolean =>
    group.kind === banded.value?.kind && thresholds.canChange(group.series);
  const change = async (group: LimitGroup): Promise<void> => {
    if (group.id === banded.value?.id && thresholds.isOpen.value) return void thresholds.close();
    chosen.value = group.id;
    // Another series closes the form.
    await nextTick();
    thresholds.open(true);
  };
  /** Configured thresholds. */
  const ruleKind = computed(() => {
    const { value: verdict } = thresholds.verdict;
    return verdict === undefined ? 'plain' : comparedKind(banded.value?.series.plugin ?? '', verdict);
  });
  /** One group fills the chart, the others are lines. */
  const limitLayers = (filling: LimitGroup | null): Pick<Layers, 'bands' | 'limits'> => ({
    bands: filling?.bands ?? null,
    limits: groups.value
      .filter((group) => group !== filling)
      .map(({ bands: { thresholds: values }, kind, at }) => ({
        thresholds: values,
        kind,
        color: colorOf(at),
      })),
  });
  return { isStacked, groups, banded, thresholds, canChange, change, ruleKind, limitLayers };
}
