/** Composes the events and actions of an agent, which act on levels. */
import { createActions } from '../../alerts/actions/actions.ts';
import type { Levels } from '../../measure/levels/levels.ts';
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import type { Host } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Settings } from '../../core/settings.ts';
import { type FailureWatch, watchKinds } from '../../alerts/failure-rules/watch.ts';
import { FAILURE_RULES } from '../../alerts/failure-rules/index.ts';
import { parentFinder } from '../../alerts/failure-rules/parents.ts';
import { delaysOfRule } from '../../alerts/failure-rules/delay-options.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { ProcessWatch } from '../../alerts/events/process-watch.ts';
import { createEvents, type EventEngine } from '../../alerts/events/engine.ts';
import { type LevelObserver, loggedPlugins, watchLevels } from '../../alerts/events/watch.ts';
import type { Sampler } from '../../measure/sampler/sampler.ts';
import { eventsSource } from '../../measure/sources/events.ts';
import { processes } from '../../measure/sources/processes/processes.ts';
import { ALERT_PROBES } from '../../measure/probes/index.ts';
import { poolsSource } from '../../measure/sources/pools.ts';
import { POOLS } from '../../core/alert-feeds.ts';
import { runAlertProbes } from '../../alerts/failure-rules/alert-probes.ts';
import { containerName } from '../../core/container-name.ts';
import { createUntilSaved } from '../../alerts/events/until-saved.ts';
import type { Records } from '../../alerts/events/alert-records.ts';
import type { EventJournal } from '../../history/events/agent-journal.ts';
import type { Silences } from '../../alerts/silences/silences.ts';
import type { Served } from '../../core/served.ts';
import type { Store } from '../../core/store/store.ts';

const LIST = 'alert';
const PROCESSES = 'processlist';
/** Name of the plugin that reads pools. */
const POOLS_READER = 'raid';

export interface AlertsSetup {
  host: Host;
  /** The enabled plugins. */
  plugins: readonly Plugin[];
  settings: Settings;
  levels: Levels;
  store: Store;
  sampler: Sampler;
  /** False: configured commands are not run. */
  runActions: boolean;
  log: (severity: 'INFO' | 'WARNING', text: string) => void;
  /** Values of `[alerts]`; null: no kind is judged. */
  kinds: OptionValues<Options> | null;
  /** Receives notifications. Resolves when all targets have queued them; never rejects. */
  onAlert: (change: AlertChange) => Promise<void>;
  /** Called when an alert is over. Must not throw. */
  onOver: (saved: SavedEvent) => void;
  /** Journal in which events survive a restart; null: none. */
  journal: EventJournal | null;
  records: Records;
  /** Null: not available. */
  silences: Silences | null;
}

export interface Alerts {
  /** Null if the alert plugin is disabled: there are no events. */
  readonly events: EventEngine | null;
  /** Null: no kind is judged. */
  readonly failureRules: FailureWatch | null;
  /** Parts of the configuration without effect, one sentence each. */
  readonly problems: readonly string[];
}

interface RenewableAlerts extends Alerts {
  /** Called after the levels were replaced; see `Agent.relevel`. */
  renew(section: Settings['section'], kinds: OptionValues<Options>): readonly string[];
}

export function composeAlerts(setup: AlertsSetup): RenewableAlerts {
  const { plugins, levels, store, sampler, runActions } = setup;
  let alertOptions = setup.kinds ?? {};
  const events = composeEvents(setup, () => alertOptions);
  const failureRules = events && composeKinds(setup, events);
  const names = plugins.map(({ name }) => name);
  const observe = (): (() => void) => sampler.observe(names.filter((name) => failureRules?.observes(name)));
  let unobserve = observe();
  const actions = composeActions(setup);
  // Values logged once stay logged, so that their events end.
  const logged = new Set(loggedPlugins(plugins, levels));
  const observers: LevelObserver[] = [
    ...(events ? [{ concerns: (name: string) => logged.has(name), take: events.take }] : []),
    ...(runActions ? [actions] : []),
  ];
  const { watched } = watchLevels({ plugins, levels, store, observers });
  let release = sampler.keepActive(watched());
  return {
    events,
    failureRules,
    problems: runActions ? actions.problems() : [],
    renew(section, options) {
      alertOptions = options;
      failureRules?.replace(options);
      const observed = unobserve;
      unobserve = observe();
      observed();
      for (const name of loggedPlugins(plugins, levels)) logged.add(name);
      actions.replace(section);
      const before = release;
      release = sampler.keepActive(watched());
      before();
      return runActions ? actions.problems() : [];
    },
  };
}

