/** The servers of a command line: REST and XML-RPC. They start last and stop first. */
import { UsageError } from '../../core/errors.ts';
import { EXIT_FAILURE, EXIT_USAGE, Failure } from '../../core/commands/endings.ts';
import { definePart, type Scope } from '../../core/parts/part.ts';
import { optional, type Resolved, service } from '../../core/parts/service.ts';
import { VERSION } from '../../core/version.ts';
import { Fleet } from '../../fleet/hub/fleet.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { closeServer } from '../../http/server/closing.ts';
import type { HttpServer } from '../../http/server/listen.ts';
import type { ListeningServer } from '../../http/server/listening.ts';
import { Routes } from '../../http/route/route.ts';
import { Faults, Registry } from '../../http/route/services.ts';
import { placeOf, type Values } from '../cli/options.ts';
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
      scope.onStop(() => Promise.all(instances.map(closeServer)));
      await Promise.all([met.sampled.first(), ...instances.map((instance) => instance.ready())]);
      await listenAll(servers, met.command.values, placeOf(met.command, met.configuration));
      scope.onStop(met.guard.follow(instances.map(({ server }) => server)));
    });
    return { listening: () => servers.flatMap(listeningOf) };
  },
});

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
  { host, port }: ReturnType<typeof placeOf>,
): Promise<void> {
  const { listen, ListenError } = await import('../../http/server/listen.ts');
  for (const { kind, instance } of servers) {
    const isSecond = kind === 'rpc' && !values.server;
    await listen({
      api: instance,
      host,
      port: isSecond ? values.rpc_port : port,
      ...(isSecond && { option: '--rpc-port' }),
    }).catch((error: unknown) => {
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
