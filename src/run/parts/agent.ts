/** Composes the sampling half of Gander: everything but HTTP and the terminal. */
import { type AlertsSetup, composeAlerts } from './alerts.ts';
import type { Host } from '../../core/host.ts';
import type { Limits } from '../../core/served.ts';
import { createLevels, type WatchedLevels } from '../../judge/levels/levels.ts';
import { limitsOf } from '../../judge/levels/limits.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Pool } from '../../core/pool.ts';
import type { Settings } from '../../core/settings.ts';
import type { Calm } from '../../judge/calm/calm.ts';
import type { EventEngine } from '../../judge/events/engine.ts';
import type { KindWatch } from '../../judge/kinds/watch.ts';
import { createSampler, type Sampler, type SamplerSetup } from '../../measure/sampler/sampler.ts';
import { type CheckResults, checkResults } from '../../measure/sources/check-results.ts';
import { poolsSource } from '../../measure/sources/pools.ts';
import { createStore, type Store } from '../../core/store/store.ts';

export interface Agent {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Sampler;
  readonly levels: WatchedLevels;
  /**
   * Takes over thresholds, logging and actions of another configuration; events and standings go on.
   * @param section of a plugin, lower-case keys, values as text
   * @param kinds values of `[alerts]`
   * @returns parts that are not carried out, one sentence each
   */
  relevel(section: Settings['section'], kinds: OptionValues<Options>): readonly string[];
  /** Null when the alert plugin is off. */
  readonly events: EventEngine | null;
  /** Takes values of feeds of alert kinds; null where no kind is judged. */
  readonly kinds: KindWatch | null;
  /** What people are notified of; null when there are no events. */
  readonly calm: Calm | null;
  /** Pools of ZFS and btrfs as the raid plugin last saw them. */
  pools(): readonly Pool[];
  /** Results of all checks, and where others are added. */
  readonly checks: CheckResults;
  /** Parts of the configuration that are not carried out, one sentence each. */
  readonly problems: readonly string[];
}

export interface AgentSetup {
  host: Host;
  /** All plugins there are. */
  registry: readonly Plugin[];
  settings: Settings;
  /** Logical cores, with which some thresholds grow. */
  cores: number;
  onHealth?: SamplerSetup['onHealth'];
  /** Samples kept in memory, where that is more than are served. */
  keptSamples?: number;
  /** Whether commands of the configuration are run when values enter levels; default: no. */
  runActions?: boolean;
  /** Takes what there is to say while sampling goes on. */
  log?: AlertsSetup['log'];
  /** Told when events begin, get worse, go on and end. Must not throw. */
  onEvent?: AlertsSetup['onEvent'];
  /** Values of `[alerts]`; default: no kind is judged. */
  kinds?: AlertsSetup['kinds'];
  /** Takes what is to be notified; default: nobody. */
  onAlert?: AlertsSetup['onAlert'];
  /** Told when an alert is over. Must not throw. */
  onOver?: AlertsSetup['onOver'];
  /** Where events survive a restart; default: nowhere. */
  journal?: AlertsSetup['journal'];
}

export function createAgent(setup: AgentSetup): Agent {
  const { host, registry, settings, cores, onHealth, keptSamples } = setup;
  const plugins = registry.filter((plugin) => settings.enabled.has(plugin.name));
  const { historySize } = settings;
  const store = createStore(plugins, historySize, keptSamples);
  const sampler = createSampler({
    plugins,
    host,
    store,
    optionsOf: settings.optionsOf,
    refreshOf: settings.refreshOf,
    idleRefreshOf: settings.idleRefreshOf,
    meanSamples: historySize,
    ...(onHealth && { onHealth }),
  });
  const limitsFrom = (section: Settings['section']): ReadonlyMap<string, Limits> =>
    new Map(
      plugins.map((plugin) => [
        plugin.name,
        limitsOf(plugin, { section: section(plugin.name), historySize, cores }),
      ]),
    );
  const levels = createLevels(plugins, limitsFrom(settings.section));
  const { runActions = false, log = () => {}, journal = null, kinds = null } = setup;
  const { onEvent = () => {}, onAlert = async () => {}, onOver = () => {} } = setup;
  const { renew, ...alerts } = composeAlerts({
    host,
    plugins,
    settings,
    levels,
    store,
    sampler,
    runActions,
    log,
    onEvent,
    kinds,
    onAlert,
    onOver,
    journal,
  });
  const pools = (): readonly Pool[] => sampler.instance(poolsSource).latest();
  const relevel: Agent['relevel'] = (section, kinds) => {
    levels.replace(limitsFrom(section));
    return renew(section, kinds);
  };
  return {
    plugins,
    store,
    sampler,
    levels,
    relevel,
    pools,
    checks: sampler.instance(checkResults),
    ...alerts,
  };
}
