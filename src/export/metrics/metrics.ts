/** All metrics of the profile `gander`, collected on request. */
import type { ValueOfPlugin } from '../../core/served.ts';
import { uptimeSeconds } from '../../core/export-view.ts';
import type { Plugin } from '../../core/plugin.ts';
import { canRest } from '../../core/resting.ts';
import { VERSION } from '../../core/version.ts';
import { type ArchiveHealth, archiveFamilies } from './archive.ts';
import { createCollector, type Latest, type CollectorSetup } from './collect.ts';
import { cpuTimeFamilies, type ReadCpuTimes } from './cpu-time.ts';
import { type ExporterState, exporterFamilies } from './exporters.ts';
import type { Forecast } from '../../core/forecast.ts';
import { type Family, type LabelSet, labelSet } from './family.ts';
import { forecastFamilies } from './forecasts.ts';
import type { MetricsOptions } from './options.ts';
import {
  alertFamilies,
  buildInfo,
  droppedFamilies,
  family,
  type LastingEvent,
  type PluginHealth,
  createPluginFamilies,
} from './own.ts';
import { createProcessMetrics } from './process.ts';
import { createProgramMetrics } from './programs.ts';
import { topFamilies } from './top.ts';
import { planOf, type Reader } from './plan.ts';

/** State of a plugin, with its interval. */
export interface SampledPlugin extends PluginHealth {
  /** Current seconds between samples. */
  readonly refresh: number;
}

interface LatestValues {
  latest<P extends string>(plugin: P): Latest<ValueOfPlugin<P>>;
}

export interface MetricsSetup {
  plugins: readonly Plugin[];
  store: LatestValues;
  /** Maxima since the last collection; undefined: not shown. */
  peaks?: LatestValues | undefined;
  states(): readonly SampledPlugin[];
  options: Pick<MetricsOptions, 'labels' | 'processes' | 'processes_max' | 'max_items'>;
  /** CPU time of the host; null or undefined: there is no host to read. */
  cpuTimes?: ReadCpuTimes | null;
  /** State of exporters; undefined: none runs. */
  exporters?(): readonly ExporterState[];
  /** Null or undefined: no history on disk. */
  archive?: ArchiveHealth | null;
  /** Forecasts of full disks. Default: none. */
  forecasts?(): readonly Forecast[];
  /** Ongoing events; undefined: values are not watched. */
  events?: (() => readonly LastingEvent[]) | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Metrics {
  /** Families one by one; those without samples are left out later. */
  families(): Generator<Family>;
  /** All of them. */
  collect(): Family[];
  /** Families of this process. */
  own(): Family[];
  /** Exported plugins that rest while nobody looks: they are read when a scrape is expected. */
  readonly resting: readonly string[];
  stop(): void;
}

/** Samples older than this many periods of their plugin are not shown. */
const STALE_PERIODS = 3;

const UPTIME = ['gander_uptime_seconds', 'gauge', 'seconds', 'Time since the host was started.'] as const;

export function createMetrics({
  plugins,
  store,
  peaks,
  states,
  options,
  cpuTimes = null,
  exporters = () => [],
  archive = null,
  events,
  forecasts = () => [],
  now,
}: MetricsSetup): Metrics {
  const names = new Set(plugins.map(({ name }) => name));
  const own = createProcessMetrics();
  const ofPlugins = createPluginFamilies(plugins);
  const programs = createProgramMetrics(options.processes_max);
  const withLabels = createLabeller([...(options.labels ?? [])]);
  let stale: ReadonlySet<string> = new Set();
  const collectorSetup = (values: LatestValues) => ({
    plugins,
    latest: (plugin: string) => (stale.has(plugin) ? null : values.latest(plugin)),
    maxItems: options.max_items,
  });
  const collect = createCollector(collectorSetup(store));
  const collectPeaks = peaks === undefined ? () => [] : createPeaks(collectorSetup(peaks));

  const processFamilies = (): Family[] => {
    if (options.processes === 'none' || !names.has('processlist') || stale.has('processlist')) return [];
    const { value, time } = store.latest('processlist');
    if (time === null) return [];
    return options.processes === 'top'
      ? topFamilies(value, options.processes_max, time)
      : programs.collect(value, time);
  };

  /** Creates the family from the plugin's value, which is a text. */
  const uptime = (): Family[] => {
    const { value, time } = names.has('uptime') ? store.latest('uptime') : { value: null, time: null };
    if (time === null || value === null) return [];
    return [family(UPTIME, time, [[uptimeSeconds(value)]])];
  };

  function* unlabelled(): Generator<Family> {
    const time = now();
    const health = states();
    const dropped = new Map<string, number>();
    stale = new Set(health.filter((state) => isStale(state, time)).map(({ name }) => name));
    yield buildInfo(VERSION, process.versions.node, time);
    yield* collect(dropped);
    yield* collectPeaks();
    yield* uptime();
    if (cpuTimes !== null && names.has('cpu')) yield* cpuTimeFamilies(cpuTimes, time);
    yield* processFamilies();
    yield* ofPlugins(health, (plugin) => !stale.has(plugin), time);
    if (events !== undefined) yield* alertFamilies(events(), time);
    yield* forecastFamilies(forecasts(), time);
    yield* droppedFamilies(dropped, time);
    yield* exporterFamilies(exporters(), time);
    if (archive !== null) yield* archiveFamilies(archive, time);
    yield* own.collect(time);
  }

  function* families(): Generator<Family> {
    for (const family of unlabelled()) yield withLabels(family);
  }

  return {
    resting: plugins.filter((plugin) => canRest(plugin) && plugin.metrics !== false).map(({ name }) => name),
    families,
    collect: () => [...families()],
    own: () => own.collect(now()),
    stop: () => own.stop(),
  };
}

const isStale = ({ last_sample: at, refresh }: SampledPlugin, time: number): boolean =>
  at === null || time - at > refresh * 1000 * STALE_PERIODS;

/** Adds configured labels; results are cached by label set. */
function createLabeller(labels: readonly (readonly [string, string])[]): (family: Family) => Family {
  if (labels.length === 0) return (family) => family;
  const kept = new WeakMap<LabelSet, LabelSet>();
  const extended = (set: LabelSet): LabelSet => {
    const found =
      kept.get(set) ?? labelSet([...set.pairs, ...labels.filter(([name]) => !hasLabel(set, name))]);
    kept.set(set, found);
    return found;
  };
  return (family) => ({
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: extended(sample.labels) })),
  });
}

const hasLabel = ({ pairs }: LabelSet, name: string): boolean => pairs.some(([own]) => own === name);

/** @param setup its values are the maxima */
function createPeaks(setup: CollectorSetup): () => Generator<Family> {
  const collect = createCollector(setup);
  const readers = setup.plugins.flatMap((plugin) => planOf(plugin)?.readers ?? []);
  const names = new Set(readers.filter(isGauge).map(({ descriptor }) => descriptor.name));
  return function* () {
    for (const family of collect())
      if (names.has(family.name)) yield { ...family, name: `${family.name}_max` };
  };
}

const isGauge = ({ source }: Reader): boolean =>
  source !== null && (source.field.kind === 'gauge' || source.field.kind === 'derived');
