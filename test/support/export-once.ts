/** One export of a recorded machine to a target. */
import { commonOf, defaultsOf } from './exporter-defaults.ts';
import { exporterNamed, openingOf } from './exporter-opening.ts';
import type { DeliveryVerdict } from '../../src/net/deliver/verdict.ts';
import { createCycles } from '../../src/export/exporters/cycles.ts';
import type { Cycle, Exporter, Opening } from '../../src/export/exporters/exporter.ts';
import {
  type CommonOptions,
  EXPORT_OPTIONS,
  type ExportOptions,
} from '../../src/export/exporters/options.ts';
import { cpuTimesOf } from '../../src/export/metrics/cpu-time.ts';
import { createMetrics, type Metrics, type MetricsSetup } from '../../src/export/metrics/metrics.ts';
import { DEFAULT_METRICS } from '../../src/export/metrics/options.ts';
import { playHost, type RecordedAgent } from './recorded-agent.ts';

const played = new Map<string, Promise<RecordedAgent>>();

/** The recorded machine after its last step; nothing changes it afterwards. */
function playedOnce(name: string): Promise<RecordedAgent> {
  const known = played.get(name) ?? playHost(name);
  played.set(name, known);
  return known;
}

/** Cycles of a recorded machine after its last step, at any time. @param common values of common keys */
export async function recordedCycles(
  name = 'small-vm',
  common: Partial<CommonOptions> = {},
): Promise<(exporter: Exporter, time: number) => Cycle> {
  const { agent, host } = await playedOnce(name);
  const { store, levels, sampler } = agent;
  const metricsOf = (values: Pick<MetricsSetup, 'store' | 'peaks'>): Metrics =>
    createMetrics({
      ...values,
      plugins: agent.plugins,
      states: () => sampler.states(),
      cpuTimes: cpuTimesOf(host),
      options: DEFAULT_METRICS.options,
      events: agent.events?.lasting,
      now: () => host.clock.now(),
    });
  const metrics = metricsOf({ store });
  return (exporter, time) => {
    const cycles = createCycles({
      plugins: agent.plugins,
      store,
      limitsOf: levels.limitsOf,
      metrics,
      metricsOf: ({ means, peaks }) => metricsOf({ store: means, peaks }),
      isSelected: null,
      options: defaultsOf(EXPORT_OPTIONS) as ExportOptions,
      host: 'testhost',
      clock: { now: () => time, monotonic: () => time },
    });
    const source = cycles.createSource({ ...commonOf(exporter), ...common }, true);
    return source(exporter.interval || 2);
  };
}

/** Encodes and sends a cycle; returns the verdicts in order. */
export async function exportOnce(
  exporter: Exporter,
  options: Record<string, unknown>,
  cycles: readonly Cycle[],
  more: Partial<Opening> = {},
): Promise<DeliveryVerdict[]> {
  const opening = { ...openingOf(exporter, options), ...more };
  const encode = exporter.encoder(opening);
  const session = exporter.open(opening);
  const verdicts: DeliveryVerdict[] = [];
  for (const cycle of cycles)
    for (const { bytes } of encode(cycle))
      verdicts.push(await session.send(bytes, { signal: AbortSignal.timeout(60_000), now: Date.now() }));
  await session.close?.();
  return verdicts;
}

/** The verdicts on a recorded machine's values of these times, in milliseconds since the epoch. */
export async function verdictsOf(
  name: string,
  options: Record<string, unknown>,
  times: readonly number[] = [Date.now()],
  more: Partial<Opening> = {},
): Promise<DeliveryVerdict[]> {
  const exporter = exporterNamed(name);
  const cycles = await recordedCycles();
  return exportOnce(
    exporter,
    options,
    times.map((time) => cycles(exporter, time)),
    more,
  );
}

/** Each kind of verdict once. */
export const kindsOf = (verdicts: readonly DeliveryVerdict[]): string[] => [
  ...new Set(verdicts.map(({ kind }) => kind)),
];
