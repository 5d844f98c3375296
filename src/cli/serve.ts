/** Serves the API until the process is told to stop. */
import { existsSync } from 'node:fs';
import type { Plugin } from '../core/plugin.ts';
import { maskSecrets } from '../core/redact.ts';
import { VERSION } from '../core/version.ts';
import { configForApi } from '../config/api-view.ts';
import { addressLines, banner, rootUrl, securityWarnings, type Serving } from './banner.ts';
import { argsOf } from './args.ts';
import type { Composition } from './compose.ts';
import { Failure } from './endings.ts';
import { createGuard } from './guard.ts';
import type { Log } from './log.ts';
import { idleSettings } from './not-yet.ts';
import { DEFAULT_PORT } from './options.ts';
import type { CommandLine } from './parse.ts';
import type { ChosenAccount } from './password/choose-account.ts';
import type { Life } from './process-life.ts';
import { processControl } from './process-control.ts';

export interface ServeSetup {
  composition: Composition;
  command: CommandLine;
  registry: readonly Plugin[];
  /** Whose password clients must give; null: nobody's. */
  chosen: ChosenAccount | null;
  /** File of API keys. */
  keyPath: string;
  life: Life;
  log: Log;
  /** Holds the built page. */
  pageFolder: string;
  print(line: string): void;
}

/** Resolves when everything is served. Throws {@link Failure} when the address cannot be used. */
export async function serve(setup: ServeSetup): Promise<void> {
  const { composition, command, life, print } = setup;
  const { agent, host, configuration, notifications } = composition;
  const { values } = command;
  const { outputs } = configuration.sections;
  const guard = await createGuard({ ...setup, outputs });
  const sampling = agent.sampler.start();
  // Loading the HTTP library takes as long as the first samples: it is done between them.
  const { createApi, listen, ListenError } = await loadApi();
  const api = createApi({ ...apiSetup(setup), protection: guard.protection });
  life.atEnd(async () => {
    agent.sampler.stop();
    const told = notifications?.stop();
    await Promise.all([told, api.close()]);
  });
  notifications?.start(agent.events);
  await Promise.all([sampling, api.ready()]);
  const port = await listen({ api, host: values.bind_address, port: values.port ?? DEFAULT_PORT }).catch(
    (error: unknown) => {
      throw error instanceof ListenError ? new Failure(`${error.message}.`) : error;
    },
  );

  life.atEnd(guard.follow(api.server));
  const serving = servingOf(setup, port);
  announce(setup, serving);
  if (!values.quiet) for (const line of addressLines(serving)) print(line);
  if (values.open_web_browser)
    void host.run(['xdg-open', `${rootUrl(serving)}/`], { timeoutMs: 10_000, maxBytes: 4096 });
}

async function loadApi() {
  const [{ createApi }, { listen, ListenError }] = await Promise.all([
    import('../api/api.ts'),
    import('../api/listen.ts'),
  ]);
  return { createApi, listen, ListenError };
}

function apiSetup(setup: ServeSetup) {
  const { composition, command, registry, log } = setup;
  const { agent, configuration } = composition;
  const args = argsOf({
    values: command.values,
    names: registry.map(({ name }) => name),
    enabled: configuration.settings.enabled,
  });
  const config = configForApi(configuration.raw, { registry, cores: composition.cores });
  return {
    agent,
    registry,
    version: VERSION,
    prefix: configuration.sections.outputs.url_prefix,
    streams: configuration.sections.outputs.max_streams,
    extended: processControl(agent),
    args: () => args,
    config: () => config,
    ...(!command.values.disable_webui && { page: pageOf(setup) }),
    onFault: (error: unknown) =>
      log.write('ERROR', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/** The page updates no faster than once a second unless its address asks for it. */
function pageOf({ composition, command, pageFolder }: ServeSetup) {
  const { global, outputs } = composition.configuration.sections;
  const refresh = command.given.has('time') ? command.values.time : global.refresh;
  return {
    folder: outputs.webui_root_path ?? pageFolder,
    refresh: Math.max(1, refresh),
    defaults: pageDefaults(command.values),
  };
}

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

function servingOf({ composition, command, chosen, keyPath }: ServeSetup, port: number): Serving {
  const { outputs } = composition.configuration.sections;
  return {
    bind: command.values.bind_address,
    port,
    prefix: outputs.url_prefix,
    hasWebUi: !command.values.disable_webui,
    hasPassword: chosen !== null,
    hasApiKeys: existsSync(keyPath),
    outputs,
  };
}

/** Banner, what the configuration says, and what is open; all of it also goes to the log. */
function announce({ composition, command, chosen, log, print }: ServeSetup, serving: Serving): void {
  const { warnings, notices, sections } = composition.configuration;
  const risks = [...(chosen?.warnings ?? []), ...securityWarnings(serving), ...idleSettings(sections)];
  for (const risk of risks) log.write('WARNING', risk);
  for (const line of addressLines(serving)) log.write('INFO', line);
  if (command.values.quiet) return;
  print(banner());
  for (const warning of [...warnings, ...composition.agent.problems, ...risks])
    print(maskSecrets(`Warning: ${warning}`));
  for (const notice of [...notices, ...(chosen?.notices ?? [])]) print(maskSecrets(`Note: ${notice}`));
}