function composeActions({ host, plugins, settings, runActions, log }: AlertsSetup) {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const names = [...byName.keys()];
  const actions = createActions({
    plugins: names,
    section: settings.section,
    refreshOf: (name) => settings.refreshOf(byName.get(name) as Plugin),
    clock: host.clock,
    run: host.run,
    log,
  });
  if (!runActions && names.some(actions.concerns)) log('INFO', 'actions are configured, and switched off');
  return actions;
}

function composeEvents(setup: AlertsSetup, alertOptions: () => OptionValues<Options>): EventEngine | null {
  const { plugins, store, sampler, host, journal, records, onAlert, onOver } = setup;
  const isOn = (name: string): boolean => plugins.some((plugin) => plugin.name === name);
  if (!isOn(LIST)) return null;
  const list = sampler.instance(eventsSource);
  const untilSaved = createUntilSaved(host.clock);
  const parentOf = parentFinder(FAILURE_RULES, () => events.lasting());
  const events = createEvents({
    clock: host.clock,
    records,
    options: list.options,
    processes: isOn(PROCESSES) ? processWatch(sampler, store) : null,
    publish(events) {
      list.publish(events);
      store.commit(LIST, events, host.clock.now());
    },
    delaysOf: ({ finding }) => (finding ? delaysOfRule(finding.kind, alertOptions()) : PROMPT),
    isCurrent: ({ plugin, finding }) =>
      !(finding ? pluginsOfKind(finding.kind) : [plugin]).some((name) => sampler.isStale(name)),
    hasParent: ({ finding }) => parentOf(finding) !== null,
    onChange: async (change) => (journal === null ? undefined : untilSaved(journal.take(change))),
    onAlert,
    onOver,
    onClear: (which) => journal?.cleared(which),
  });
  if (journal !== null) events.restore(journal.past);
  store.subscribe(({ plugin }) => {
    if (plugin === PROCESSES) events.takeProcesses();
  });
  return events;
}

/** Returns the plugins in which a kind looks for failures. */
const pluginsOfKind = (name: string): string[] =>
  Object.values(FAILURE_RULES.find((kind) => kind.name === name)?.inputs ?? {}).flatMap((input) =>
    input.isPlugin ? input.name : [],
  );

function composeKinds(setup: AlertsSetup, events: EventEngine): FailureWatch | null {
  const { kinds: options, plugins, store, levels, sampler, host, silences, log } = setup;
  if (options === null) return null;
  const watch = watchKinds({
    failureRules: FAILURE_RULES,
    options,
    plugins: new Set(plugins.map(({ name }) => name)),
    store,
    levels,
    isUnread: sampler.isUnread,
    events,
    isAcknowledged: (type) => silences?.acknowledges(type) === true,
    clock: host.clock,
    log,
  });
  silences?.acknowledged.on(watch.acknowledged);
  const pools = sampler.instance(poolsSource);
  store.subscribe(({ plugin }) => {
    if (plugin === POOLS_READER) watch.publish(POOLS, pools.latest());
  });
  runAlertProbes({ probes: ALERT_PROBES, watch, host, log });
  return watch;
}

function processWatch(sampler: Sampler, store: Store): ProcessWatch {
  const engine = sampler.instance(processes);
  const itemsOf = (plugin: string): readonly Served[] => {
    const { value } = store.latest(plugin);
    return Array.isArray(value) ? value : [];
  };
  return {
    scan: engine.latest,
    ownerOf: engine.followOwners(),
    userOf: engine.userOf,
    swapReader: engine.swapReader,
    traffic: () => ({ containers: itemsOf('containers'), network: itemsOf('network') }),
    containerName: (id) => containerName(store.latest('containers').value, id),
    sortBy: engine.sortBy,
    keepSlow: () => sampler.keepSlow([PROCESSES]),
  };
}
