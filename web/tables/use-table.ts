/** State of a main table: filter, order, columns, open details, frozen or not. */
import { computed, type ComputedRef, ref, type Ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type Gander, useGander } from '../state/gander.ts';
import { automaticKey, isSortKey } from '../../src/core/process-order.ts';
import { ruleOf, type TableSpec } from './column.ts';
import type { Running } from '../../src/show/display/process-columns.ts';
import { type Hog, hogKey } from './process-columns.ts';
import { type FilterUse, useFilter } from './use-filter.ts';

/** Rows at the time of freezing. */
export interface Frozen<T> {
  readonly rows: readonly T[];
  readonly at: number;
}

export interface TableState<T> extends FilterUse<T> {
  gander: Gander;
  /** In the preferences. */
  name: string;
  /** All columns, and the chosen ones. */
  whole: ComputedRef<TableSpec<T>>;
  spec: ComputedRef<TableSpec<T>>;
  all: ComputedRef<readonly T[]>;
  /** Null: live. */
  frozen: Readonly<ShallowRef<Frozen<T> | null>>;
  /** Name of the order, `auto` resolved. */
  sort: ComputedRef<string>;
  isNarrow: ComputedRef<boolean>;
  /** True while rows keep their place. */
  isHeld: Ref<boolean>;
  /** Sorts by a column; again: reverses. */
  sortBy(key: string): void;
}

/** @param name of the table in preferences */
export function useTable<T extends object>(
  name: string,
  whole: ComputedRef<TableSpec<T>>,
  rows: () => readonly T[],
): TableState<T> {
  const gander = useGander();
  const { store, view, layout, preferences } = gander;
  const spec = computed(() => {
    const { columns } = whole.value;
    const chosen = columns.filter(
      ({ key, keep }) => keep === 0 || !preferences.columnsOff.includes(`${name}/${key}`),
    );
    return chosen.length === columns.length ? whole.value : { ...whole.value, columns: chosen };
  });
  const frozen = shallowRef<Frozen<T> | null>(null);
  watch(gander.isFrozen, (is) => (frozen.value = is ? { rows: rows(), at: store.now() } : null), {
    immediate: true,
  });
  const all = computed(() => frozen.value?.rows ?? rows());
  const alerts = store.latest('alert');
  const configured = computed(() => {
    const key: unknown = [store.limits.value['processlist']?.['processlist_sort_key']].flat()[0];
    return isSortKey(key) ? key : null;
  });
  const sort = computed(() =>
    view.sort === 'auto' ? (configured.value ?? automaticKey(alerts.value)) : view.sort,
  );
  return {
    gander,
    name,
    whole,
    spec,
    ...useFilter(
      () => all.value,
      () => view.filter,
    ),
    all,
    frozen,
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

/** Returns the row with the most memory while memory is short; cached, since the table depends on it. */
export function useHog<T extends Running>(
  rows: () => readonly T[],
  keyOf: (row: T) => string | number,
): ComputedRef<Hog<T> | null> {
  const { level } = useGander();
  const scarce = computed(() => level({ plugin: 'mem', field: 'percent' }));
  const hog = computed(() => hogKey(rows(), keyOf, scarce.value));
  return computed(() => {
    const { value: key } = hog;
    if (key === null || scarce.value === null) return null;
    return { level: scarce.value, is: (row) => keyOf(row) === key };
  });
}

/** Number of cores; cached, since the table depends on it. */
export function useCores(): ComputedRef<number> {
  const cpu = useGander().store.latest('cpu');
  return computed(() => cpu.value?.cpucore ?? 1);
}
