/** Reads and checks the configuration: at the start, at a reload, and with rules that the page wants to set. */
import { Environment, WatchedHost } from '../../core/base-services.ts';
import { problemsOf } from '../../core/errors.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { type Resolved, type Service, service } from '../../core/parts/service.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { ChosenExporters } from '../../export/exporters/resolve.ts';
import type { Target } from '../../alerts/notify/target.ts';
import { configFlags } from '../cli/config-flags.ts';
import { CommandLine } from '../cli/parse.ts';
import { diskFiles } from '../config/files.ts';
import { type Configuration, loadSettings, registryIn } from '../config/load.ts';
import { type PageFile, pageFilePath } from '../config/page-rules.ts';
import { findConfig } from '../config/search.ts';
import type { ExportChoice } from './choose-exporters.ts';
import { readPageFile } from './page-file.ts';
import { withUsablePage } from './usable-page.ts';

/** The configuration with the results of its check: secret files are read once, and all mistakes are in one list. */
export interface CheckedConfiguration {
  readonly configuration: Configuration;
  /** Of notifications; none in a mode without them. */
  readonly targets: readonly Target[];
  /** Null if no exporter runs. */
  readonly exporters: ChosenExporters | null;
}
export const CheckedConfiguration = service<CheckedConfiguration>('checked configuration');

/** Each rejects with a `ConfigError` with all mistakes, or `UsageError`. */
export interface ConfigurationReader {
  /** Goes on without damaged rules of the page. */
  atStart(): Promise<CheckedConfiguration>;
  /** Damaged rules of the page are mistakes, too: what was in force stays. */
  again(): Promise<CheckedConfiguration>;
  withRules(page: PageFile): Promise<CheckedConfiguration>;
}
export const ConfigurationReader = service<ConfigurationReader>('reader of the configuration');

/** Plugins without those of the configuration, sorted by name. */
export const BuiltInPlugins: Service<readonly Plugin[]> = service<readonly Plugin[]>('built-in plugins');

export const READING = {
  command: CommandLine,
  environment: Environment,
  registry: BuiltInPlugins,
  host: WatchedHost,
  problems: FileProblems,
};

export function createConfigurationReader(setup: Resolved<typeof READING>): ConfigurationReader {
  const { command, environment, registry, host, problems } = setup;
  const { values } = command;
  const mayRun = values.enable_config_exec && !values.disable_config_exec;
  const isServer = values.webserver || values.server;
  const find = () => findConfig(values.conf_file ?? undefined, environment, diskFiles);
  const known = async () => byName(await registryIn({ registry, file: find(), files: diskFiles }));
  const pagePath = (): string | null => pageFilePath(find(), environment);

  const read = async (page: PageFile | null): Promise<CheckedConfiguration> => {
    let targets: readonly Target[] = [];
    let exporters: ChosenExporters | null = null;
    const configuration = await loadSettings({
      page,
      async check(parts) {
        const choice = { command, configuration: parts, environment };
        const chooser = runsExporters(choice) ? await import('./choose-exporters.ts') : null;
        const resolver = isServer ? await import('./resolve-targets.ts') : null;
        return [
          ...problemsOf(() => (targets = resolver?.configuredTargets(parts, environment) ?? [])),
          ...problemsOf(() => (exporters = chooser?.chooseExporters(choice) ?? null)),
        ];
      },
      registry,
      file: find(),
      files: diskFiles,
      environment,
      flags: configFlags(command, registry),
      ...(mayRun && { run: host.run }),
    });
    return { configuration, targets, exporters };
  };
  return {
    atStart: async () => withUsablePage({ path: pagePath(), plugins: await known(), problems }, read),
    async again() {
      const path = pagePath();
      const checked = await read(readPageFile(path, await known()));
      if (path !== null) problems.report(path, null);
      return checked;
    },
    withRules: read,
  };
}

export const byName = (registry: readonly Plugin[]): ReadonlyMap<string, Plugin> =>
  new Map(registry.map((plugin) => [plugin.name, plugin]));

/** Exporters are loaded only if some run. */
const runsExporters = ({ command: { values }, configuration }: ExportChoice): boolean =>
  values.export_test === null && (values.export !== null || configuration.sections.export.enable.length > 0);
