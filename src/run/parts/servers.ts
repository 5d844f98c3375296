/** The servers of a command line: created first, listening later. */
import { join } from 'node:path';
import type { HttpServer } from '../../http/server/listen.ts';
import type { ListeningServer } from '../../http/server/listening.ts';
import { AlertBoard } from '../../core/alert.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { FleetArchive } from '../../history/archive/own-archive.ts';
import { NamesToRedact } from '../../explain/incident/redact.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { Push } from '../../alerts/push/push.ts';
import { Faults, Registry, ShownSettings, StreamLimit, SwaggerFolder } from '../../http/route/services.ts';
import { WebPage } from '../../api/page/web-page.ts';
import type { Plugin } from '../../core/plugin.ts';
import { VERSION } from '../../core/version.ts';
import { configForApi } from '../config/api-view.ts';
import type { RawConfig } from '../config/load.ts';
import { argsOf } from '../cli/args.ts';
import type { Archive } from '../../history/archive/archive.ts';
import type { ArchiveOff } from './archive.ts';
import type { NodeProfile } from '../../export/node-profile/node-profile.ts';
import { UsageError } from '../../core/errors.ts';
import type { Composition } from './compose.ts';
import { EXIT_FAILURE, EXIT_USAGE, Failure } from '../../core/commands/endings.ts';
import type { Guard } from './guard.ts';
import type { Log } from '../process/log.ts';
import { DEFAULT_METRICS, MetricsSettings } from '../../export/metrics/options.ts';
import { portOf, type Values } from '../cli/options.ts';
import type { CommandLine } from '../cli/parse.ts';
import { knownNames } from './known-names.ts';
import { give, off, type Services, servicesOf } from '../../core/parts/service.ts';
import { SERVE } from './serve-parts.ts';

export interface ServersSetup {
  composition: Composition;
  /** What features provide. */
  parts: Services;
  command: CommandLine;
  registry: readonly Plugin[];
  guard: Guard;
  /** The watched servers; null: not a hub. */
  fleet: Fleet | null;
  /** The history of the watched servers; null: this is not a hub. */
  fleetArchive: Archive | ArchiveOff | null;
  log: Log;
  /** Folder with the built page and Swagger UI. */
  pageFolder: string;
}

export interface CreatedServer {
  kind: 'rest' | 'rpc';
  instance: HttpServer;
}

/** Loads only requested parts. */
export async function createServers(setup: ServersSetup): Promise<CreatedServer[]> {
  const { webserver, server, enable_rpc: enableRpc } = setup.command.values;
  const servers: CreatedServer[] = [];
  if (webserver) servers.push({ kind: 'rest', instance: await createRest(setup) });
  if (server || enableRpc) servers.push({ kind: 'rpc', instance: await createRpc(setup) });
  return servers;
}

/** Ports of listening servers; null: not served. */
export interface Ports {
  rest: number | null;
  rpc: number | null;
}

/** Throws {@link UsageError} for an address that this machine does not have, {@link Failure} for one that cannot be used. */
export async function listenAll(servers: readonly CreatedServer[], values: Values): Promise<Ports> {
  const { listen, ListenError } = await import('../../http/server/listen.ts');
  const ports: Ports = { rest: null, rpc: null };
  for (const { kind, instance } of servers) {
    const isSecond = kind === 'rpc' && !values.server;
    ports[kind] = await listen({
      api: instance,
      host: values.bind_address,
      port: isSecond ? values.rpc_port : portOf(values),
      ...(isSecond && { option: '--rpc-port' }),
    }).catch((error: unknown) => {
      if (!(error instanceof ListenError)) throw error;
      if (error.isMistake) throw new UsageError(`${error.message}.`);
      // Existing scripts know 2 from a port of the XML-RPC server.
      throw new Failure(`${error.message}.`, kind === 'rpc' ? EXIT_USAGE : EXIT_FAILURE);
    });
  }
  return ports;
}

/** The address of a server; none if it does not listen on one. */
export function listeningOf({ kind, instance }: CreatedServer): ListeningServer[] {
  const listening = instance.server.address();
  if (listening === null || typeof listening === 'string') return [];
  const { address, port } = listening;
  return [{ protocol: kind, address, port }];
}

