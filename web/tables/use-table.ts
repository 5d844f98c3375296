/** The state of a main table in the view: filter, order, columns, open details; it stands still on demand. */
import { computed, type ComputedRef, ref, type Ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type Gander, useGander } from '../state/gander.ts';
import { automaticKey, isSortKey } from '../../src/core/process-order.ts';
import { ruleOf, type TableSpec } from './column.ts';
import { type Hog, hogKey, type Running } from './process-columns.ts';
import { type FilterUse, useFilter } from './use-filter.ts';

/** The rows of the moment when a table was frozen. */
export interface Frozen<T> {
  readonly rows: readonly T[];
  readonly at: number;
}

export interface TableState<T> extends FilterUse<T> {
  gander: Gander;
  /** In the preferences. */
  name: string;
  /** With all columns there are, and with those that are chosen. */
  whole: ComputedRef<TableSpec<T>>;
  spec: ComputedRef<TableSpec<T>>;
  all: ComputedRef<readonly T[]>;
  /** Null while it is live. */
  frozen: Readonly<ShallowRef<Frozen<T> | null>>;
  /** Name of the order, `auto` resolved. */
  sort: ComputedRef<string>;
  isNarrow: ComputedRef<boolean>;
  /** True while rows keep their place. */
  isHeld: Ref<boolean>;
  /** Orders by a column; once more turns it round. */
  sortBy(key: string): void;
}

/** @param name of the table in the preferences */
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

/** What has the most memory, while little is left; another one only when that changes, and with it what a table consists of. */
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

/** Cores of the machine; changes only when their number does, and with it what a table consists of. */
export function useCores(): ComputedRef<number> {
  const cpu = useGander().store.latest('cpu');
  return computed(() => cpu.value?.cpucore ?? 1);
}
