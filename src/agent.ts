/** Composes the sampling half of Gander: everything but HTTP and the terminal. */
import type { Host } from './core/host.ts';
import { type Limits, limitsOf } from './core/limits.ts';
import type { Plugin } from './core/plugin.ts';
import type { Settings } from './core/settings.ts';
import { createSampler, type Sampler, type SamplerSetup } from './sampler/sampler.ts';
import { createStore, type Store } from './store/store.ts';

export interface Agent {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly sampler: Sampler;
  /** Limits by plugin name. */
  readonly limits: ReadonlyMap<string, Limits>;
}

export interface AgentSetup {
  host: Host;
  /** All plugins there are. */
  registry: readonly Plugin[];
  settings: Settings;
  /** Logical cores, with which some thresholds grow. */
  cores: number;
  onHealth?: SamplerSetup['onHealth'];
}

export function createAgent({ host, registry, settings, cores, onHealth }: AgentSetup): Agent {
  const plugins = registry.filter((plugin) => settings.enabled.has(plugin.name));
  const { historySize } = settings;
  const store = createStore(plugins, historySize);
  const sampler = createSampler({
    plugins,
    host,
    store,
    optionsOf: settings.optionsOf,
    refreshOf: settings.refreshOf,
    meanSamples: historySize,
    ...(onHealth && { onHealth }),
  });
  const limits = new Map(
    plugins.map((plugin) => [
      plugin.name,
      limitsOf(plugin, { section: settings.section(plugin.name), historySize, cores }),
    ]),
  );
  return { plugins, store, sampler, limits };
}
