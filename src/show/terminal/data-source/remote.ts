/** Another machine, whose agent is asked again and again. */
import type { Said } from '../../../core/said.ts';
import { adopt } from '../../../core/adopt.ts';
import { FORECAST_KINDS } from '../../../core/forecast.ts';
import { closed, listOf, number, oneOf, text } from '../../../core/shape.ts';
import type { Clock } from '../../../core/host.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import { isObject } from '../../../core/members.ts';
import type { Json, PluginValue } from '../../../core/served.ts';
import { type AlertList, alertListOf, isJudged, ongoingIn } from '../../display/alert-list.ts';
import { inUnits } from './in-units.ts';
import type { Text } from '../../display/finding-words.ts';
import { type QuietTypes, quietTypesIn } from '../../display/levels.ts';
import type { LevelVerdict } from '../../../measure/levels/judge.ts';
import type { Levels } from '../../../measure/levels/levels.ts';
import { notableAmong, shownVerdict } from '../../../measure/levels/series.ts';
import { createStore, type Snapshot, type Store } from '../../../core/store/store.ts';
import { createRemoteLevels } from './remote-levels.ts';
import { createRecording, describeRecorded } from './series.ts';
import { type RemoteVerdict, remoteVerdictIn } from './remote-verdict.ts';
import type { Past, PluginCondition, ShownForecast, DataSource } from './data-source.ts';
import { orNull } from '../../../core/or-null.ts';

/** Knowledge of another agent. */
export interface PolledAgent {
  readonly plugins: readonly Plugin[];
  readonly store: { latest(plugin: string): Pick<Snapshot, 'time' | 'value'> };
  readonly sampler: {
    start(): Promise<void>;
    touch(plugins: readonly string[]): Promise<void> | null;
    states(): readonly PluginCondition[];
  };
}

export interface RemoteSetup {
  agent: PolledAgent;
  clock: Clock;
  refresh: number;
  problem(): Said | null;
  /** Gets the limits of all plugins as they are served. Rejects where nobody tells them. */
  limits(): Promise<Json>;
  /** History from before this screen; null if there is none. */
  past: Past | null;
  /** Gets `/api/forecasts`; null: nobody tells it. */
  forecasts: (() => Promise<Json>) | null;
  /** Null: nobody can be asked. */
  explain: DataSource['explain'];
  /** Gets `/api/verdict`; null: nobody tells it. */
  verdict: (() => Promise<Json>) | null;
  /** Posts to `/api/silences`. Rejects with an `Error` whose message is a sentence; null: nobody takes it. */
  silence: ((silence: object) => Promise<void> | undefined) | null;
}

export const forecastsIn = adopt(
  closed('', {
    forecasts: listOf(
      closed('', { kind: oneOf(FORECAST_KINDS), subject: text(), from: number(), to: number() }),
    ),
  }),
);

const HISTORY = 1800;
/** Its configuration may be read again. */
const LIMITS_MS = 60_000;
/** An agent without a list of alerts may be replaced by one that has it. */
const VERDICT_MS = 600_000;
/** They are renewed every hour. */
const FORECASTS_MS = 600_000;
/** Lists of which no history is kept. */
const WITHOUT_HISTORY: ReadonlySet<string> = new Set(['processlist', 'programlist']);

