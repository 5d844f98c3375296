/** Connects the agent's values to the configured exporters. */
import type { Environment, LogWriter } from '../../core/base-services.ts';
import type { Host } from '../../core/host.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { unusedCertificates } from '../exporters/certificates.ts';
import { createCycles } from '../exporters/cycles.ts';
import { createExports, type Exports } from '../exporters/exports.ts';
import { createLoader, missingText } from '../../net/deliver/packages.ts';
import type { Resolved } from '../exporters/resolve.ts';
import { COLLECTORS } from '../node-profile/collectors/index.ts';
import { createNodeProfile } from '../node-profile/node-profile.ts';
import { KERNEL_COLLECTORS } from '../exporters/otlp/kernel.ts';
import { cpuTimesOf } from '../metrics/cpu-time.ts';
import { createMetrics, type Metrics, type MetricsSetup } from '../metrics/metrics.ts';
import { processes } from '../../measure/sources/processes/processes.ts';
import { filterProcesses } from '../../core/linear-filter.ts';
import { installCommand, lackingPackage, untestedPackage } from '../../net/deliver/optional-packages.ts';
import type { EventEngine } from '../../alerts/events/engine.ts';
import type { WatchedLevels } from '../../measure/levels/levels.ts';
import type { Sampling } from '../../measure/sampler/sampling.ts';
import type { ExportPlan } from './export-plan.ts';
import { hostName } from '../../core/host-name.ts';
import { watchExporters } from './export-events.ts';

interface ExportSetup {
  environment: Environment;
  host: Host;
  sampling: Sampling;
  levels: WatchedLevels;
  /** Null: failures of targets raise no events. */
  events: EventEngine | null;
  log: LogWriter;
}

export interface OpenedExports extends Exports {
  /** Also ends the collection of metrics. */
  stop(): Promise<void>;
}

export function openExports(plan: ExportPlan, setup: ExportSetup): OpenedExports {
  const { chosen, options, filters, port, refresh } = plan;
  const { environment, host, sampling, levels, events, log } = setup;
  for (const one of chosen.running) for (const text of warningsOf(one)) log.write('WARNING', text);
  const { plugins, store, sampler } = sampling;
  const made: Metrics[] = [];
  const metricsOf = (values: Pick<MetricsSetup, 'store' | 'peaks'>): Metrics => {
    const metrics = createMetrics({
      ...values,
      plugins,
      states: () => sampler.states(),
      cpuTimes: cpuTimesOf(host),
      options: { ...plan.metrics, processes: 'programs' },
      exporters: () => exports.states(),
      events: events?.lasting,
      now: () => host.clock.now(),
    });
    made.push(metrics);
    return metrics;
  };
  const metrics = metricsOf({ store });
  const name = options.hostname || shortName(hostName(host));
  const cycles = createCycles({
    plugins,
    store,
    limitsOf: levels.limitsOf,
    metrics,
    metricsOf: ({ means, peaks }) => metricsOf({ store: means, peaks }),
    isSelected: filters.length === 0 ? null : filterProcesses(filters),
    startOf: (pid) => sampler.instance(processes).startOf(pid),
    options,
    host: name,
    clock: host.clock,
  });
  const collectors = COLLECTORS.filter((collector) => KERNEL_COLLECTORS.has(collector.name));
  const kernel = createNodeProfile(host, [], collectors);
  const exports = createExports({
    chosen,
    cycles,
    clock: host.clock,
    host: name,
    plugins,
    folder: port === null ? null : folderFor(environment, port, log),
    refresh,
    readKernel: () => kernel.families(),
    renew: renewer(sampling, metrics, filters),
    load: createLoader((name) => installCommand(name, program())),
    lacks,
    log: log.write,
  });
  let stopWatch = (): void => {};
  return {
    ...exports,
    async start() {
      await exports.start();
      if (events !== null) stopWatch = watchExporters(() => exports.states(), events, host.clock);
    },
    async stop() {
      stopWatch();
      await exports.stop();
      for (const metrics of made) metrics.stop();
    },
  };
}

/** Packages are searched from its place. */
const program = (): string => process.argv[1] ?? '';

function lacks(name: string): string | null {
  const command = lackingPackage(name, program());
  return command === null ? null : missingText(name, command);
}

function warningsOf({ name, options, certificates, exporter }: Resolved): string[] {
  const untested = (exporter.packages ?? []).map((one) => untestedPackage(one, program()));
  const unused = unusedCertificates(certificates, exporter.target(options));
  return [
    ...(unused === null ? [] : [`${unused}.`]),
    ...(options['verify_ssl'] === false ? [`trusts any certificate: verify_ssl=False in [${name}].`] : []),
    ...untested.flatMap((found) => (found === null ? [] : [`uses ${found}`])),
  ].map((text) => `Exporter ${name} ${text}`);
}

/** Resting plugins are read for exporters only; processes only if some are exported. */
function renewer(
  { plugins, sampler }: Sampling,
  { resting }: Metrics,
  filters: readonly string[],
): () => void {
  const names = [...resting, ...(filters.length > 0 ? ['processlist'] : [])];
  const wanted = names.filter((name) => plugins.some((plugin) => plugin.name === name));
  return () => sampler.refreshIdle(wanted);
}

function folderFor(environment: Environment, port: number, log: LogWriter): string | null {
  const folder = stateFolder(environment, process.getuid?.() === 0);
  if (folder === null)
    log.write(
      'WARNING',
      'Values that wait for exporters are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.',
    );
  return folder && `${folder}/export-${port}`;
}

const shortName = (name: string): string => name.split('.')[0] || name;
