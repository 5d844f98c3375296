/** The grid of the chosen column, refreshed over time. */
import {
  computed,
  type ComputedRef,
  onBeforeUnmount,
  ref,
  type Ref,
  shallowRef,
  type ShallowRef,
  watch,
} from 'vue';
import { inOnePiece } from '../../../src/show/display/digits.ts';
import { headingOf, isNumericColumn, showValue } from '../../../src/show/display/server-columns.ts';
import { useFleet } from '../fleet.ts';
import type { FleetColumn, Server } from '../../api/servers.ts';
import { type FleetGrid, loadGrid } from './fleet-grid.ts';
import { messageOf } from '../../../src/core/message-of.ts';

export interface GridState {
  grid: Readonly<ShallowRef<FleetGrid | null>>;
  problem: Ref<string>;
  column: ComputedRef<FleetColumn | null>;
  heading: ComputedRef<string>;
  text(value: number | null): string;
}

const AGAIN_MS = 30_000;

export function useGrid(servers: () => readonly Server[]): GridState {
  const { client, preferences, roster, view } = useFleet();
  const grid = shallowRef<FleetGrid | null>(null);
  const problem = ref('');
  const column = computed(() => {
    const numbers = roster.columns.value.filter((one) => isNumericColumn(one, roster.servers.value));
    const usual = numbers.find(({ unit }) => unit === 'percent') ?? numbers[0];
    return numbers.find(({ key }) => key === view.metric) ?? usual ?? null;
  });
  let life = new AbortController();
  const load = async (): Promise<void> => {
    life.abort();
    life = new AbortController();
    const { signal } = life;
    if (column.value === null) return;
    const wish = {
      metric: column.value.key,
      span: view.span,
      refresh: roster.refresh.value,
      now: roster.now(),
    };
    try {
      const found = await loadGrid(client, servers(), wish, signal);
      if (signal.aborted) return;
      grid.value = found;
      problem.value = '';
    } catch (error) {
      if (!signal.aborted) problem.value = messageOf(error);
    }
  };
  watch(
    () =>
      [
        column.value?.key,
        view.span,
        servers()
          .map(({ id }) => id)
          .sort()
          .join(),
      ].join(' '),
    () => void load(),
    {
      immediate: true,
    },
  );
  const timer = setInterval(() => {
    if (!document.hidden) void load();
  }, AGAIN_MS);
  onBeforeUnmount(() => {
    clearInterval(timer);
    life.abort();
  });
  return {
    grid,
    problem,
    column,
    heading: computed(() => (column.value === null ? '' : headingOf(column.value))),
    text(value) {
      if (column.value === null || value === null) return '–';
      return inOnePiece(showValue(column.value, value, preferences));
    },
  };
}