export function createRemoteSubject(setup: RemoteSetup): DataSource {
  const { agent, clock, refresh, problem, past } = setup;
  const { plugins, sampler } = agent;
  const names = new Set(plugins.map(({ name }) => name));
  const store = createStore(plugins, HISTORY);
  const remote = createRemoteLevels(plugins, HISTORY);
  let limitsDue = -Infinity;
  let forecastsDue = -Infinity;
  let forecasts: readonly ShownForecast[] = [];
  let verdictDue = -Infinity;
  let verdict: RemoteVerdict | null = null;
  let rules: number | null = null;
  let quiet: QuietTypes = new Set();
  let wanted: readonly string[] = [];
  let isRunning = true;
  let cancel: () => void = () => {};

  /** In the background: what it does not tell delays nothing. */
  const askLimits = (): void => {
    if (clock.monotonic() < limitsDue) return;
    limitsDue = clock.monotonic() + LIMITS_MS;
    setup.limits().then(remote.take, () => {
      // Those that are known stay.
    });
  };

  const askForecasts = (): void => {
    if (setup.forecasts === null || clock.monotonic() < forecastsDue) return;
    forecastsDue = clock.monotonic() + FORECASTS_MS;
    setup.forecasts().then(
      (answer) => (forecasts = forecastsIn(answer)?.forecasts ?? []),
      // Older agents predict nothing.
      () => (forecasts = []),
    );
  };

  const askVerdict = async (): Promise<void> => {
    if (setup.verdict === null || clock.monotonic() < verdictDue) return;
    verdictDue = Infinity;
    verdict = await setup.verdict().then(remoteVerdictIn, () => null);
    verdictDue = verdict === null ? clock.monotonic() + VERDICT_MS : -Infinity;
    quiet = quietTypesIn(verdict?.alerts ?? []);
    if (rules !== null && verdict !== null && verdict.rules !== rules) limitsDue = -Infinity;
    rules = verdict?.rules ?? rules;
    if (isRunning && verdict !== null) source.onChange(true);
  };

  const poll = async (): Promise<void> => {
    await sampler.touch(wanted);
    if (!isRunning) return;
    for (const plugin of plugins) takeOver(plugin, agent, store);
    remote.setCores(coresIn(store, names));
    askLimits();
    askForecasts();
    void askVerdict();
    source.onChange(true);
    cancel = clock.setTimer(() => void poll(), refresh * 1000);
  };

  const source: DataSource = {
    plugins: [...names],
    declared: plugins,
    latest: (plugin) => (names.has(plugin) ? store.latest(plugin).value : null),
    ...createRecording({
      recorded: { plugins, store },
      past,
      now: () => clock.now(),
      refresh,
      onEarlier: () => isRunning && source.onChange(false),
    }),
    describe: (plugin, series) => describeRecorded({ plugins, store }, plugin, series),
    judge: (plugin) => (names.has(plugin) ? judged(remote.levels(), plugin, store) : []),
    alerts: (text) => inUnits(verdict ?? remoteAlerts(source, text), source, text),
    quiet: () => quiet,
    forecasts: () => forecasts,
    explain: setup.explain,
    limits: (plugin) => remote.levels().limitsOf(plugin),
    conditions: sampler.states,
    watch: (some) => void (wanted = some.filter((name) => names.has(name))),
    onChange: () => {},
    problem,
    refresh,
    now: () => clock.now(),
    control: null,
    clearAlerts: null,
    silence:
      setup.silence &&
      (async ({ type }, hours) => {
        const until = hours === null ? null : Math.round(clock.now() + hours * 3_600_000);
        await setup.silence?.({ type, until });
        await askVerdict();
      }),
    async start() {
      await sampler.start();
      void poll();
    },
    stop() {
      isRunning = false;
      cancel();
    },
  };
  return source;
}

/** From what every version of the API has: nothing says since when a value has stood that raises no event. */
function remoteAlerts({ plugins, judge, latest }: DataSource, text: Text): AlertList {
  const verdicts = new Map(plugins.map((name) => [name, judge(name)]));
  const ongoing = ongoingIn(latest('alert') ?? []);
  const types = new Set(ongoing.map(({ event }) => event.type.toLowerCase()));
  return alertListOf({
    verdicts: {
      plugins: () => plugins,
      ofPlugin: (name) => notableAmong(verdicts.get(name) ?? [], types).map(shownVerdict),
    },
    hasData: [...verdicts].some(([name, all]) =>
      all.some((one) => one.value !== null && isJudged(name, one)),
    ),
    latest,
    ongoing,
    sinceOf: () => null,
    isSilenced: () => false,
    text,
  });
}

const NO_VERDICTS: readonly LevelVerdict[] = [];

/** Limits of another machine may be of a form that no rule expects: values are then not judged. */
const judged = (levels: Levels, plugin: string, store: Store): readonly LevelVerdict[] =>
  orNull(() => levels.judgeOf(plugin)(store.latest(plugin).value)) ?? NO_VERDICTS;

function coresIn(store: Store, names: ReadonlySet<string>): number {
  const cores = names.has('cpu') ? store.latest('cpu').value.cpucore : 1;
  return cores !== undefined && cores !== null && cores >= 1 ? cores : 1;
}

/** Keeps a value that is newer than the one before. */
function takeOver(plugin: Plugin, agent: PolledAgent, store: Store): void {
  const { time, value } = agent.store.latest(plugin.name);
  if (time === null || time === store.latest(plugin.name).time) return;
  if (!WITHOUT_HISTORY.has(plugin.name)) record(plugin, value, time, store);
  store.commit(plugin.name, value, time);
}

function record(plugin: Plugin, value: PluginValue, time: number, store: Store): void {
  if (plugin.shape === 'scalar') return;
  const history = store.history(plugin.name);
  const series = recordedFields(plugin);
  history.begin(time);
  const key = plugin.shape === 'list' ? plugin.key : null;
  for (const item of [value].flat().filter(isObject)) {
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
