/** A view of the store for one exporter, which aggregates gauges between its cycles. */
import type { Store } from '../../core/store/store.ts';
import type { Plugin } from '../../core/plugin.ts';
import { isExported, isProcesses } from '../metrics/points.ts';
import { createTallies } from './tallies.ts';

export type SnapshotStore = Pick<Store, 'latest' | 'subscribe'>;

export interface Aggregate {
  /** The latest snapshots, with gauges replaced by means or maxima of the current period. */
  readonly means: Pick<SnapshotStore, 'latest'>;
  readonly peaks: Pick<SnapshotStore, 'latest'>;
  /** Ends the aggregated period and starts the next. */
  take(): void;
}

/** Processes come and go: their last values are sent. */
export function createAggregate(plugins: readonly Plugin[], store: SnapshotStore): Aggregate {
  const tallies = new Map(
    plugins
      .filter((plugin) => isExported(plugin) && !isProcesses(plugin.name))
      .map((plugin) => [plugin.name, createTallies(plugin)]),
  );
  store.subscribe(({ plugin, value }) => tallies.get(plugin)?.add(value));
  const view = (form: 'means' | 'peaks'): Aggregate['means'] => ({
    latest<P extends string>(plugin: P) {
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
