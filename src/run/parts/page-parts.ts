/** Services of this program for the API and its page. */
import { join } from 'node:path';
import { LogWriter, WatchedHost } from '../../core/base-services.ts';
import { definePart, type Part, pieceOf } from '../../core/parts/part.ts';
import { off, optional, service } from '../../core/parts/service.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { NamesToRedact } from '../../explain/incident/redact.ts';
import { cpuTimesOf } from '../../export/metrics/cpu-time.ts';
import { DEFAULT_METRICS, MetricsSettings } from '../../export/metrics/options.ts';
import type { NodeProfile } from '../../export/node-profile/node-profile.ts';
import { Faults, Registry, ShownSettings, StreamLimit, SwaggerFolder } from '../../http/route/services.ts';
import { WebPage } from '../../api/page/web-page.ts';
import { argsOf } from '../cli/args.ts';
import { CommandLine } from '../cli/parse.ts';
import { configForApi } from '../config/api-view.ts';
import { Configuration, type RawConfig } from '../config/load.ts';
import { Cores } from './agent-parts.ts';
import { knownNames } from '../../explain/incident/known-names.ts';
import { Reloading } from './reload.ts';

/** Folder with the built page and Swagger UI. */
export const PageFolder = service<string>('folder of the built page');

/** The displayed configuration is created on first use and after each change. */
const settings = definePart({
  name: 'settings',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    registry: Registry,
    cores: Cores,
    reloading: Reloading,
  },
  provides: ShownSettings,
  open({ command: { values }, configuration, registry, cores, reloading }) {
    const names = registry.map(({ name }) => name);
    const args = argsOf({ values, names, enabled: configuration.settings.enabled });
    const make = (raw: RawConfig) => ({ raw, shown: configForApi(raw, { registry, cores }) });
    let made: ReturnType<typeof make> | null = null;
    return {
      args: () => args,
      config() {
        const raw = reloading.raw();
        if (made?.raw !== raw) made = make(raw);
        return made.shown;
      },
    };
  },
});

const metrics = definePart({
  name: 'settings of metrics',
  needs: { host: WatchedHost, configuration: Configuration },
  provides: MetricsSettings,
  open({ host, configuration }) {
    const options = configuration.sections.metrics;
    let profile: Promise<NodeProfile> | null = null;
    // Few agents serve this profile.
    const load = async (): Promise<NodeProfile> =>
      (await import('../../export/node-profile/node-profile.ts')).createNodeProfile(
        host,
        options.collectors ?? [],
      );
    return {
      ...DEFAULT_METRICS,
      options,
      node: async () => (await (profile ??= load())).texts(),
      cpuTimes: cpuTimesOf(host),
    };
  },
});

const faults = definePart({
  name: 'internal errors',
  needs: { log: LogWriter },
  provides: Faults,
  isEssential: true,
  open:
    ({ log }) =>
    (error) =>
      log.write('ERROR', error instanceof Error ? (error.stack ?? error.message) : String(error)),
});

/** The page updates at most once a second unless its address requests more. */
const page = definePart({
  name: 'web page',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    folder: PageFolder,
    fleet: optional(Fleet),
  },
  provides: WebPage,
  open({ command: { given, values }, configuration: { sections }, folder, fleet }) {
    if (fleet === null && values.disable_webui) return off('--disable-webui');
    const { global, outputs } = sections;
    const refresh = given.has('time') ? values.time : global.refresh;
    return {
      folder: outputs.webui_root_path ?? folder,
      refresh: Math.max(1, refresh),
      defaults: pageDefaults(values),
      frameAncestors: outputs.frame_ancestors,
      hasHost: !values.disable_webui,
      hasFleet: fleet !== null,
    };
  },
});

const pageDefaults = (values: CommandLine['values']) => ({
  byte: values.byte,
  fahrenheit: values.fahrenheit,
  percpu: values.percpu,
  freeSpace: values.fs_free_space,
  iops: values.diskio_iops,
  latency: values.diskio_latency,
  meanGpu: values.meangpu,
  longNames: !values.process_short_name,
  perMachine: values.disable_irix,
});

export const PAGE: readonly Part[] = [
  settings,
  metrics,
  faults,
  page,
  pieceOf<Configuration, number>(StreamLimit, Configuration, ({ sections }) => sections.outputs.max_streams),
  pieceOf(NamesToRedact, WatchedHost, (host) => () => knownNames(host)),
  pieceOf<string, string | null>(SwaggerFolder, PageFolder, (folder) => join(folder, 'swagger-ui')),
];
