/** Servers for a hub: fake agents, and servers that are not agents. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Server } from '../../src/fleet/hub/server.ts';

export interface Listening {
  port: number;
  /** Connections that were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Listens until the test has finished. */
export async function listening(server: NetServer, host = '127.0.0.1', port = 0): Promise<Listening> {
  const open = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    open.add(socket.on('error', () => {}));
    socket.on('close', () => open.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, connections: () => count, close };
}

export const httpServer = (listener: RequestListener, host?: string): Promise<Listening> =>
  listening(createHttpServer(listener), host);

export const rawServer = (onConnect: (socket: Socket) => void): Promise<Listening> =>
  listening(createServer(onConnect));

export interface FakeAgentServer extends Listening {
  /** Method, path and `Authorization` of each request. */
  asked: { path: string; authorization: string | undefined; headers: IncomingMessage['headers'] }[];
  /** Plugin values by name; views at `<name>/views`. */
  plugins: Record<string, unknown>;
}

export const PLUGINS = {
  system: { hr_name: 'Debian 12', hostname: 'db1' },
  load: { min1: 0.5, min5: 1.5, cpucore: 2 },
  'load/views': { min5: { decoration: 'WARNING_LOG' } },
  cpu: { total: 12.5 },
  'cpu/views': { total: { decoration: 'OK_LOG' } },
  mem: { percent: 40 },
  'mem/views': { percent: { decoration: 'OK' } },
};

/** A Glances REST server, without `/api/values`. @param authorization required header */
export async function agentServer(
  authorization: string | null = null,
  plugins: Record<string, unknown> = PLUGINS,
  version = '/api/4',
): Promise<FakeAgentServer> {
  const asked: FakeAgentServer['asked'] = [];
  const json = (status: number, value: unknown): [number, string] => [status, JSON.stringify(value)];
  const answer = (path: string, given: string | undefined): [number, string] => {
    if (path === `${version}/status` && version === '/api/4') return json(200, { version: '4.5.0' });
    if (authorization !== null && given !== authorization) return json(401, { detail: 'Not authenticated' });
    if (path === `${version}/pluginslist`) return json(200, Object.keys(plugins));
    const found = path.startsWith(`${version}/`) ? plugins[path.slice(version.length + 1)] : undefined;
    return found === undefined ? json(404, { detail: 'Not Found' }) : json(200, found);
  };
  const server = await httpServer((request, response) => {
    const { url: path = '', headers } = request;
    asked.push({ path, authorization: headers.authorization, headers });
    const [status, body] = answer(path.replace(/\?.*/, ''), headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return { ...server, asked, plugins };
}

/** One to look at. */
export function serverAt(port: number, more: Partial<Server> = {}): Server {
  const host = more.host ?? '127.0.0.1';
  return {
    id: `${host}:${port}`,
    key: `${host}:${port}`,
    name: host,
    host,
    port,
    protocol: 'rest',
    isSecure: false,
    alias: null,
    tags: [],
    type: 'STATIC',
    username: null,
    password: null,
    ...more,
  };
}
