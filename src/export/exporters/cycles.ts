/** Values of one time, computed once for all exporters that ask. */
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Limits, PluginValue, Served } from '../../core/served.ts';
import type { Family } from '../metrics/family.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isExported, isProcesses, type Point, pointsOf } from '../metrics/points.ts';
import { type Aggregate, createAggregate, type SnapshotStore } from './aggregate.ts';
import type { Cycle } from './exporter.ts';
import type { CommonOptions, ExportOptions } from './options.ts';
import { selectionRules, selectFamilies, selectPoints, wantsPlugin } from './select.ts';

interface CyclesSetup {
  plugins: readonly Plugin[];
  store: SnapshotStore;
  limitsOf(plugin: string): Limits;
  metrics: Metrics;
  /** Metrics of an exporter that aggregates gauges. */
  metricsOf(aggregate: Aggregate): Metrics;
  /** Processes that are exported individually; null: none. */
  isSelected: ((process: object) => boolean) | null;
  /** When a process started, in seconds since 1970; null: unknown. */
  startOf?(pid: number): number | null;
  options: ExportOptions;
  host: string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}

export interface Cycles {
  /** Names of the exported plugins. */
  pluginsOf(common: CommonOptions): readonly string[];
  /** @param isWhole whether it takes unchanged values too */
  createSource(common: CommonOptions, isWhole: boolean): (interval: number) => Cycle;
}

/** Provides the current values to exporters. */
interface Making {
  points(): ReadonlyMap<string, readonly Point[]>;
  pointsWithLimits(): ReadonlyMap<string, readonly Point[]>;
  families(): readonly Family[];
  /** Ends the aggregated period and starts the next. */
  take(): void;
}

/** Exporters that ask within this time share the values. */
const SHARED_MS = 200;

export function createCycles({
  plugins,
  store,
  limitsOf,
  metrics,
  metricsOf,
  isSelected,
  startOf,
  options,
  host,
  clock,
}: CyclesSetup): Cycles {
  const exported = plugins.filter(isExported);
  type Values = Pick<SnapshotStore, 'latest'>;
  type Points = ReadonlyMap<string, readonly Point[]>;

  const makePoints = (values: Values, hasLimits: boolean): Points =>
    new Map(exported.map((plugin) => [plugin.name, pointsOfPlugin(values, plugin, hasLimits)]));

  const pointsOfPlugin = (values: Values, plugin: Plugin, hasLimits: boolean): readonly Point[] => {
    const { value, time } = values.latest(plugin.name);
    if (time === null) return [];
    const chosen = isProcesses(plugin.name) ? selected(value) : value;
    return pointsOf(plugin, chosen, hasLimits ? limitsOf(plugin.name) : null);
  };

  const selected = (value: PluginValue): Served[] =>
    isSelected === null || !Array.isArray(value) ? [] : value.filter(isSelected);

  /** The latest values, shared by all exporters without aggregation. */
  const latest: Making = {
    points: shared(clock, () => makePoints(store, false)),
    pointsWithLimits: shared(clock, () => makePoints(store, true)),
    families: shared(clock, () => metrics.collect()),
    take() {},
  };

  /** Values of one exporter that aggregates gauges between its cycles. */
  const aggregated = (): Making => {
    const aggregate = createAggregate(plugins, store);
    const own = metricsOf(aggregate);
    return {
      points: () => makePoints(aggregate.means, false),
      pointsWithLimits: () => makePoints(aggregate.means, true),
      families: () => own.collect(),
      take: () => aggregate.take(),
    };
  };

  return {
    pluginsOf(common) {
      const rules = selectionRules(options, common);
      return exported
        .map(({ name }) => name)
        .filter((name) => wantsPlugin(rules, name) && (isSelected !== null || !isProcesses(name)));
    },
    createSource(common, isWhole) {
      const rules = selectionRules(options, common);
      const making = common.aggregate === 'mean' ? aggregated() : latest;
      const seen = new Map<string, number>();
      return (interval) => {
        making.take();
        const fresh = exported.filter(({ name }) => {
          const { sequence } = store.latest(name);
          const isNew = seen.get(name) !== sequence;
          seen.set(name, sequence);
          return isNew || isWhole;
        });
        const made = (): ReadonlyMap<string, readonly Point[]> =>
          common.limits ? making.pointsWithLimits() : making.points();
        let ownPoints: readonly Point[] | null = null;
        let ownFamilies: readonly Family[] | null = null;
        return {
          time: Math.round(clock.now()),
          host,
          interval,
          ...(startOf !== undefined && { startOf }),
          points() {
            const all = made();
            return (ownPoints ??= selectPoints(
              fresh.flatMap(({ name }) => all.get(name) ?? []),
              rules,
            ));
          },
          empty() {
            const all = made();
            return fresh
              .map(({ name }) => name)
              .filter((name) => wantsPlugin(rules, name) && (all.get(name) ?? []).length === 0);
          },
          families: () => (ownFamilies ??= selectFamilies(making.families(), rules)),
        };
      };
    },
  };
}

function shared<T>(clock: Pick<Clock, 'monotonic'>, make: () => T): () => T {
  let made: { readonly at: number; readonly value: T } | null = null;
  return () => {
    const at = clock.monotonic();
    if (made === null || at - made.at > SHARED_MS) made = { at, value: make() };
    return made.value;
  };
}
