/** This machine, from the snapshots of the agent in this process: what the API would serve, without the API. */
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { WatchedLevels } from '../../levels/levels.ts';
import type { Sampler } from '../../sampler/sampler.ts';
import type { Store } from '../../store/store.ts';
import type { Snapshots } from '../../display/snapshots.ts';
import { createRecording, describeSeries } from './series.ts';
import type { Past, ProcessControl, Subject } from './subject.ts';

/** The parts of an agent that are shown. */
export interface ShownAgent {
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'start' | 'stop' | 'hold' | 'states'>;
  readonly levels: Pick<WatchedLevels, 'judgeOf' | 'limitsOf'>;
  readonly events: { clear(which: 'warning' | 'all'): void } | null;
}

export interface LocalSetup {
  agent: ShownAgent;
  clock: Clock;
  refresh: number;
  /** The history from before this process; null: there is none. */
  past?: Past | null;
  /** Null where the machine is only looked at: a recorded one, or the root of another. */
  control: ProcessControl | null;
}

/** Plugins are read one after the other: those of one tick are drawn together. */
const TOGETHER_MS = 50;

export function createLocalSubject({ agent, clock, refresh, control, past = null }: LocalSetup): Subject {
  const { store, sampler, levels, events } = agent;
  const names = new Set(agent.plugins.map(({ name }) => name));
  let release: () => void = () => {};
  let cancel: (() => void) | null = null;
  let isRunning = false;
  const changed = (): void => {
    if (!isRunning || cancel !== null) return;
    cancel = clock.setTimer(() => {
      cancel = null;
      subject.onChange();
    }, TOGETHER_MS);
  };
  const unsubscribe = store.subscribe(changed);

  const subject: Subject = {
    plugins: [...names],
    declared: agent.plugins,
    latest: <P extends keyof Snapshots>(plugin: P) =>
      names.has(plugin) ? (store.latest(plugin).value as Snapshots[P]) : null,
    ...createRecording(agent, past, () => clock.now()),
    describe: (plugin, series) => describeSeries(agent, plugin, series),
    judge: (plugin) => (names.has(plugin) ? levels.judgeOf(plugin)(store.latest(plugin).value) : []),
    limits: levels.limitsOf,
    conditions: () => sampler.states(),
    watch(plugins) {
      const before = release;
      // Those that go on must not rest in between.
      release = sampler.hold(plugins.filter((name) => names.has(name)));
      before();
    },
    onChange: () => {},
    problem: () => null,
    refresh,
    now: () => clock.now(),
    control,
    clearAlerts: events === null ? null : (which) => events.clear(which),
    async start() {
      await sampler.start();
      isRunning = true;
    },
    stop() {
      unsubscribe();
      cancel?.();
      release();
      sampler.stop();
    },
  };
  return subject;
}
