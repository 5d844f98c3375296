/** Composes the sampling half of Gander: everything except HTTP and terminal. */
import { type AlertsSetup, composeAlerts } from './alerts.ts';
import type { Host } from '../../core/host.ts';
import type { Limits } from '../../core/served.ts';
import { createLevels, type WatchedLevels } from '../../measure/levels/levels.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import { service } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Pool } from '../../core/pool.ts';
import type { Settings } from '../../core/settings.ts';
import type { EventEngine } from '../../alerts/events/engine.ts';
import type { FailureWatch } from '../../alerts/failure-rules/watch.ts';
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
   * Applies thresholds, logging and actions of a new configuration; events continue.
   * @param section of a plugin, lower-case keys, values as text
   * @param kinds values of `[alerts]`
   * @returns parts not applied, a sentence each
   */
  relevel(section: Settings['section'], kinds: OptionValues<Options>): readonly string[];
  /** Null if the alert plugin is disabled. */
  readonly events: EventEngine | null;
  /** Accepts values of alert kinds' feeds; null: no kind is judged. */
  readonly failureRules: FailureWatch | null;
  /** ZFS and btrfs pools as last read by the raid plugin. */
  pools(): readonly Pool[];
  /** Results of all checks; others are added here. */
  readonly checks: CheckResults;
  /** Parts of the configuration without effect, one sentence each. */
  readonly problems: readonly string[];
}
export const Agent = service<Agent>('agent of this machine');

interface AgentSetup {
  host: Host;
  /** All known plugins. */
  registry: readonly Plugin[];
  settings: Settings;
  /** Logical cores, which scale some thresholds. */
  cores: number;
  onHealth?: SamplerSetup['onHealth'];
  /** Samples kept in memory, if more than are served. */
  keptSamples?: number;
  /** True if configured commands run when values enter levels; default: no. */
  runActions?: boolean;
  /** Receives messages during sampling. */
  log?: AlertsSetup['log'];
  /** Values of `[alerts]`; default: no kind is judged. */
  kinds?: AlertsSetup['kinds'];
  /** Receives notifications; default: none. */
  onAlert?: AlertsSetup['onAlert'];
  /** Called when an alert is over. Must not throw. */
  onOver?: AlertsSetup['onOver'];
  /** Journal in which events survive a restart; default: none. */
  journal?: AlertsSetup['journal'];
  records?: AlertsSetup['records'];
  /** Default: not available. */
  silences?: AlertsSetup['silences'];
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
    cores,
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
  const { runActions = false, log = () => {}, journal = null, silences = null, kinds = null } = setup;
  const { onAlert = async () => {}, onOver = () => {} } = setup;
  const { renew, ...alerts } = composeAlerts({
    host,
    plugins,
    settings,
    levels,
    store,
    sampler,
    runActions,
    log,
    kinds,
    onAlert,
    onOver,
    journal,
    records: setup.records ?? new Map(),
    silences,
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
