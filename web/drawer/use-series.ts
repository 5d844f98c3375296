/** The series of the chart: their past from the agent, what comes then from the store. */
import { onBeforeUnmount, shallowRef, type ShallowRef, watch } from 'vue';
import type { Client } from '../api/client.ts';
import type { PluginName } from '../api/types.ts';
import type { Kind } from '../units/units.ts';
import type { Gander } from '../state/gander.ts';
import type { Ring } from '../state/ring.ts';
import { itemsById, type Series, type Store } from '../state/store.ts';
import { kindOf, type Point } from './chart-data.ts';

export interface ChartSeries {
  id: string;
  plugin: string;
  name: string;
  series: Series;
  kind: Kind;
  points: Point[];
}

interface Held extends ChartSeries {
  ring: Ring;
}

/** More points than the longest history that can be configured are not kept. */
const MOST = 30_000;

/** Plugin, item and field of an id such as `network/eth0_bytes_recv_rate_per_sec`. */
export function seriesOf(id: string, store: Store): Series {
  const slash = id.indexOf('/');
  const plugin = id.slice(0, slash) as PluginName;
  const name = id.slice(slash + 1);
  const snapshot = store.latest(plugin).value as unknown;
  if (!Array.isArray(snapshot)) return { plugin, field: name };
  const items = [...itemsById(snapshot as Record<string, unknown>[]).keys()].filter((item) =>
    name.startsWith(`${item}_`),
  );
  const item = items.sort((a, b) => b.length - a.length)[0];
  return item === undefined ? { plugin, field: name } : { plugin, field: name.slice(item.length + 1), item };
}

/** Changes as a whole whenever there is something new. */
export function useSeries({
  client,
  feed,
  store,
  view,
}: Gander): Readonly<ShallowRef<readonly ChartSeries[]>> {
  const shown = shallowRef<readonly ChartSeries[]>([]);
  let held: Held[] = [];
  let change = new AbortController();

  const publish = (): void => {
    shown.value = held.map((series) => ({ ...series }));
  };
  const load = async (signal: AbortSignal): Promise<void> => {
    const now = held;
    const units = Promise.all(now.map((series) => loadUnit(client, series, signal)));
    const found = await feed.past.points(
      now.map(({ id }) => id),
      undefined,
      signal,
    );
    await units;
    if (signal.aborted) return;
    for (const series of now) addPast(series, found.get(series.id) ?? []);
    publish();
  };
  const release = (): void => {
    change.abort();
    for (const { series } of held) store.release(series);
  };
  watch(
    () => view.chart.join('\n'),
    () => {
      release();
      change = new AbortController();
      held = view.chart.map((id) => hold(id, store));
      publish();
      void load(change.signal);
    },
    { immediate: true },
  );
  watch(store.tick, () => {
    for (const series of held) addNew(series);
    publish();
  });
  // What was missed while the connection was lost.
  watch(
    () => feed.connection.value.kind,
    (kind) => {
      if (kind === 'live') void load(change.signal);
    },
  );
  onBeforeUnmount(release);
  return shown;
}

function hold(id: string, store: Store): Held {
  const series = seriesOf(id, store);
  const name = id.slice(id.indexOf('/') + 1);
  return {
    id,
    plugin: series.plugin,
    name,
    series,
    kind: kindOf(series.plugin, name, null),
    points: [],
    ring: store.hold(series),
  };
}

async function loadUnit(client: Client, held: Held, signal: AbortSignal): Promise<void> {
  const { plugin, name, series } = held;
  const field = series.field.replace(/_rate_per_sec$/, '');
  const path = `api/4/${encodeURIComponent(plugin)}/${encodeURIComponent(field)}/unit`;
  held.kind = kindOf(plugin, name, unitIn(await client.get<unknown>(path, signal).catch(() => null)));
}

function addPast(held: Held, older: readonly Point[]): void {
  const last = older.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  if (older.length > 0) held.points = [...older, ...held.points.filter(([time]) => time > last)];
  addNew(held);
}

/** A text, or an object that holds it. */
const unitIn = (answer: unknown): string | null => {
  const value = typeof answer === 'object' && answer !== null ? Object.values(answer)[0] : answer;
  return typeof value === 'string' ? value : null;
};

function addNew({ ring, points }: Held): void {
  const last = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  let first = ring.length;
  while (first > 0 && ring.timeAt(first - 1) > last + 300) first -= 1;
  for (let index = first; index < ring.length; index += 1)
    points.push([ring.timeAt(index), ring.valueAt(index)]);
  if (points.length > MOST) points.splice(0, points.length - MOST);
}
