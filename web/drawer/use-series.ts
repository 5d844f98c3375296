/** Series of the chart: the past from the agent, new values from the store. */
import { onBeforeUnmount, shallowRef, type ShallowRef, watch } from 'vue';
import type { ArchiveClient } from '../api/archive.ts';
import type { Client } from '../api/client.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Gander } from '../state/gander.ts';
import type { Ring } from '../store/ring.ts';
import { pluginOf, type Series } from '../../src/show/display/series.ts';
import { seriesOf, servedOf, unitKindOf, wordsOf } from '../store/described-series.ts';
import type { Store } from '../store/store.ts';
import type { Point } from './chart-data.ts';

export interface ChartSeries {
  id: string;
  plugin: string;
  name: string;
  series: Series;
  kind: Kind;
  /** The agent's description; empty until known. */
  words: string;
  points: Point[];
  /** The unit is known; numbers are not shown before. */
  isReady: boolean;
}

interface Held extends ChartSeries {
  ring: Ring;
  /** As taken from the store. */
  readonly tracked: Series;
}

/** Limit of points: the longest configurable history. */
const MOST = 30_000;

/** Replaced whenever something is new. */
export function useSeries({
  archive,
  archiveState,
  client,
  feed,
  store,
  view,
}: Gander): Readonly<ShallowRef<readonly ChartSeries[]>> {
  const shown = shallowRef<readonly ChartSeries[]>([]);
  let held: Held[] = [];
  let change = new AbortController();

  const publish = (): void => {
    shown.value = held.map((series) => ({ ...series, points: series.isReady ? series.points : [] }));
  };
  const load = async (signal: AbortSignal): Promise<void> => {
    const now = held;
    const unknown = now.filter(({ series }) => isUnknown(series, store));
    if (unknown.length > 0 && (archiveState.value ?? (await archive.state())).state !== 'off')
      await Promise.all(unknown.map((one) => findGone(one, archive, store.now())));
    const units = Promise.all(now.map((series) => loadUnit(client, store, series, signal)));
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
    for (const { tracked } of held) store.release(tracked);
  };
  // An address may be opened before the items are known.
  const isKnown = (id: string): boolean => store.latest(pluginOf(id)).value !== null;
  watch(
    () => view.chart.map((id) => `${id} ${isKnown(id)}`).join('\n'),
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
  // Catch up on the gap of a lost connection.
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
    tracked: series,
    kind: kindOf(series.plugin, name, null, servedOf(series, store)),
    words: '',
    isReady: false,
    points: [],
    ring: store.hold(series),
  };
}

/** Unknown to the agent and its archive: the address is wrong, or belongs to another host. */
export function isNone({ points, series }: Pick<ChartSeries, 'points' | 'series'>, store: Store): boolean {
  const served = servedOf(series, store);
  const isGone = series.item !== undefined && Object.keys(served).length === 0;
  return points.every(([, value]) => Number.isNaN(value)) && !isGone && !Object.hasOwn(served, series.field);
}

/** No item of this name is currently served. */
const isUnknown = ({ plugin, item }: Series, store: Store): boolean =>
  item === undefined && Array.isArray(store.latest(plugin).value);

/** Item and field of something gone, from the archive. */
async function findGone(held: Held, archive: ArchiveClient, now: number): Promise<void> {
  const { plugin } = held.series;
  const found = await archive.series(1, now, `${plugin}/*`).catch(() => []);
  const one = found.find(({ id }) => id === held.id);
  if (one === undefined || one.item === null) return;
  held.series = { plugin, field: one.field, item: one.item };
}

async function loadUnit(client: Client, store: Store, held: Held, signal: AbortSignal): Promise<void> {
  const asking = { client, store, signal };
  [held.kind, held.words] = await Promise.all([
    unitKindOf(held.series, held.id, asking),
    wordsOf(held.series, asking),
  ]);
  held.isReady = true;
}

function addPast(held: Held, older: readonly Point[]): void {
  const last = older.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  if (older.length > 0) held.points = [...older, ...held.points.filter(([time]) => time > last)];
  addNew(held);
}

function addNew({ ring, points }: Held): void {
  const last = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  let first = ring.length;
  while (first > 0 && ring.timeAt(first - 1) > last + 300) first -= 1;
  for (let index = first; index < ring.length; index += 1)
    points.push([ring.timeAt(index), ring.valueAt(index)]);
  if (points.length > MOST) points.splice(0, points.length - MOST);
}
