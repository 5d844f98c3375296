/** From the configuration to the list of servers. */
import { type ServerName, bracketed } from '../../core/server-name.ts';
import { DEFAULT_PORTS, type Protocol, type Server } from './server.ts';

/** Values of `server_N_…`. */
interface ServerValues {
  name: ServerName | undefined;
  alias: string | undefined;
  port: number | undefined;
  protocol: Protocol | undefined;
  tags: readonly string[];
  username: string | undefined;
}

/**
 * Returns the configured servers. Entries without a name are skipped; the configuration warns of them.
 * @param passwords in clear, by lower-case name; `default` for the others
 */
export function listedServers(
  entries: readonly { readonly values: Readonly<ServerValues> }[],
  passwords: ReadonlyMap<string, string>,
): Server[] {
  const servers = new Map<string, Server>();
  for (const { values } of entries) {
    if (values.name === undefined) continue;
    const server = serverOf(values.name, values, passwords);
    const id = freeId(server.key, servers);
    servers.set(id, { ...server, id });
  }
  return [...servers.values()];
}

/** Two entries may be alike: each is watched, under its own id. */
function freeId(key: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? key : `${key}~${number}`;
    if (!taken.has(id)) return id;
  }
}

function serverOf(
  { host, isSecure }: ServerName,
  { alias, port: given, protocol: word, tags, username }: Readonly<ServerValues>,
  passwords: ReadonlyMap<string, string>,
): Server {
  // Glances 5 speaks nothing else, and names the port alone.
  const isRest = isSecure || given === DEFAULT_PORTS.rest;
  const protocol = word ?? (isRest ? 'rest' : 'rpc');
  const port = given ?? DEFAULT_PORTS[protocol];
  const key = `${bracketed(host)}:${port}`;
  return {
    id: key,
    key,
    name: host,
    host,
    port,
    protocol,
    isSecure,
    alias: alias ?? null,
    tags: [...new Set(tags)],
    type: 'STATIC',
    username: username ?? null,
    password: passwords.get(host.toLowerCase()) ?? passwords.get('default') ?? null,
  };
}
