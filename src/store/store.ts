/** Latest snapshot and history of every plugin. */
import { emptyValue, type Plugin } from '../core/plugin.ts';
import { History } from './history.ts';

/** What a plugin last served. Immutable: a new reading makes a new snapshot. */
export interface Snapshot {
  readonly plugin: string;
  /** Grows with every snapshot of the plugin; 0 before the first reading. */
  readonly sequence: number;
  /** Milliseconds since the epoch; null before the first reading. */
  readonly time: number | null;
  readonly value: unknown;
}

export interface Store {
  /** Throws for a plugin that is not enabled: callers check first. */
  latest(plugin: string): Snapshot;
  history(plugin: string): History;
  commit(plugin: string, value: unknown, time: number): Snapshot;
  /** Calls back on every new snapshot; the result ends it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
}

/** @param historySize samples kept per series */
export function createStore(plugins: readonly Plugin[], historySize: number): Store {
  const snapshots = new Map<string, Snapshot>();
  const histories = new Map<string, History>();
  const listeners = new Set<(snapshot: Snapshot) => void>();
  for (const plugin of plugins) {
    snapshots.set(plugin.name, { plugin: plugin.name, sequence: 0, time: null, value: emptyValue(plugin) });
    histories.set(plugin.name, new History(historySize));
  }

  const latest = (plugin: string): Snapshot => {
    const snapshot = snapshots.get(plugin);
    if (snapshot === undefined) throw new Error(`plugin ${plugin} is not enabled`);
    return snapshot;
  };

  return {
    latest,
    history(plugin) {
      const history = histories.get(plugin);
      if (history === undefined) throw new Error(`plugin ${plugin} is not enabled`);
      return history;
    },
    commit(plugin, value, time) {
      const snapshot = { plugin, sequence: latest(plugin).sequence + 1, time, value };
      snapshots.set(plugin, snapshot);
      for (const listener of listeners) listener(snapshot);
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
