/** This machine, from the snapshots of the agent in this process: what the API would serve, without the API. */
import type { Clock } from '../../../core/host.ts';
import type { Plugin } from '../../../core/plugin.ts';
import type { WatchedLevels } from '../../../measure/levels/levels.ts';
import type { Sampler } from '../../../measure/sampler/sampler.ts';
import type { Store } from '../../../core/store/store.ts';
import { TABLE_PLUGINS } from './table-plugins.ts';
import { inUnits } from './in-units.ts';
import { createRecording, describeRecorded } from './series.ts';
import type { Past, ProcessControl, DataSource } from './data-source.ts';

/** Displayed parts of an agent. */
export interface ShownAgent {
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Pick<Sampler, 'start' | 'stop' | 'keepActive' | 'suspend' | 'states'>;
  readonly levels: Pick<WatchedLevels, 'judgeOf' | 'limitsOf'>;
  readonly events: { clear(which: 'warning' | 'all'): void } | null;
}

export interface LocalSetup {
  agent: ShownAgent;
  alerts: DataSource['alerts'];
  clock: Clock;
  refresh: number;
  /** History from before this process; null if there is none. */
  past?: Past | null;
  /** Null: there is no history. */
  explain?: DataSource['explain'];
  /** Default: none. */
  forecasts?: DataSource['forecasts'];
  /** Null where the machine is only looked at: a recorded one, or the root of another. */
  control: ProcessControl | null;
}

/** Plugins are read one after the other: those of one tick are drawn together. */
const TOGETHER_MS = 30;
/** Nobody but this table asks for it; it costs something at each scan. */
const PROGRAMS = TABLE_PLUGINS.programs;
/** Slowest plugins of a tick: the others wait for them, `TIMEOUT_MS` at most. */
const SLOW: ReadonlySet<string> = new Set(Object.values(TABLE_PLUGINS));
const TIMEOUT_MS = 300;
/** Walking the table of sockets costs as much as all processes: their counts are those of the slow beat, half a minute old at most. */
const UNHURRIED: ReadonlySet<string> = new Set(['connections']);

const NO_TYPES: ReadonlySet<string> = new Set();

export function createLocalSubject({
  agent,
  alerts,
  clock,
  refresh,
  control,
  forecasts = () => [],
  past = null,
  explain = null,
}: LocalSetup): DataSource {
  const { store, sampler, levels, events } = agent;
  const names = new Set(agent.plugins.map(({ name }) => name));
  let release: () => void = () => {};
  let endSpare: (() => void) | null = null;
  const sparePrograms = (isSpared: boolean): void => {
    if (isSpared) endSpare ??= sampler.suspend(PROGRAMS);
    else {
      endSpare?.();
      endSpare = null;
    }
  };
  let isSlowWatched = false;
  let drawing: { readonly at: number; cancel(): void } | null = null;
  let isRunning = false;
  const changed = ({ plugin }: { readonly plugin: string }): void => {
    if (!isRunning) return;
    const at = clock.monotonic() + (isSlowWatched && !SLOW.has(plugin) ? TIMEOUT_MS : TOGETHER_MS);
    if (drawing !== null && drawing.at <= at) return;
    drawing?.cancel();
    const cancel = clock.setTimer(() => {
      drawing = null;
      source.onChange(true);
    }, at - clock.monotonic());
    drawing = { at, cancel };
  };
  const unsubscribe = store.subscribe(changed);

  const source: DataSource = {
    plugins: [...names],
    declared: agent.plugins,
    latest: (plugin) => (names.has(plugin) ? store.latest(plugin).value : null),
    ...createRecording({
      recorded: agent,
      past,
      now: () => clock.now(),
      refresh,
      onEarlier: () => isRunning && source.onChange(false),
    }),
    describe: (plugin, series) => describeRecorded(agent, plugin, series),
    judge: (plugin) => (names.has(plugin) ? levels.judgeOf(plugin)(store.latest(plugin).value) : []),
    alerts: (text) => inUnits(alerts(text), source, text),
    // The agent that serves this machine has the silences.
    quiet: () => NO_TYPES,
    forecasts,
    explain,
    limits: levels.limitsOf,
    conditions: () => sampler.states(),
    watch(plugins) {
      const before = release;
      // Those that go on must not rest in between.
      const watched = plugins.filter((name) => names.has(name));
      release = sampler.keepActive(watched.filter((name) => !UNHURRIED.has(name)));
      sparePrograms(!watched.includes(PROGRAMS));
      isSlowWatched = watched.some((name) => SLOW.has(name));
      before();
    },
    onChange: () => {},
    problem: () => null,
    refresh,
    now: () => clock.now(),
    control,
    silence: null,
    clearAlerts: events === null ? null : (which) => events.clear(which),
    async start() {
      await sampler.start();
      isRunning = true;
    },
    stop() {
      unsubscribe();
      drawing?.cancel();
      release();
      sampler.stop();
    },
  };
  return source;
}
