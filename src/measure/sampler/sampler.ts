/**
 * Background sampling of all plugins. Requests never read the host: they use stored snapshots, and at most wake an idle plugin and
 * wait for its read.
 */
import type { Host, HostReader } from '../../core/host.ts';
import { inTime } from '../../core/in-time.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import { inEnglish, type Said } from '../../core/said.ts';
import type { Source, SourceInstance } from '../../core/source.ts';
import type { Store } from '../../core/store/store.ts';
import { filesOf, readerOn } from './plugin-files.ts';
import { createRunner, type Health, type Runner } from './runner.ts';
import { groupRunners } from './groups.ts';
import {
  advance,
  type PluginGroup,
  hasten,
  intervalMs,
  isAwake,
  isOutdated,
  isSeldom,
  needsRead,
  nextAt,
} from './schedule.ts';
import { watchShortages } from './shortages.ts';
import { createSources } from './sources.ts';
import { Slice } from '../../core/slice.ts';

/** Between the two samples before the first answer: long enough for the kernel's 10 ms ticks to mean something. */
const WARM_UP_GAP_MS = 100;
/** Time that the first reads may delay the start. Longer ones continue in the background. */
const FIRST_TIMEOUT_MS = 50;
/** Longest wait of the start for a sample of all plugins; slower ones follow later. */
const WARM_UP_TIMEOUT_MS = 150;
/** A request waits for a read no longer than this, however long the deadline of the plugin. */
const REQUEST_TIMEOUT_MS = { heavy: 5000, light: 300 };
/** Delay of reads requested by a plugin. */
const LEAST_AGAIN_MS = 50;

export interface SamplerSetup {
  /** The enabled plugins. */
  plugins: readonly Plugin[];
  host: Host;
  store: Store;
  optionsOf(plugin: string): OptionValues<Options>;
  /** Seconds between samples. */
  refreshOf(plugin: Plugin): number;
  /** Seconds between samples without clients. */
  idleRefreshOf(plugin: Plugin): number;
  /** Samples `_mean` covers. */
  meanSamples: number;
  /** Logical cores of the machine; default: unknown. */
  cores?: number;
  /** Called when a plugin stops or resumes working. */
  onHealth?(plugin: string, health: Health, reason: string | null): void;
}

/** State of a plugin, for `/api/plugins`. */
export interface PluginState {
  name: string;
  /** `paused`: without readers, sampled slowly. */
  state: Health | 'paused';
  reason: string | null;
  /** The same as data; absent: there is none. */
  reason_said?: Said;
  /** Seconds between samples at present. */
  refresh: number;
  duration_ms: number | null;
  /** Milliseconds since the epoch. */
  last_sample: number | null;
}

export interface Sampler {
  /** Takes the first sample of everything; work before {@link start} shortens its wait. */
  begin(): Promise<void>;
  /** Takes two samples of everything, then continues in the background. */
  start(): Promise<void>;
  stop(): void;
  /** Marks plugins as used. The promise, if any, resolves when idle ones have been read. */
  touch(plugins: readonly string[]): Promise<void> | null;
  /**
   * Keeps these plugins at their refresh until the result is called; idle ones are read soon, but never within the call, which may
   * happen during a sample.
   */
  keepActive(plugins: readonly string[]): () => void;
  /** Like {@link keepActive}, for readers who mainly need names: after a while, only every third refresh is read. */
  keepSlow(plugins: readonly string[]): () => void;
  /** Keeps these plugins at least at the slow rate, also rarely read ones. */
  observe(plugins: readonly string[]): () => void;
  /** Excludes a plugin from its group's samples until the result is called, which reads it. For callers that are its only user. */
  suspend(plugin: string): () => void;
  /** Reads idle ones of these plugins once, without activating them. */
  refreshIdle(plugins: readonly string[]): void;
  states(): PluginState[];
  /** A plugin's first read has not ended: its value is unknown, not empty. */
  isUnread(plugin: string): boolean;
  /** True if the last read failed or is running: the snapshot is older. */
  isStale(plugin: string): boolean;
  /** Returns the instance of a source, for its controllers. */
  instance<T, X extends object>(source: Source<T, X>): SourceInstance<T> & X;
}

