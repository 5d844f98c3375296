/**
 * The latest snapshots, and recent series of every value on screen. Snapshots are replaced as a whole and not deeply reactive;
 * `tick` changes once per update, regardless of the number of plugins.
 */
import type { PluginValue } from '../../src/core/served.ts';
import { computed, type ShallowRef, shallowRef } from 'vue';
import { clocksApart } from '../api/clock.ts';
import type { Limits, MachineVerdict, PluginReport, SnapshotOf, Snapshots } from '../api/types.ts';
import { itemsById, type Series } from '../../src/show/display/series.ts';
import { seriesName } from '../../src/core/series-name.ts';
import { createProcessTrail } from './process-trail.ts';
import { Ring } from './ring.ts';
import { shaped } from '../api/shapes.ts';
import { quietTypesIn } from '../../src/show/display/levels.ts';
import { createVerdicts, type ShownVerdict, type Verdicts } from './verdicts.ts';

/** New values of a plugin. */
export interface Update {
  plugin: string;
  value: unknown;
  /** Milliseconds of the agent's clock. */
  time: number;
}

/** The abnormal verdicts of a plugin. */
export interface LevelUpdate {
  plugin: string;
  alarming: readonly ShownVerdict[];
}

export interface Store {
  /** Returns the latest snapshot; null until there is one. */
  latest<P extends string>(plugin: P): Readonly<ShallowRef<SnapshotOf<P> | null>>;
  /** Changes once per update. */
  readonly tick: ShallowRef<number>;
  /** Milliseconds of the agent's clock; the browser's may differ by hours. */
  now(): number;
  readonly verdicts: Verdicts;
  /** The agent's list of alerts; null: not served, or not loaded yet. */
  readonly verdict: ShallowRef<MachineVerdict | null>;
  readonly limits: ShallowRef<Readonly<Record<string, Limits>>>;
  readonly reports: ShallowRef<readonly PluginReport[]>;
  /** Names of the served plugins. */
  readonly plugins: ShallowRef<readonly string[]>;
  apply(updates: readonly Update[], levels?: readonly LevelUpdate[]): void;
  /** Returns the recent series of a value, kept for as long as a component holds it. */
  hold(series: Series): Ring;
  release(series: Series): void;
  /** Tracked series that are held. */
  held(): readonly Tracked[];
  /** Called with each newly held series, which has no past yet. */
  onHeld: (tracked: Tracked) => void;
  /** The latest snapshots as received, whatever is shown. */
  readonly live: ReadonlyMap<string, PluginValue>;
  /** The past time on show; null: live. */
  readonly past: Readonly<ShallowRef<ShownPast | null>>;
  /** Shows a past time: replaces snapshots and passes empty series to `load`. */
  showPast(past: ShownPast | null): void;
  /** Milliseconds that sparklines cover. */
  readonly span: ShallowRef<number>;
}

export interface ShownPast {
  /** Null: snapshots stay live; only the series cover a longer time. */
  readonly snapshots: ReadonlyMap<string, PluginValue> | null;
  /** Receives all held series, and each one held later. */
  load(tracked: Tracked): void;
}

export interface Tracked {
  series: Series;
  ring: Ring;
}

interface HeldSeries extends Tracked {
  holders: number;
  /** When the last holder left; kept for a while in case one returns. */
  releasedAt: number;
}

/** Points of a series: five minutes at two seconds, with some room for faster agents. */
const CAPACITY = 320;
/** Sparklines cover five minutes, unless another time is shown. */
export const SPAN_MS = 300_000;
const KEEP_RELEASED_MS = 300_000;

