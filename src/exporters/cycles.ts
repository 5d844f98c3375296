/** The values of a moment, made once for all exporters that ask at that moment. */
import type { Plugin } from '../core/plugin.ts';
import type { Limits } from '../core/served.ts';
import type { Family } from '../metrics/family.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isExported, isProcesses, type Point, pointsOf } from '../metrics/points.ts';
import type { Cycle } from './exporter.ts';
import type { CommonOptions, ExportOptions } from './options.ts';
import { rulesOf, selectFamilies, selectPoints } from './select.ts';

export interface CyclesSetup {
  plugins: readonly Plugin[];
  store: {
    latest(plugin: string): {
      readonly sequence: number;
      readonly value: unknown;
      readonly time: number | null;
    };
  };
  limitsOf(plugin: string): Limits;
  metrics: Metrics;
  /** Processes that are exported one by one; null: none. */
  isSelected: ((process: object) => boolean) | null;
  options: ExportOptions;
  host: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Cycles {
  /** @param isWhole whether it takes values that it has had already */
  createSource(common: CommonOptions, isWhole: boolean): (interval: number) => Cycle;
}

/** Exporters that ask within this time share what was made. */
const SHARED_MS = 200;

export function createCycles({
  plugins,
  store,
  limitsOf,
  metrics,
  isSelected,
  options,
  host,
  now,
}: CyclesSetup): Cycles {
  const exported = plugins.filter(isExported);
  const points = shared(now, () => makePoints(false));
  const pointsWithLimits = shared(now, () => makePoints(true));
  const families = shared(now, () => metrics.collect());

  const makePoints = (hasLimits: boolean): ReadonlyMap<string, readonly Point[]> =>
    new Map(exported.map((plugin) => [plugin.name, pointsOfPlugin(plugin, hasLimits)]));

  const pointsOfPlugin = (plugin: Plugin, hasLimits: boolean): readonly Point[] => {
    const { value, time } = store.latest(plugin.name);
    if (time === null) return [];
    const chosen = isProcesses(plugin.name) ? selected(value) : value;
    return pointsOf(plugin, chosen, hasLimits ? limitsOf(plugin.name) : null);
  };

  const selected = (value: unknown): unknown =>
    isSelected === null || !Array.isArray(value) ? [] : (value as object[]).filter(isSelected);

  return {
    createSource(common, isWhole) {
      const rules = rulesOf(options, common);
      const seen = new Map<string, number>();
      return (interval) => {
        const fresh = exported.filter(({ name }) => {
          const { sequence } = store.latest(name);
          const isNew = seen.get(name) !== sequence;
          seen.set(name, sequence);
          return isNew || isWhole;
        });
        let ownPoints: readonly Point[] | null = null;
        let ownFamilies: readonly Family[] | null = null;
        return {
          time: Math.round(now()),
          host,
          interval,
          points() {
            const all = common.limits ? pointsWithLimits() : points();
            return (ownPoints ??= selectPoints(
              fresh.flatMap(({ name }) => all.get(name) ?? []),
              rules,
            ));
          },
          families: () => (ownFamilies ??= selectFamilies(families(), rules)),
        };
      };
    },
  };
}

function shared<T>(now: () => number, make: () => T): () => T {
  let made: { readonly at: number; readonly value: T } | null = null;
  return () => {
    if (made === null || now() - made.at > SHARED_MS) made = { at: now(), value: make() };
    return made.value;
  };
}
