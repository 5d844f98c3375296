/** The servers of a command line: REST and XML-RPC. They start last and stop first. */
import { UsageError, EXIT_FAILURE, EXIT_USAGE, Failure } from '../../core/errors.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { definePart, type Scope } from '../../core/parts/part.ts';
import { optional, type Resolved, service } from '../../core/parts/service.ts';
import { VERSION } from '../../core/version.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { closeServer } from '../../http/server/closing.ts';
import type { HttpServer } from '../../http/server/listen.ts';
import type { ListeningServer } from '../../http/server/listening.ts';
import { parsePasswd } from '../../measure/linux/passwd.ts';
import { Routes } from '../../http/route/route.ts';
import { Faults, Registry } from '../../http/route/services.ts';
import { NO_ADDRESS, placeOf, type Values } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { Agent } from './agent.ts';
import { Sampled } from './agent-parts.ts';
import { Guard } from './guard.ts';

export interface Servers {
  /** Those that listen. */
  listening(): readonly ListeningServer[];
}
export const Servers = service<Servers>('servers');

interface CreatedServer {
  readonly kind: ListeningServer['protocol'];
  readonly instance: HttpServer;
}

const needs = {
  command: CommandLine,
  configuration: Configuration,
  registry: Registry,
  agent: Agent,
  sampled: Sampled,
  guard: Guard,
  onFault: Faults,
  // Requests that run at the end may use them.
  archive: optional(OwnArchive),
  fleet: optional(Fleet),
};
type Setup = Resolved<typeof needs>;
type Place = ReturnType<typeof placeOf>;

export const serversPart = definePart({
  name: 'servers',
  needs,
  provides: Servers,
  collects: [Routes],
  isEssential: true,
  open(met, scope) {
    let servers: readonly CreatedServer[] = [];
    scope.onStart(async () => {
      // The libraries are loaded while the agent waits for its second sample.
      servers = await createServers(met, scope);
      const instances = servers.map(({ instance }) => instance);
      const sockets: (() => Promise<void>)[] = [];
      scope.onStop(() => Promise.all([...sockets.map((close) => close()), ...instances.map(closeServer)]));
      await Promise.all([met.sampled.first(), ...instances.map((instance) => instance.ready())]);
      const place = placeOf(met.command, met.configuration);
      checkPlace(servers, place);
      // First of all it refuses certificates of clients.
      scope.onStop(met.guard.follow(instances.map(({ server }) => server)));
      await listenAll(servers, met.command.values, place);
      sockets.push(...(await listenOnSockets(servers, met.configuration, place)));
    });
    return { listening: () => servers.flatMap(listeningOf) };
  },
});

/** Throws {@link UsageError} where a server listens nowhere. */
function checkPlace(servers: readonly CreatedServer[], { host, socket }: Place): void {
  const hasRest = servers.some(({ kind }) => kind === 'rest');
  if (host === NO_ADDRESS && (servers.length > 1 || !hasRest))
    throw new UsageError('XML-RPC needs an address: --bind none is for the REST API alone.');
  if (host === NO_ADDRESS && socket === undefined)
    throw new UsageError('--bind none needs a socket: name its path with --socket.');
}

async function listenOnSockets(
  servers: readonly CreatedServer[],
  { sections: { outputs } }: Configuration,
  { socket: path }: Place,
): Promise<(() => Promise<void>)[]> {
  const rest = servers.find(({ kind }) => kind === 'rest');
  if (path === undefined || rest === undefined) return [];
  const { listenOnSocket, ListenError } = await import('../../http/server/listen.ts');
  const mode = Number.parseInt(outputs.socket_mode, 8);
  const group = groupNumber(outputs.socket_group);
  const listening = listenOnSocket(rest.instance, { path, mode, ...(group !== undefined && { group }) });
  return [
    await listening.catch((error) => {
      throw error instanceof ListenError ? new Failure(`${error.message}.`) : error;
    }),
  ];
}

/** Throws {@link UsageError} for a name that this machine does not have. */
function groupNumber(name: string | undefined): number | undefined {
  if (name === undefined || /^\d{1,9}$/.test(name)) return name === undefined ? undefined : Number(name);
  const [number] = [...parsePasswd(readSmallFile('/etc/group'))].find(([, each]) => each === name) ?? [];
  if (number === undefined) throw new UsageError(`[outputs] socket_group: there is no group ${name}.`);
  return number;
}

/** Loads only requested servers. */
async function createServers(setup: Setup, scope: Scope): Promise<CreatedServer[]> {
  const { webserver, server, enable_rpc: enableRpc } = setup.command.values;
  const servers: CreatedServer[] = [];
  if (webserver) servers.push({ kind: 'rest', instance: await createRest(setup, scope) });
  if (server || enableRpc) servers.push({ kind: 'rpc', instance: await createRpc(setup) });
  return servers;
}

/** Throws {@link UsageError} for an address that this machine does not have, {@link Failure} for one that cannot be used. */
async function listenAll(
  servers: readonly CreatedServer[],
  values: Values,
  { host, port }: Place,
): Promise<void> {
  if (host === NO_ADDRESS) return;
  const { listen, ListenError } = await import('../../http/server/listen.ts');
  for (const { kind, instance } of servers) {
    const isSecond = kind === 'rpc' && !values.server;
    await listen({
      api: instance,
      host,
      port: isSecond ? values.rpc_port : port,
      ...(isSecond && { option: '--rpc-port' }),
    }).catch((error) => {
      if (!(error instanceof ListenError)) throw error;
      if (error.isMistake) throw new UsageError(`${error.message}.`);
      // Existing scripts know 2 from a port of the XML-RPC server.
      throw new Failure(`${error.message}.`, kind === 'rpc' ? EXIT_USAGE : EXIT_FAILURE);
    });
  }
}

function listeningOf({ kind, instance }: CreatedServer): ListeningServer[] {
  const listening = instance.server.address();
  if (listening === null || typeof listening === 'string') return [];
  const { address, port } = listening;
  return [{ protocol: kind, address, port }];
}

async function createRest({ configuration, guard }: Setup, { parts, services }: Scope): Promise<HttpServer> {
  const { createApi } = await import('../api/api.ts');
  const prefix = configuration.sections.outputs.url_prefix;
  return createApi({ parts, services, version: VERSION, prefix, protection: guard.protection });
}

async function createRpc({ configuration, agent, registry, guard, onFault }: Setup): Promise<HttpServer> {
  const [{ createRpcServer }, { hostPatterns }] = await Promise.all([
    import('../../api/rpc/server.ts'),
    import('../../api/rpc/host-patterns.ts'),
  ]);
  const { outputs } = configuration.sections;
  const { authenticator, trustedProxies, mayConnect, tls } = guard.protection;
  return createRpcServer({
    agent,
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
    onFault,
  });
}
