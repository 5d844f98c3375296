/** The filter of a table: its result, marks and error. */
import { computed, type ComputedRef, onScopeDispose, shallowRef, watch } from 'vue';
import {
  fieldsOf,
  type Filters,
  hasExpression,
  marksOf,
  parseFilters,
  select,
} from '../../src/show/display/filter.ts';
import { matchesIn, type Places } from './filter-places.ts';
import { createMatcher } from './matcher.ts';

/** Finds marks, synchronously if possible. */
export type Marker = (texts: readonly string[]) => Places | Promise<Places>;
export type FilterProblem = 'invalid' | 'slow' | 'failed';

export interface FilterUse<T> {
  filters: ComputedRef<Filters>;
  items: ComputedRef<readonly T[]>;
  marker: ComputedRef<Marker | null>;
  problem: ComputedRef<FilterProblem | null>;
}

interface Trouble {
  readonly text: string;
  readonly problem: 'slow' | 'failed';
}

export function useFilter<T extends object>(all: () => readonly T[], text: () => string): FilterUse<T> {
  const matcher = createMatcher();
  onScopeDispose(matcher.close);
  const filters = computed(() => parseFilters(text()));
  const isGuarded = computed(() => filters.value.invalid === null && hasExpression(filters.value));
  /** Previous items, shown until the worker answers. */
  const found = shallowRef<readonly T[]>(all());
  const trouble = shallowRef<Trouble | null>(null);
  const failed = computed(() => {
    const { problem = null, text: of } = trouble.value ?? {};
    return of === filters.value.text ? problem : null;
  });
  const items = computed(() => {
    if (failed.value !== null) return [];
    return isGuarded.value ? found.value : select(all(), filters.value);
  });
  async function search(rows: readonly T[], wanted: Filters): Promise<void> {
    const fields = fieldsOf(wanted);
    const { text: filter } = wanted;
    const outcome = await matcher.ask({ filter, items: rows.map((row) => pick(row, fields)) });
    if (outcome === 'late' || filters.value.text !== filter) return;
    if (typeof outcome === 'string') {
      trouble.value = { text: filter, problem: outcome };
      return;
    }
    trouble.value = null;
    found.value = outcome.map((at) => rows[at] as T);
  }
  watch(
    [all, filters],
    () => {
      if (!isGuarded.value) found.value = items.value;
      // It would take as long again.
      else if (failed.value !== 'slow') void search(all(), filters.value);
    },
    { immediate: true },
  );
  /** A filter whose marks take too long to find. */
  let unmarked = '';
  const marker = computed((): Marker | null => {
    const pattern = filters.value.invalid === null ? marksOf(filters.value) : null;
    if (pattern === null) return null;
    if (!isGuarded.value) return (texts) => matchesIn(texts, pattern);
    const filter = filters.value.text;
    return async (texts) => {
      const outcome =
        unmarked === filter || failed.value !== null ? 'late' : await matcher.ask({ filter, texts });
      if (outcome === 'slow') unmarked = filter;
      return typeof outcome === 'string' ? [] : outcome;
    };
  });
  return {
    filters,
    items,
    marker,
    problem: computed(() => (filters.value.invalid === null ? failed.value : 'invalid')),
  };
}

const pick = (row: object, fields: readonly string[]): object =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(row, field))
      .map((field) => [field, (row as Record<string, unknown>)[field]]),
  );
