/** A view of the store for one exporter: between its cycles gauges are summed up. */
import type { Plugin } from '../../core/plugin.ts';
import { isExported, isProcesses } from '../metrics/points.ts';
import { createTallies } from './tallies.ts';

interface Snapshot {
  readonly plugin: string;
  readonly sequence: number;
  readonly value: unknown;
  readonly time: number | null;
}

export interface SnapshotStore {
  latest(plugin: string): Snapshot;
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
}

export interface Aggregate {
  /** The latest snapshots, with means or largest values of the time that was taken in place of the gauges. */
  readonly means: Pick<SnapshotStore, 'latest'>;
  readonly peaks: Pick<SnapshotStore, 'latest'>;
  /** Ends the time that the views are about; the next begins. */
  take(): void;
}

/** Single processes come and go: of them the last values are sent. */
export function createAggregate(plugins: readonly Plugin[], store: SnapshotStore): Aggregate {
  const tallies = new Map(
    plugins
      .filter((plugin) => isExported(plugin) && !isProcesses(plugin.name))
      .map((plugin) => [plugin.name, createTallies(plugin)]),
  );
  store.subscribe(({ plugin, value }) => tallies.get(plugin)?.add(value));
  const view = (form: 'means' | 'peaks'): Aggregate['means'] => ({
    latest(plugin) {
      const snapshot = store.latest(plugin);
      const own = tallies.get(plugin);
      return own === undefined ? snapshot : { ...snapshot, value: own[form](snapshot.value) };
    },
  });
  return {
    means: view('means'),
    peaks: view('peaks'),
    take() {
      for (const one of tallies.values()) one.take();
    },
  };
}
