/** Latest snapshot and history of every plugin. */
import { emptyValue, type Plugin } from '../plugin.ts';
import type { PluginName, PluginValue, PluginValues, ValueOfPlugin } from '../served.ts';
import { History } from './history.ts';

/** The latest value of a plugin. Immutable: a new reading makes a new snapshot. */
export interface Snapshot<V = PluginValue> {
  readonly plugin: string;
  /** Grows with every snapshot of the plugin; 0 before the first reading. */
  readonly sequence: number;
  /** Milliseconds since the epoch; null before the first reading. */
  readonly time: number | null;
  readonly value: V;
}

export interface Store {
  /** Throws for a plugin that is not enabled: callers check first. */
  latest<P extends string>(plugin: P): Snapshot<ValueOfPlugin<P>>;
  history(plugin: string): History;
  commit<P extends PluginName>(plugin: P, value: PluginValues[P], time: number): Snapshot;
  commit(plugin: string, value: PluginValue, time: number): Snapshot;
  /** Calls back on every new snapshot; the result ends it. Listeners must not throw. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
}

/**
 * @param historySize served samples per series
 * @param kept stored samples
 */
export function createStore(plugins: readonly Plugin[], historySize: number, kept = historySize): Store {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const entries = new Map<string, { snapshot: Snapshot; readonly history: History }>();
  for (const plugin of plugins) {
    const snapshot = { plugin: plugin.name, sequence: 0, time: null, value: emptyValue(plugin) };
    entries.set(plugin.name, { snapshot, history: new History(historySize, kept) });
  }

  const entryOf = (plugin: string) => {
    const entry = entries.get(plugin);
    if (entry === undefined) throw new Error(`plugin ${plugin} is not enabled`);
    return entry;
  };

  return {
    // Plugin names are the keys of their values' types.
    latest: <P extends string>(plugin: P) => entryOf(plugin).snapshot as Snapshot<ValueOfPlugin<P>>,
    history: (plugin) => entryOf(plugin).history,
    commit(plugin: string, value: PluginValue, time: number) {
      const entry = entryOf(plugin);
      const snapshot = { plugin, sequence: entry.snapshot.sequence + 1, time, value };
      entry.snapshot = snapshot;
      for (const listener of listeners) listener(snapshot);
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
