/**
 * The background sampling of all plugins. Requests never read the host: they take snapshots from the store, and
 * at most wake a resting plugin and wait for that one read.
 */
import type { Clock, Host } from '../core/host.ts';
import type { Options, OptionValues } from '../core/options.ts';
import type { MaybePromise, Plugin } from '../core/plugin.ts';
import type { Source, SourceInstance } from '../core/source.ts';
import type { Store } from '../store/store.ts';
import { createRunner, type Health, type Runner } from './runner.ts';
import { advance, type Group, intervalMs, isAwake, isStale } from './schedule.ts';
import { createSources } from './sources.ts';

/** Between the two samples before the first answer: long enough for the kernel's 10 ms ticks to mean something. */
const WARM_UP_GAP_MS = 120;
/** How long the start waits for one sample of all plugins; a plugin that takes longer comes later. */
const WARM_UP_PATIENCE_MS = 150;
/** A request that wakes a plugin waits no longer than this, however long its deadline. */
const WAKE_PATIENCE_MS = 5000;
/** Light plugins read at one tick give way to requests after this time. */
const SLICE_MS = 5;

export interface SamplerSetup {
  /** The enabled plugins. */
  plugins: readonly Plugin[];
  host: Host;
  store: Store;
  optionsOf(plugin: string): OptionValues<Options>;
  /** Seconds between samples. */
  refreshOf(plugin: Plugin): number;
  /** Samples `_mean` covers. */
  meanSamples: number;
  /** Told when a plugin stops or resumes working. */
  onHealth?(plugin: string, health: Health, reason: string | null): void;
}

/** How a plugin is doing, for `/api/plugins`. */
export interface PluginState {
  name: string;
  /** `paused`: a heavy plugin nobody looks at, read at a slow beat. */
  state: Health | 'paused';
  reason: string | null;
  /** Seconds between samples at present. */
  refresh: number;
  duration_ms: number | null;
  /** Milliseconds since the epoch. */
  last_sample: number | null;
}

export interface Sampler {
  /** Takes two samples of everything, then goes on in the background. */
  start(): Promise<void>;
  stop(): void;
  /** Says that someone looks at these plugins. The promise, if any, ends when those that rested have been read. */
  want(plugins: readonly string[]): Promise<void> | null;
  states(): PluginState[];
  /** The instance of a source, for those who steer it. */
  instance<T, X extends object>(source: Source<T, X>): SourceInstance<T> & X;
}

export function createSampler(setup: SamplerSetup): Sampler {
  const { host, store } = setup;
  const { clock } = host;
  const runners = new Map<string, Runner>();
  const sources = createSources({
    host,
    optionsOf: setup.optionsOf,
    notice: (plugin, topic, text) => runners.get(plugin)?.notice(topic, text),
  });
  for (const plugin of setup.plugins) {
    const runner = createRunner({
      plugin,
      clock,
      store,
      meanSamples: setup.meanSamples,
      refreshSeconds: setup.refreshOf(plugin),
      context: (own) => ({
        host,
        options: setup.optionsOf(plugin.name),
        use: (source) => () => sources.read(source),
        notice: own.notice,
      }),
      onHealth: setup.onHealth ?? (() => {}),
    });
    runners.set(plugin.name, runner);
  }
  const groups = groupRunners([...runners.values()], setup.refreshOf);
  const groupOf = new Map(
    groups.flatMap((group) => group.runners.map((runner) => [runner.plugin.name, group])),
  );
  let cancelTimer = () => {};
  let running = false;

  const readGroups = async (due: readonly Group[], recorded: boolean): Promise<void> => {
    sources.nextTick();
    const pending: MaybePromise<void>[] = [];
    let sliceStart = clock.monotonic();
    for (const runner of due.flatMap((group) => group.runners)) {
      pending.push(runner.run(recorded));
      if (clock.monotonic() - sliceStart < SLICE_MS) continue;
      await new Promise(setImmediate);
      sliceStart = clock.monotonic();
    }
    await Promise.all(pending);
  };

  const plan = (): void => {
    cancelTimer();
    if (!running) return;
    const dueAt = Math.min(...groups.map((group) => group.dueAt));
    if (Number.isFinite(dueAt)) cancelTimer = clock.setTimer(tick, Math.max(0, dueAt - clock.monotonic()));
  };

  const tick = (): void => {
    const now = clock.monotonic();
    const due = groups.filter((group) => group.dueAt <= now);
    for (const group of due) advance(group, now);
    void readGroups(due, true);
    plan();
  };

  const wake = (group: Group, now: number): Promise<void> => {
    group.dueAt = now + group.refreshMs;
    plan();
    group.waking = within(clock, WAKE_PATIENCE_MS, readGroups([group], true)).finally(
      () => (group.waking = null),
    );
    return group.waking;
  };

  return {
    async start() {
      await within(clock, WARM_UP_PATIENCE_MS, readGroups(groups, false));
      await new Promise<void>((resolve) => void clock.setTimer(resolve, WARM_UP_GAP_MS));
      await within(clock, WARM_UP_PATIENCE_MS, readGroups(groups, true));
      running = true;
      const now = clock.monotonic();
      for (const group of groups) group.dueAt = now + intervalMs(group, now);
      plan();
    },
    stop() {
      running = false;
      cancelTimer();
    },
    want(plugins) {
      const now = clock.monotonic();
      const waits: Promise<void>[] = [];
      for (const group of new Set(plugins.map((name) => groupOf.get(name)))) {
        if (group === undefined || !group.heavy) continue;
        const rested = !isAwake(group, now);
        group.wantedAt = now;
        if (group.waking) waits.push(group.waking);
        else if (running && isStale(group, now) && !group.runners.some((runner) => runner.busy)) {
          waits.push(wake(group, now));
        } else if (rested) {
          group.dueAt = Math.min(group.dueAt, now + group.refreshMs);
          plan();
        }
      }
      return waits.length === 0 ? null : Promise.all(waits).then(() => {});
    },
    states() {
      const now = clock.monotonic();
      return [...groupOf].map(([name, group]) => stateOf(name, group, now));
    },
    instance: sources.instance,
  };

  function stateOf(name: string, group: Group, now: number): PluginState {
    const runner = runners.get(name) as Runner;
    return {
      name,
      state: runner.health === 'ok' && !isAwake(group, now) ? 'paused' : runner.health,
      reason: runner.reason,
      refresh: intervalMs(group, now) / 1000,
      duration_ms: runner.durationMs,
      last_sample: store.latest(name).time,
    };
  }
}

/** Plugins paced by another one join its group, if that one is enabled. */
function groupRunners(runners: readonly Runner[], refreshOf: (plugin: Plugin) => number): Group[] {
  const enabled = new Set(runners.map((runner) => runner.plugin.name));
  const leaderOf = ({ name, pacedBy }: Plugin): string => (pacedBy && enabled.has(pacedBy) ? pacedBy : name);
  const leaders = runners.filter((runner) => leaderOf(runner.plugin) === runner.plugin.name);
  return leaders.map((leader) => ({
    runners: runners.filter((runner) => leaderOf(runner.plugin) === leader.plugin.name),
    refreshMs: refreshOf(leader.plugin) * 1000,
    heavy: leader.plugin.weight === 'heavy',
    dueAt: Number.POSITIVE_INFINITY,
    wantedAt: Number.NEGATIVE_INFINITY,
    waking: null,
  }));
}

/** Ends with the work or after `ms`, whichever is first. */
function within(clock: Clock, ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(resolve, ms);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
}
