/** Another machine, whose agent is asked again and again. Its history begins when the screen does. */
import type { Clock } from '../../core/host.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { Served } from '../../core/served.ts';
import type { Snapshots } from '../../display/snapshots.ts';
import { createLevels, type Levels } from '../../levels/levels.ts';
import { limitsOf } from '../../levels/limits.ts';
import { createStore, type Store } from '../../store/store.ts';
import { conform } from './conform.ts';
import { describeSeries, pointsWithin } from './series.ts';
import type { PluginCondition, Subject } from './subject.ts';

/** Knowledge of another agent. */
export interface PolledAgent {
  readonly plugins: readonly Plugin[];
  readonly store: { latest(plugin: string): { readonly time: number | null; readonly value: unknown } };
  readonly sampler: {
    start(): Promise<void>;
    want(plugins: readonly string[]): Promise<void> | null;
    states(): readonly PluginCondition[];
  };
}

export interface RemoteSetup {
  agent: PolledAgent;
  clock: Clock;
  refresh: number;
  problem(): string | null;
}

const HISTORY = 1800;
/** Lists of which no history is kept. */
const WITHOUT_HISTORY: ReadonlySet<string> = new Set(['processlist', 'programlist']);

export function createRemoteSubject({ agent, clock, refresh, problem }: RemoteSetup): Subject {
  const { plugins, sampler } = agent;
  const names = new Set(plugins.map(({ name }) => name));
  const store = createStore(plugins, HISTORY);
  let levels = defaultLevels(plugins, 1);
  let wanted: readonly string[] = [];
  let isRunning = true;
  let cancel: () => void = () => {};

  const poll = async (): Promise<void> => {
    await sampler.want(wanted);
    if (!isRunning) return;
    for (const plugin of plugins) takeOver(plugin, agent, store);
    const cores = coresIn(store, names);
    if (levels.cores !== cores) levels = defaultLevels(plugins, cores);
    subject.onChange();
    cancel = clock.setTimer(() => void poll(), refresh * 1000);
  };

  const subject: Subject = {
    plugins: [...names],
    latest: <P extends keyof Snapshots>(plugin: P) =>
      names.has(plugin) ? (store.latest(plugin).value as Snapshots[P]) : null,
    recent: (plugin, series, count) =>
      names.has(plugin)
        ? store
            .history(plugin)
            .points(series, count)
            .map(([, value]) => value)
        : [],
    seriesOf: (plugin) => (names.has(plugin) ? store.history(plugin).names() : []),
    describe: (plugin, series) => describeSeries({ plugins, store }, plugin, series),
    range: async (plugin, series, from, to) =>
      pointsWithin(names.has(plugin) ? store.history(plugin).points(series) : [], from, to),
    judge: (plugin) => (names.has(plugin) ? levels.judgeOf(plugin)(store.latest(plugin).value) : []),
    limits: (plugin) => levels.limitsOf(plugin),
    conditions: sampler.states,
    watch: (some) => void (wanted = some.filter((name) => names.has(name))),
    onChange: () => {},
    problem,
    refresh,
    now: () => clock.now(),
    control: null,
    clearAlerts: null,
    async start() {
      await sampler.start();
      void poll();
    },
    stop() {
      isRunning = false;
      cancel();
    },
  };
  return subject;
}

/** Its thresholds are not known: those without a configuration stand in. */
function defaultLevels(plugins: readonly Plugin[], cores: number): Levels & { cores: number } {
  const limits = new Map(
    plugins.map((plugin) => [plugin.name, limitsOf(plugin, { section: {}, historySize: HISTORY, cores })]),
  );
  return { ...createLevels(plugins, limits), cores };
}

function coresIn(store: Store, names: ReadonlySet<string>): number {
  const cores = names.has('cpu') ? (store.latest('cpu').value as Served)['cpucore'] : 1;
  return typeof cores === 'number' && cores >= 1 ? cores : 1;
}

/** Keeps a value that is newer than the one before. */
function takeOver(plugin: Plugin, agent: PolledAgent, store: Store): void {
  const { time, value } = agent.store.latest(plugin.name);
  if (time === null || time === store.latest(plugin.name).time) return;
  const own = conform(plugin, value);
  if (!WITHOUT_HISTORY.has(plugin.name)) record(plugin, own, time, store);
  store.commit(plugin.name, own, time);
}

function record(plugin: Plugin, value: unknown, time: number, store: Store): void {
  if (plugin.shape === 'scalar') return;
  const history = store.history(plugin.name);
  const series = recordedFields(plugin);
  history.begin(time);
  const key = plugin.shape === 'list' ? plugin.key : null;
  for (const item of [value].flat() as Served[]) {
    for (const name of series) {
      const number = item[name];
      if (typeof number === 'number') history.record(name, number, key === null ? null : String(item[key]));
    }
  }
}

const recordedFields = (plugin: Plugin): string[] =>
  Object.entries(fieldsOf(plugin)).flatMap(([name, { kind, options }]) => {
    if (kind === 'counter') return [`${name}_rate_per_sec`];
    return (kind === 'gauge' || kind === 'derived') && options.history !== false ? [name] : [];
  });
