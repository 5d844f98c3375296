/** A fake container engine on a real socket, like Docker or Podman, with scripted failures. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveSocket, type SocketServer } from './socket-server.ts';

type Json = Record<string, unknown>;

export interface FakeContainer {
  /** Entry of the list. */
  listed: Json & { Id: string };
  /** Reply to a request for this one; null: removed since. */
  details: Json | null;
}

export interface FakeEngine {
  /** Requested paths, without the version. */
  readonly asked: string[];
  containers: FakeContainer[];
  images: Record<string, string[]>;
  /** Called before every reply; true: handled. */
  intercept: (path: string, response: ServerResponse) => boolean;
  /** Sends an event to its followers. */
  emit(event: unknown): void;
  /** Sends a line to followers of statistics. */
  measure(frame: unknown): void;
  /** Number of clients that follow events, and of those that follow measurements. */
  followers(): { events: number; stats: number };
  /** Closes all connections. */
  drop(): void;
  stop(): Promise<void>;
}

const PODMAN_API = '4.3.1';
const DOCKER = { ApiVersion: '1.41', MinAPIVersion: '1.12' };

export async function serveEngine(path: string, kind: 'docker' | 'podman' = 'docker'): Promise<FakeEngine> {
  const events = new Set<ServerResponse>();
  const stats = new Set<ServerResponse>();
  const follow = (followers: Set<ServerResponse>, response: ServerResponse): void => {
    followers.add(response);
    response.on('close', () => followers.delete(response));
    response.flushHeaders();
  };
  const send = (followers: Set<ServerResponse>, value: unknown): void => {
    for (const response of followers) response.write(`${JSON.stringify(value)}\n`);
  };
  const reply = (response: ServerResponse, value: unknown, status = 200): void => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
  const answer = (asked: string, response: ServerResponse): void => {
    const [path = ''] = asked.split('?');
    if (path === '/_ping') {
      if (kind === 'podman') response.setHeader('libpod-api-version', PODMAN_API);
      return void response.end('OK');
    }
    // On a busy machine, Podman's reply comes after every timeout.
    if (path === '/version') return kind === 'podman' ? undefined : reply(response, DOCKER);
    if (path === '/events') return follow(events, response);
    if (path === '/containers/json')
      return reply(
        response,
        engine.containers.map(({ listed }) => listed),
      );
    if (path.endsWith('/stats')) return follow(stats, response);
    const [, group, id = ''] = /^\/(containers|images)\/([^/]+)\/json$/.exec(path) ?? [];
    const name = decodeURIComponent(id);
    const found =
      group === 'images'
        ? { RepoTags: engine.images[name] ?? [] }
        : engine.containers.find(({ listed }) => listed.Id === name)?.details;
    if (found) reply(response, found);
    else reply(response, { message: `no such thing: ${path}` }, 404);
  };
  const server: SocketServer = await serveSocket(path, (request: IncomingMessage, response) => {
    const asked = (request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/^\/libpod/, '');
    engine.asked.push(asked);
    if (!engine.intercept(asked, response)) answer(asked, response);
  });
  const engine: FakeEngine = {
    asked: [],
    containers: [],
    images: {},
    intercept: () => false,
    emit: (event) => send(events, event),
    measure: (frame) => send(stats, frame),
    followers: () => ({ events: events.size, stats: stats.size }),
    drop() {
      for (const response of [...events, ...stats]) response.destroy();
    },
    stop: server.stop,
  };
  return engine;
}

/** A container that runs, as Docker describes it. */
export function dockerContainer(
  name: string,
  { pid = 0, more = {} }: { pid?: number; more?: Json } = {},
): FakeContainer {
  const id = idOf(name);
  return {
    listed: {
      Id: id,
      Names: [`/${name}`],
      Image: `${name}:latest`,
      ImageID: `sha256:${name}`,
      State: 'running',
      Status: 'Up 3 hours',
    },
    details: {
      Id: id,
      Created: '2026-01-30T08:00:00.123456789Z',
      State: { Status: 'running', Running: true, Pid: pid, StartedAt: '2026-01-30T08:00:01Z' },
      Config: { Entrypoint: ['/docker-entrypoint.sh'], Cmd: ['nginx', '-g', 'daemon off;'] },
      HostConfig: { NetworkMode: 'default', NanoCpus: 0 },
      NetworkSettings: { Ports: { '80/tcp': [{ HostIp: '', HostPort: '8080' }], '443/tcp': null } },
      ...more,
    },
  };
}

/** 64 hexadecimal digits, always the same for a name. */
export const idOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);

/** The files of a container's process and of its control groups of version 2. */
export function cgroupTree(
  id: string,
  pid: number,
  files: Record<string, string> = {},
): Record<string, string> {
  const folder = `sys/fs/cgroup/system.slice/docker-${id}.scope`;
  const own = {
    'cpu.stat': 'usage_usec 1000000\nuser_usec 1\n',
    'cpu.max': 'max 100000\n',
    'memory.current': '157286400\n',
    'memory.stat': 'anon 1\ninactive_file 41943040\n',
    'memory.max': '2147483648\n',
    'io.stat': '8:0 rbytes=40960000 wbytes=8192 rios=1 wios=1 dbytes=0 dios=0\n',
    ...files,
  };
  return {
    [`proc/${pid}/cgroup`]: `0::/system.slice/docker-${id}.scope\n`,
    [`proc/${pid}/net/dev`]: netDev(1_048_576, 51_200),
    'proc/meminfo': 'MemTotal: 8388608 kB\nMemFree: 1 kB\n',
    'sys/devices/system/cpu/online': '0-3\n',
    ...Object.fromEntries(Object.entries(own).map(([name, text]) => [`${folder}/${name}`, text])),
  };
}

export const netDev = (received: number, sent: number): string =>
  'Inter-|   Receive |  Transmit\n face |bytes packets errs|bytes\n' +
  `    lo: 99 1 0 0 0 0 0 0 99 1 0 0 0 0 0 0\n  eth0: ${received} 1 0 0 0 0 0 0 ${sent} 1 0 0 0 0 0 0\n`;
