/** Recent events of the shown servers, and their current alerts; both are asked for again while they are shown. */
import { computed, type ComputedRef, onBeforeUnmount, type Ref, ref, shallowRef, watch } from 'vue';
import { headingOf, showValue } from '../../../src/show/display/server-columns.ts';
import { hasPage } from '../../api/server-page.ts';
import type { AlertsOfServer, Server } from '../../api/servers.ts';
import type { AlertEvent } from '../../api/types.ts';
import { useFleet } from '../fleet.ts';
import { type HostLane, lanesOf, loadEvents, type StandingAlert, standingAlerts } from './fleet-alerts.ts';

/** Requested servers. */
const MOST = 300;
const AGAIN_MS = 60_000;
const LISTS_AGAIN_MS = 10_000;

export interface FleetEvents {
  readonly hours: Ref<number>;
  /** Number of requested servers. */
  readonly asked: ComputedRef<number>;
  /** Servers without an answer. */
  readonly missing: Ref<number>;
  readonly isLoading: Ref<boolean>;
  /** Unix seconds of the answers. */
  readonly now: Ref<number>;
  readonly lanes: ComputedRef<readonly HostLane[]>;
  readonly standing: ComputedRef<readonly StandingAlert[]>;
}

export function useFleetEvents(): FleetEvents {
  const { client, preferences, roster, shown } = useFleet();
  const hours = ref(24);
  const asked = computed(() => shown.value.filter(hasPage).slice(0, MOST));
  const found = shallowRef<ReadonlyMap<Server, readonly AlertEvent[]>>(new Map());
  const missing = ref(0);
  const isLoading = ref(true);
  const now = ref(roster.now() / 1000);
  let life = new AbortController();
  async function load(): Promise<void> {
    life.abort();
    life = new AbortController();
    const { signal } = life;
    const next = new Map<Server, readonly AlertEvent[]>();
    let failed = 0;
    isLoading.value = true;
    const take = (server: Server, events: readonly AlertEvent[] | null): void => {
      if (events === null) failed += 1;
      else next.set(server, events);
    };
    await loadEvents(client, asked.value, hours.value, take, signal);
    if (signal.aborted) return;
    [found.value, missing.value, isLoading.value, now.value] = [next, failed, false, roster.now() / 1000];
  }
  watch(
    () => `${hours.value} ${asked.value.map(({ id }) => id).join()}`,
    () => void load(),
    { immediate: true },
  );
  const lists = shallowRef<readonly AlertsOfServer[]>([]);
  async function loadLists(): Promise<void> {
    if (document.hidden) return;
    lists.value = await client.get<readonly AlertsOfServer[]>('api/servers/alerts').catch(() => lists.value);
  }
  void loadLists();
  const timers = [
    setInterval(() => void loadLists(), LISTS_AGAIN_MS),
    setInterval(() => {
      if (!document.hidden) void load();
    }, AGAIN_MS),
  ];
  onBeforeUnmount(() => {
    for (const timer of timers) clearInterval(timer);
    life.abort();
  });
  return {
    hours,
    asked: computed(() => asked.value.length),
    missing,
    isLoading,
    now,
    lanes: computed(() => lanesOf(found.value, now.value - hours.value * 3600)),
    standing: computed(() =>
      standingAlerts(shown.value, lists.value, roster.columns.value, (column, value) => {
        const { digits, unit } = showValue(column, value, preferences);
        return `${headingOf(column)} ${digits} ${unit}`.trim();
      }),
    ),
  };
}