async function createRest(setup: ServersSetup): Promise<HttpServer> {
  const { createApi } = await import('../api/api.ts');
  const { composition, command, registry, guard, fleet, fleetArchive, parts } = setup;
  const { agent, alerts, configuration, host, push } = composition;
  const { outputs } = configuration.sections;
  const args = argsOf({
    values: command.values,
    names: registry.map(({ name }) => name),
    enabled: configuration.settings.enabled,
  });
  const given = [
    give(AgentParts, agent),
    give(AlertBoard, alerts),
    give(Registry, registry),
    give(StreamLimit, outputs.max_streams),
    give(MetricsSettings, metricsSettings(composition)),
    give(ShownSettings, { args: () => args, config: shownConfig(setup) }),
    give(NamesToRedact, () => knownNames(host)),
    give(SwaggerFolder, join(setup.pageFolder, 'swagger-ui')),
    give(Faults, faultLog(setup)),
    ...(push === null ? [] : [give(Push, push)]),
    ...(fleet === null ? [] : [give(Fleet, fleet)]),
    ...(fleetArchive === null
      ? []
      : [give(FleetArchive, 'off' in fleetArchive ? off(fleetArchive.off) : fleetArchive)]),
    ...(fleet !== null || !command.values.disable_webui ? [give(WebPage, pageOf(setup))] : []),
  ];
  return createApi({
    parts: SERVE,
    services: servicesOf(new Map(given), parts),
    version: VERSION,
    prefix: outputs.url_prefix,
    protection: guard.protection,
  });
}

/** The displayed configuration, created on first use and after each change. */
function shownConfig({ composition, registry }: ServersSetup): () => ReturnType<typeof configForApi> {
  const { reloading, cores } = composition;
  const make = (raw: RawConfig) => ({ raw, shown: configForApi(raw, { registry, cores }) });
  let made: ReturnType<typeof make> | null = null;
  return () => {
    const raw = reloading.raw();
    if (made?.raw !== raw) made = make(raw);
    return made.shown;
  };
}

function metricsSettings({ host, configuration }: Composition): MetricsSettings {
  const options = configuration.sections.metrics;
  let profile: Promise<NodeProfile> | null = null;
  // Few agents serve this profile.
  const load = async (): Promise<NodeProfile> =>
    (await import('../../export/node-profile/node-profile.ts')).createNodeProfile(
      host,
      options.collectors ?? [],
    );
  return { ...DEFAULT_METRICS, options, node: async () => (await (profile ??= load())).texts() };
}

async function createRpc(setup: ServersSetup): Promise<HttpServer> {
  const [{ createRpcServer }, { hostPatterns }] = await Promise.all([
    import('../../api/rpc/server.ts'),
    import('../../api/rpc/host-patterns.ts'),
  ]);
  const { composition, registry, guard } = setup;
  const { outputs } = composition.configuration.sections;
  const { authenticator, trustedProxies, mayConnect, tls } = guard.protection;
  return createRpcServer({
    agent: composition.agent,
    registry,
    version: VERSION,
    protection: {
      hosts: outputs.xmlrpc_allowed_hosts.length === 0 ? null : hostPatterns(outputs.xmlrpc_allowed_hosts),
      origins: outputs.cors_origins,
      authenticator,
      trustedProxies,
      mayConnect,
      tls,
    },
    onFault: faultLog(setup),
  });
}

const faultLog =
  ({ log }: ServersSetup) =>
  (error: unknown): void =>
    log.write('ERROR', error instanceof Error ? (error.stack ?? error.message) : String(error));

/** The page updates at most once a second unless its address requests more. */
function pageOf({ composition, command, pageFolder, fleet }: ServersSetup) {
  const { global, outputs } = composition.configuration.sections;
  const refresh = command.given.has('time') ? command.values.time : global.refresh;
  return {
    folder: outputs.webui_root_path ?? pageFolder,
    refresh: Math.max(1, refresh),
    defaults: pageDefaults(command.values),
    frameAncestors: outputs.frame_ancestors,
    hasHost: !command.values.disable_webui,
    hasFleet: fleet !== null,
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
