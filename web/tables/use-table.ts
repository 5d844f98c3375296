/** The state of a main table in the view: filter, order, open details. */
import { computed, type ComputedRef, ref, type Ref } from 'vue';
import { type Gander, useGander } from '../state/gander.ts';
import { automaticKey, isSortKey } from '../../src/core/process-order.ts';
import { ruleOf, type TableSpec } from './column.ts';
import { type Filters, parseFilters, select } from '../../src/display/filter.ts';

export interface TableState<T> {
  gander: Gander;
  filters: ComputedRef<Filters>;
  /** Those that the filter leaves. */
  items: ComputedRef<readonly T[]>;
  /** Name of the order, `auto` resolved. */
  sort: ComputedRef<string>;
  isNarrow: ComputedRef<boolean>;
  /** True while rows keep their place. */
  isHeld: Ref<boolean>;
  /** Orders by a column; once more turns it round. */
  sortBy(key: string): void;
}

export function useTable<T extends object>(
  spec: ComputedRef<TableSpec<T>>,
  all: () => readonly T[],
): TableState<T> {
  const gander = useGander();
  const { store, view, layout } = gander;
  const alerts = store.latest('alert');
  const filters = computed(() => parseFilters(view.filter));
  const configured = computed(() => {
    const key: unknown = [store.limits.value['processlist']?.['processlist_sort_key']].flat()[0];
    return isSortKey(key) ? key : null;
  });
  const sort = computed(() =>
    view.sort === 'auto' ? (configured.value ?? automaticKey(alerts.value)) : view.sort,
  );
  return {
    gander,
    filters,
    items: computed(() => select(all(), filters.value)),
    sort,
    isNarrow: computed(() => layout.value === 'narrow'),
    isHeld: ref(false),
    sortBy(key) {
      const isSame = ruleOf(spec.value, sort.value).key === key;
      view.isReversed = isSame && !view.isReversed;
      view.sort = key;
    },
  };
}

/** Cores of the machine; changes only when their number does, and with it what a table consists of. */
export function useCores(): ComputedRef<number> {
  const cpu = useGander().store.latest('cpu');
  return computed(() => cpu.value?.cpucore ?? 1);
}
