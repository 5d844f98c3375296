/** Connects the agent's values to the configured exporters. */
import { ConfigError } from '../../core/errors.ts';
import type { ConfigParts, Configuration } from '../config/load.ts';
import { didYouMean, LISTED } from '../../core/nearest.ts';
import { wordsOf } from '../../core/option-parse.ts';
import type { CommandLine } from '../cli/parse.ts';
import { portOf } from '../cli/options.ts';
import { readSecretFile } from '../../send/deliver/secret-value.ts';
import { stateFolder } from '../../send/deliver/state-folder.ts';
import { unusedCertificates } from '../../send/exporters/certificates.ts';
import { createCycles } from '../../send/exporters/cycles.ts';
import { createExports, type Exports } from '../../send/exporters/exports.ts';
import { EXPORTERS } from '../../send/exporters/index.ts';
import { createLoader, missingText } from '../../send/deliver/packages.ts';
import {
  type ChosenExporters,
  type Resolved,
  resolveExporters,
  type Wanted,
} from '../../send/exporters/resolve.ts';
import type { LocalHost } from '../../measure/host/local-host.ts';
import { COLLECTORS } from '../../send/node-profile/collectors/index.ts';
import { createNodeProfile } from '../../send/node-profile/node-profile.ts';
import { KERNEL_COLLECTORS } from '../../send/exporters/otlp/kernel.ts';
import { createMetrics, type Metrics, type MetricsSetup } from '../../send/metrics/metrics.ts';
import { processes } from '../../measure/sources/processes/processes.ts';
import { filterProcesses } from '../../core/linear-filter.ts';
import { installCommand, lackingPackage, untestedPackage } from './optional-packages.ts';
import type { Agent } from './agent.ts';
import { hostName } from './host-name.ts';
import { watchExporters } from './export-events.ts';
import type { Log } from '../process/log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ExportSetup {
  command: CommandLine;
  configuration: Configuration;
  environment: Environment;
  host: LocalHost;
  agent: Agent;
  log: Log;
  /** The exporter to try once; its queue is not touched. */
  test?: string;
}

export interface OpenedExports extends Exports {
  /** Also ends the collection of metrics. */
  stop(): Promise<void>;
}

export function openExports(setup: ExportSetup, chosen: ChosenExporters): OpenedExports {
  const { command, configuration, environment, host, agent, log } = setup;
  for (const one of chosen.running) for (const text of warningsOf(one)) log.write('WARNING', text);
  const { sections, settings } = configuration;
  const { plugins, store, levels, sampler } = agent;
  const made: Metrics[] = [];
  const metricsOf = (values: Pick<MetricsSetup, 'store' | 'peaks'>): Metrics => {
    const metrics = createMetrics({
      ...values,
      plugins,
      states: () => sampler.states(),
      options: { ...sections.metrics, processes: 'programs' },
      exporters: () => exports.states(),
      events: agent.events?.lasting,
      now: () => host.clock.now(),
    });
    made.push(metrics);
    return metrics;
  };
  const metrics = metricsOf({ store });
  const name = sections.export.hostname || shortName(hostName(host));
  const filters = settings.optionsOf('processlist')['export'] as readonly string[] | undefined;
  const cycles = createCycles({
    plugins,
    store,
    limitsOf: levels.limitsOf,
    metrics,
    metricsOf: ({ means, peaks }) => metricsOf({ store: means, peaks }),
    isSelected: filters === undefined || filters.length === 0 ? null : filterProcesses(filters),
    startOf: (pid) => sampler.instance(processes).startOf(pid),
    options: sections.export,
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
    folder: setup.test === undefined ? folderFor(environment, portOf(command.values), log) : null,
    refresh: command.given.has('time') ? command.values.time : sections.global.refresh,
    readKernel: () => kernel.families(),
    renew: renewer(agent, metrics, filters ?? []),
    load: createLoader((name) => installCommand(name, program())),
    lacks,
    log: log.write,
  });
  let stopWatch = (): void => {};
  return {
    ...exports,
    async start() {
      await exports.start();
      if (agent.events !== null) stopWatch = watchExporters(() => exports.states(), agent.events, host.clock);
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

export interface ExportChoice extends Pick<ExportSetup, 'command' | 'environment' | 'test'> {
  configuration: ConfigParts;
}

/** The exporters to run. Throws a `ConfigError` with all mistakes in them. */
export function chooseExporters({
  command: { values },
  configuration,
  environment,
  test,
}: ExportChoice): ChosenExporters {
  return resolveExporters({
    ...wantedNames(values.export, configuration, test),
    settings: configuration.exporters,
    all: configuration.sections.export,
    exporters: EXPORTERS,
    overrides: overridesOf(values),
    sources: { environment, readFile: readSecretFile },
    suggest: (name, names) => didYouMean(name, names, LISTED),
  });
}

/** Names of the exporters to run, and their source. */
function wantedNames(
  option: string | null,
  { sections, placeOf }: ConfigParts,
  test: string | undefined,
): Pick<Wanted, 'names' | 'where'> {
  if (test !== undefined) return { names: [test], where: '--export-test' };
  if (option !== null) return { names: namesIn(option), where: '--export' };
  const { enable } = sections.export;
  return {
    names: enable,
    where: `${placeOf('export', 'enable') ?? ''}: [export] enable = ${enable.join(',')}`,
  };
}

/** An empty value is a mistake of a script, not a request for no exporter. */
function namesIn(option: string): readonly string[] {
  const names = wordsOf(option);
  if (names.length === 0)
    throw new ConfigError(['--export names no exporter; gander --modules-list names them.']);
  return names;
}

/** Given flags precede the file. */
const overridesOf = (values: CommandLine['values']) => ({
  csv: {
    ...(values.export_csv_file !== './glances.csv' && { file: values.export_csv_file }),
    ...(values.export_csv_overwrite && { overwrite: true }),
  },
  graph: {
    ...(values.export_graph_path !== '/tmp' && { path: values.export_graph_path }),
  },
  json: { ...(values.export_json_file !== './glances.json' && { file: values.export_json_file }) },
});

/** Resting plugins are read for exporters only; processes only if some are exported. */
function renewer({ plugins, sampler }: Agent, { resting }: Metrics, filters: readonly string[]): () => void {
  const names = [...resting, ...(filters.length > 0 ? ['processlist'] : [])];
  const wanted = names.filter((name) => plugins.some((plugin) => plugin.name === name));
  return () => sampler.refreshIdle(wanted);
}

function folderFor(environment: Environment, port: number, log: Log): string | null {
  const folder = stateFolder(environment, process.getuid?.() === 0);
  if (folder === null)
    log.write(
      'WARNING',
      'Values that wait for exporters are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.',
    );
  return folder && `${folder}/export-${port}`;
}

const shortName = (name: string): string => name.split('.')[0] || name;
