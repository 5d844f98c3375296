/** The values from which bodies are made, and the time between two samples. */
import type { PluginValue, Served } from '../../core/served.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import type { JsonCache } from '../json-cache/json-cache.ts';
import type { Processes } from '../processes/processes.ts';
import type { Source } from './dialect.ts';

export interface TimedSource extends Source {
  /** Seconds between the last two samples of a plugin; 0: there was one only. */
  secondsOf(plugin: string): number;
  /** Milliseconds since the epoch: the first sample of this run; null: none yet. */
  firstTimeOf(plugin: string): number | null;
  stop(): void;
}

interface Times {
  readonly first: number;
  readonly last: number;
  readonly seconds: number;
}

export function createSource(
  agent: AgentParts,
  jsonCache: JsonCache,
  processes: Processes | null,
): TimedSource {
  const plugins = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
  const times = new Map<string, Times>();
  const stop = agent.store.subscribe(({ plugin, time }) => {
    if (time === null) return;
    const before = times.get(plugin);
    const seconds = before === undefined ? 0 : Math.max(0, (time - before.last) / 1000);
    times.set(plugin, { first: before?.first ?? time, last: time, seconds });
  });
  /** Items by identity, as long as their snapshot is the latest. */
  const indexes = new WeakMap<object, ReadonlyMap<string, Served>>();

  const latest = (name: string): PluginValue | undefined => {
    if (!plugins.has(name)) return undefined;
    const { sequence, value } = agent.store.latest(name);
    // Without devices a plugin is empty, and is never read.
    return sequence === 0 && agent.sampler.isUnread(name) ? undefined : value;
  };

  return {
    latest,
    limitsOf: (plugin) => agent.levels.limitsOf(plugin),
    siblingOf(name, identity) {
      const value = latest(name);
      if (typeof value !== 'object' || value === null) return undefined;
      if (identity === null) return value as Served;
      const plugin = plugins.get(name);
      const key = plugin?.shape === 'list' ? (plugin.key ?? '') : '';
      const index =
        indexes.get(value) ?? new Map((value as Served[]).map((item) => [String(item[key]), item]));
      indexes.set(value, index);
      return index.get(identity);
    },
    isHidden(name, identity) {
      const plugin = plugins.get(name);
      return plugin !== undefined && !jsonCache.viewsSource(plugin).visibility.isShown(identity);
    },
    processOrder: () => processes?.order() ?? null,
    secondsOf(name) {
      if (!plugins.has(name) || agent.store.latest(name).sequence < 2) return 0;
      return times.get(name)?.seconds || ownSeconds(latest(name));
    },
    firstTimeOf: (plugin) => times.get(plugin)?.first ?? null,
    stop,
  };
}

/** Of a sample taken before this one was made. */
function ownSeconds(value: PluginValue | undefined): number {
  const [first] = [value].flat() as (Served | null | undefined)[];
  return typeof first === 'object' ? Number(first?.['time_since_update'] ?? 0) : 0;
}