export function createStore(clock: () => number = () => performance.now()): Store {
  const snapshots = new Map<string, ShallowRef<PluginValue>>();
  const tracked = new Map<string, Map<string, HeldSeries>>();
  const tick = shallowRef(0);
  const refOf = (plugin: string): ShallowRef<PluginValue> => {
    const known = snapshots.get(plugin);
    if (known !== undefined) return known;
    const made = shallowRef<PluginValue>(null);
    snapshots.set(plugin, made);
    return made;
  };
  const live = new Map<string, PluginValue>();
  /** When each of them was sampled. */
  const times = new Map<string, number>();
  const past = shallowRef<ShownPast | null>(null);
  const trail = createProcessTrail(SPAN_MS, CAPACITY);
  /** Milliseconds by which the agent's clock is ahead. */
  let ahead = 0;
  const verdict = shallowRef<MachineVerdict | null>(null);
  const quiet = computed(() => quietTypesIn(verdict.value?.alerts ?? []));
  const store: Store = {
    live,
    past,
    span: shallowRef(SPAN_MS),
    showPast(shown) {
      past.value = shown;
      for (const [plugin, value] of shown?.snapshots ?? live) refOf(plugin).value = value;
      for (const one of store.held()) {
        one.ring.clear();
        if (shown === null) store.onHeld(one);
        else shown.load(one);
      }
      tick.value += 1;
    },
    latest: <P extends string>(plugin: P) => refOf(plugin) as ShallowRef<SnapshotOf<P> | null>,
    tick,
    now: () => Date.now() + ahead,
    verdicts: createVerdicts(() => quiet.value),
    verdict,
    limits: shallowRef({}),
    reports: shallowRef([]),
    plugins: shallowRef([]),
    apply(updates, levels = []) {
      for (const { plugin, alarming } of levels) store.verdicts.takeAlarming(plugin, alarming);
      for (const { plugin, value: given, time } of updates) {
        const value = shaped(plugin, given);
        live.set(plugin, value);
        times.set(plugin, time);
        if (plugin === 'now') ahead = clocksApart(Date.parse((value as Snapshots['now'] | null)?.iso ?? ''));
        if (plugin === 'processlist') trail.record((value ?? []) as Snapshots['processlist'], time);
        if (!past.value?.snapshots) refOf(plugin).value = value;
        const own = tracked.get(plugin);
        if (own !== undefined && past.value === null) record(own, value, time, clock());
      }
      tick.value += 1;
    },
    hold(series) {
      const own = tracked.get(series.plugin) ?? new Map<string, HeldSeries>();
      tracked.set(series.plugin, own);
      const name = seriesName(series);
      const known = own.get(name);
      if (known !== undefined) {
        known.holders += 1;
        return known.ring;
      }
      const kept: HeldSeries = { series, ring: new Ring(CAPACITY), holders: 1, releasedAt: 0 };
      own.set(name, kept);
      // The agent keeps no history of processes.
      if (series.plugin === 'processlist') kept.ring.merge(trail.points(series.item ?? '', series.field));
      else if (past.value !== null) past.value.load(kept);
      else {
        // The series may end at a slightly different time: end it in the value shown beside it.
        const time = times.get(series.plugin);
        if (time !== undefined)
          record(new Map([[name, kept]]), live.get(series.plugin) ?? null, time, clock());
        store.onHeld(kept);
      }
      return kept.ring;
    },
    release(series) {
      const kept = tracked.get(series.plugin)?.get(seriesName(series));
      if (kept === undefined) return;
      kept.holders -= 1;
      kept.releasedAt = clock();
    },
    held: () => [...tracked.values()].flatMap((own) => [...own.values()]),
    onHeld: () => undefined,
  };
  return store;
}

/** Appends a plugin's new values to the tracked series and drops those without a holder. */
function record(tracked: Map<string, HeldSeries>, value: PluginValue, time: number, now: number): void {
  const items = Array.isArray(value) ? itemsById(value) : null;
  for (const [name, { series, ring, holders, releasedAt }] of tracked) {
    if (holders === 0 && now - releasedAt > KEEP_RELEASED_MS) {
      tracked.delete(name);
      continue;
    }
    const source = series.item === undefined ? value : items?.get(series.item);
    const number = (source as Record<string, unknown> | null | undefined)?.[series.field];
    ring.push(time, typeof number === 'number' ? number : Number.NaN);
  }
}