export function createSampler(setup: SamplerSetup): Sampler {
  const { store } = setup;
  const { watched, shortages } = watchShortages();
  const host = watched(setup.host);
  const readerOf = (name: string): HostReader | null => {
    const reader = setup.host.reader?.(name) ?? null;
    return reader && readerOn(reader, watched(reader.host));
  };
  const { clock } = host;
  const runners = new Map<string, Runner>();
  const sources = createSources({
    host,
    reader: readerOf,
    shortages,
    optionsOf: setup.optionsOf,
    notice: (plugin, topic, text) => runners.get(plugin)?.notice(topic, text),
    isWatched: (plugin) => groupsOf([plugin]).every((group) => isAwake(group, clock.monotonic())),
  });
  for (const plugin of setup.plugins) {
    const reader = readerOf(plugin.name);
    const used = new Set<Source>();
    const runner = createRunner({
      plugin,
      clock,
      store,
      meanSamples: setup.meanSamples,
      ...(setup.cores !== undefined && { cores: setup.cores }),
      refreshSeconds: setup.refreshOf(plugin),
      context: {
        host: reader?.host ?? host,
        options: setup.optionsOf(plugin.name),
        use(source) {
          used.add(source);
          return () => sources.read(source);
        },
        instance: sources.instance,
        again: (ms) => readAgain(plugin.name, ms),
      },
      files: reader && filesOf(reader, used, sources),
      shortages,
      onHealth: setup.onHealth ?? (() => {}),
    });
    runners.set(plugin.name, runner);
  }
  const groups = groupRunners([...runners.values()], setup);
  const spared = new Set<string>();
  let cancelTimer = () => {};
  let phase: 'starting' | 'running' | 'stopped' = 'starting';

  /** Reads a group. The promise, if any, ends with the reads of the group. */
  const readGroup = (group: PluginGroup, recorded: boolean): MaybePromise<void> => {
    group.againAt = Number.POSITIVE_INFINITY;
    const due = group.runners.filter(({ plugin }) => !spared.has(plugin.name));
    const pending = due.flatMap((runner) => runner.run(recorded) ?? []);
    if (pending.length === 0) return;
    const read = Promise.all(pending);
    const timeoutMs = group.heavy ? REQUEST_TIMEOUT_MS.heavy : REQUEST_TIMEOUT_MS.light;
    group.reading = inTime(clock, timeoutMs, read).finally(() => (group.reading = null));
    return read.then(() => {});
  };

  const readGroups = async (due: readonly PluginGroup[], recorded: boolean): Promise<void> => {
    sources.nextTick();
    const pending: MaybePromise<void>[] = [];
    const slice = new Slice({ now: () => clock.monotonic() });
    for (const group of due) {
      pending.push(readGroup(group, recorded));
      if (slice.isOver) await slice.next();
    }
    await Promise.all(pending);
  };

  const plan = (): void => {
    cancelTimer();
    if (phase !== 'running') return;
    let dueAt = Number.POSITIVE_INFINITY;
    for (const group of groups) dueAt = Math.min(dueAt, nextAt(group));
    if (Number.isFinite(dueAt)) cancelTimer = clock.setTimer(tick, Math.max(0, dueAt - clock.monotonic()));
  };

  const tick = (): void => {
    const now = clock.monotonic();
    const due: PluginGroup[] = [];
    for (const group of groups) {
      if (nextAt(group) > now) continue;
      due.push(group);
      if (group.dueAt <= now) advance(group, now);
    }
    void readGroups(due, true);
    plan();
  };

  const readAgain = (plugin: string, ms: number): void => {
    const at = clock.monotonic() + Math.max(ms, LEAST_AGAIN_MS);
    for (const group of groupsOf([plugin])) group.againAt = Math.min(group.againAt, at);
    plan();
  };

  /** Reads groups now, outside their beat. */
  const wake = (groups: readonly PluginGroup[]): void => {
    if (groups.length > 0) sources.nextTick();
    for (const group of groups) void readGroup(group, true);
  };

  const groupsOf = (plugins: readonly string[]): PluginGroup[] =>
    groups.filter((group) => group.runners.some(({ plugin }) => plugins.includes(plugin.name)));

  const touch = (plugins: readonly string[]): Promise<void> | null => {
    const now = clock.monotonic();
    const wanted = groupsOf(plugins);
    const rested = wanted.filter((group) => !isAwake(group, now) || isSeldom(group, now));
    for (const group of wanted) group.wantedAt = now;
    if (phase !== 'running') return null;
    wake(wanted.filter((group) => (group.rests || rested.includes(group)) && needsRead(group, now)));
    for (const group of rested) hasten(group, now);
    if (rested.length > 0) plan();
    const waits = wanted.flatMap((group) => (isOutdated(group, now) ? (group.reading ?? []) : []));
    return waits.length === 0 ? null : Promise.all(waits).then(() => {});
  };

  const keep = (plugins: readonly string[], how: 'holds' | 'glances' | 'observers'): (() => void) => {
    let held: PluginGroup[] = [];
    const cancel = clock.setTimer(() => {
      if (how !== 'observers') void touch(plugins);
      held = groupsOf(plugins);
      for (const group of held) group[how] += 1;
    }, 0);
    return () => {
      cancel();
      for (const group of held) group[how] -= 1;
      held = [];
    };
  };

  let first: { at: number; read: Promise<void> } | null = null;
  const takeFirst = () => (first ??= { at: clock.monotonic(), read: readGroups(groups, false) });

  return {
    async begin() {
      await inTime(clock, FIRST_TIMEOUT_MS, takeFirst().read);
    },
    async start() {
      const { at, read } = takeFirst();
      const left = (ms: number): number => Math.max(0, at + ms - clock.monotonic());
      await inTime(clock, left(WARM_UP_TIMEOUT_MS), read);
      await new Promise<void>((resolve) => void clock.setTimer(resolve, left(WARM_UP_GAP_MS)));
      await inTime(clock, WARM_UP_TIMEOUT_MS, readGroups(groups, true));
      if (phase === 'stopped') return;
      phase = 'running';
      const now = clock.monotonic();
      for (const group of groups) group.dueAt = now + intervalMs(group, now);
      plan();
    },
    stop() {
      phase = 'stopped';
      cancelTimer();
    },
    touch,
    keepActive: (plugins) => keep(plugins, 'holds'),
    keepSlow: (plugins) => keep(plugins, 'glances'),
    observe: (plugins) => keep(plugins, 'observers'),
    suspend(plugin) {
      spared.add(plugin);
      return () => {
        if (spared.delete(plugin) && phase === 'running') void runners.get(plugin)?.run(true);
      };
    },
    refreshIdle(plugins) {
      const now = clock.monotonic();
      if (phase === 'running')
        wake(groupsOf(plugins).filter((group) => !isAwake(group, now) && needsRead(group, now)));
    },
    isUnread(name) {
      const { sampledAt = 0, health = 'ok' } = runners.get(name) ?? {};
      return sampledAt === null && (health === 'ok' || health === 'stalled');
    },
    isStale(name) {
      const { health = 'ok' } = runners.get(name) ?? {};
      return health === 'failing' || health === 'stalled';
    },
    states() {
      const now = clock.monotonic();
      return groups
        .flatMap((group) => group.runners.map((runner) => stateOf(runner, group, now)))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    instance: sources.instance,
  };

  function stateOf(runner: Runner, group: PluginGroup, now: number): PluginState {
    const { said } = runner;
    return {
      name: runner.plugin.name,
      state: runner.health === 'ok' && !isAwake(group, now) ? 'paused' : runner.health,
      reason: said && inEnglish(said),
      ...(said && { reason_said: said }),
      refresh: intervalMs(group, now) / 1000,
      duration_ms: runner.durationMs,
      last_sample: store.latest(runner.plugin.name).time,
    };
  }
}
