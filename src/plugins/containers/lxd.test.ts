/** LXD's API on a real socket, with answers recorded of LXD 5.0.2. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { anything, assert, jsonValue, property } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serveSocket } from '../../../test/support/socket-server.ts';
import { optionsFrom } from '../../../test/support/step-plugin.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createHost } from '../../host/local-host.ts';
import plugin from './containers.ts';
import type { EngineReport } from './engine.ts';
import { ServiceError } from '../../core/service-error.ts';
import { cgroupName, parseInstances, parseServer, parseState, statePath } from './lxd-instance.ts';
import { createLxd } from './lxd.ts';

type Json = Record<string, unknown>;

const SERVER = {
  api_extensions: ['instances', 'clustering', 'instance_all_projects'],
  auth: 'trusted',
  environment: { server_clustered: false, server_name: 'vm', server_version: '5.0.2' },
};

const instance = (name: string, more: Json = {}): Json => ({
  name,
  status: 'Running',
  type: 'container',
  project: 'default',
  location: 'none',
  created_at: '2026-11-21T05:56:09.605596527Z',
  last_used_at: '2026-11-21T05:56:10.121133018Z',
  config: { 'image.description': 'Busybox of Gander' },
  expanded_config: { 'image.description': 'Busybox of Gander', 'limits.cpu': '1' },
  expanded_devices: { root: { path: '/', pool: 'default', type: 'disk' } },
  ...more,
});

/** No process has this number. */
const PID = 2 ** 31;
const STATE = {
  status: 'Running',
  pid: PID,
  cpu: { usage: 4_986_019_722 },
  memory: { usage: 51_224_576, usage_peak: 70_250_496, total: 0 },
  disk: { root: { usage: 330_240 } },
  network: {
    eth0: { type: 'broadcast', counters: { bytes_received: 192_021, bytes_sent: 10_888 } },
    eth1: { type: 'broadcast', counters: { bytes_received: 9, bytes_sent: 8 } },
    lo: { type: 'loopback', counters: { bytes_received: 7, bytes_sent: 7 } },
  },
};

interface Served {
  answers: Map<string, unknown>;
  asked: string[];
  /** Called before every answer; true when it has taken care of it. */
  intercept: (path: string, response: ServerResponse) => boolean;
  stop(): Promise<void>;
}

async function serveLxd(path: string): Promise<Served> {
  const served: Served = { answers: new Map(), asked: [], intercept: () => false, stop: () => server.stop() };
  const server = await serveSocket(path, ({ url = '' }, response) => {
    served.asked.push(url);
    if (served.intercept(url, response)) return;
    const metadata = served.answers.get(url);
    response.statusCode = metadata === undefined ? 404 : 200;
    response.end(
      JSON.stringify(metadata === undefined ? { type: 'error', error: 'not found' } : { metadata }),
    );
  });
  served.answers.set('/1.0', SERVER);
  return served;
}

const LIST = '/1.0/instances?recursion=1&all-projects=true';

async function setUp(root?: string) {
  const folder = temporaryTree();
  const lxd = await serveLxd(join(folder, 'unix.socket'));
  const clock = createFakeClock();
  const host = createHost({ env: { LXD_DIR: folder }, clock, root });
  const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never });
  /** After so long a time that the plugin waits for what is new. */
  const sample = async (): Promise<EngineReport> => {
    await clock.advance(11_000);
    engine.poll();
    await engine.settling();
    return engine.poll();
  };
  return { folder, lxd, clock, engine, sample };
}

describe('instances', () => {
  it('are described as LXD does', async () => {
    const { lxd, sample } = await setUp();
    const proxy = (listen: string, connect: string) => ({ type: 'proxy', listen, connect });
    lxd.answers.set(LIST, [
      instance('web', {
        expanded_devices: {
          a: proxy('tcp:0.0.0.0:8080', 'tcp:127.0.0.1:80'),
          b: proxy('udp:[::]:53', 'udp:[::1]:5353'),
          c: proxy('unix:/run/a', 'unix:/run/b'),
        },
      }),
      instance('old', {
        status: 'Stopped',
        last_used_at: '1970-01-01T00:00:00Z',
        config: {},
        expanded_config: {},
      }),
      instance('web', { project: 'a b', status: 'Frozen', expanded_config: { 'limits.cpu': '0-2,5' } }),
      instance('vm', { type: 'virtual-machine' }),
    ]);
    lxd.answers.set('/1.0/instances/web/state', STATE);
    lxd.answers.set('/1.0/instances/web/state?project=a%20b', { ...STATE, disk: {} });
    lxd.answers.set('/1.0/instances/vm/state', {
      pid: PID,
      cpu: { usage: -1 },
      memory: { usage: -1, usage_peak: 0 },
      disk: null,
      network: null,
    });
    const { containers, problems, found } = await sample();
    expect({ problems, found }).toEqual({ problems: [], found: 1 });
    expect(containers).toMatchObject([
      {
        engine: 'lxd',
        id: 'web',
        name: 'web',
        image: 'Busybox of Gander',
        status: 'running',
        running: true,
        created: '2026-11-21T05:56:09.605596527Z',
        command: null,
        ports: '8080->80/tcp,53->5353/udp,/run/a->/run/b/unix',
        startedAt: Date.UTC(2026, 10, 21, 5, 56, 10, 121),
        usage: {
          cpu: { nanoseconds: 4_986_019_722 },
          cpuLimit: 1,
          memory: { usage: 51_224_576, inactiveFile: 0 },
          io: { read: 330_240, written: 0 },
          network: { received: 192_030, sent: 10_896 },
        },
      },
      { id: 'old', image: '', status: 'stopped', running: false, startedAt: null, ports: '', usage: null },
      { id: 'a b/web', name: 'web', status: 'frozen', running: true, usage: { cpuLimit: 4, io: null } },
      {
        id: 'vm',
        running: true,
        usage: { cpu: null, memory: null, io: null, network: { received: 0, sent: 0 } },
      },
    ]);
    expect(containers[0]?.usage?.memory?.limit).toBeGreaterThan(1e8);
  });

  it('are measured by the counters of the kernel, and LXD is asked for their process alone', async () => {
    const group = 'sys/fs/cgroup/lxc.payload.web';
    const root = temporaryTree({
      'proc/77/cgroup': '0::/lxc.payload.web/init.scope\n',
      'proc/77/net/dev':
        'a\nb\n  lo: 5 0 0 0 0 0 0 0 5 0 0 0 0 0 0 0\neth0: 700 0 0 0 0 0 0 0 80 0 0 0 0 0 0 0\n',
      'proc/meminfo': 'MemTotal: 8192 kB\n',
      'sys/devices/system/cpu/online': '0-3\n',
      [`${group}/cpu.stat`]: 'usage_usec 1500\n',
      [`${group}/memory.current`]: '4096\n',
      [`${group}/memory.max`]: 'max\n',
      [`${group}/memory.stat`]: 'inactive_file 512\n',
      [`${group}/io.stat`]: '8:0 rbytes=100 wbytes=20 rios=1 wios=1 dbytes=0 dios=0\n',
    });
    const { lxd, sample } = await setUp(root);
    lxd.answers.set(LIST, [instance('web', { expanded_config: {} })]);
    lxd.answers.set('/1.0/instances/web/state', { ...STATE, pid: 77 });
    await sample();
    const [container] = (await sample()).containers;
    expect(container?.usage).toMatchObject({
      cpu: { nanoseconds: 1_500_000 },
      cpuLimit: 4,
      memory: { usage: 4096, limit: 8 * 2 ** 20, inactiveFile: 512 },
      io: { read: 100, written: 20 },
      network: { received: 700, sent: 80 },
    });
    expect(lxd.asked.filter((path) => path.endsWith('/state'))).toHaveLength(1);
    lxd.answers.set(LIST, [instance('web', { last_used_at: '2026-11-21T06:00:00Z' })]);
    await sample();
    await vi.waitFor(() => expect(lxd.asked.filter((path) => path.endsWith('/state'))).toHaveLength(2));
  });

  it('that vanish between list and state do not hinder others', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set(LIST, [instance('gone'), instance('here')]);
    lxd.answers.set('/1.0/instances/here/state', STATE);
    const { containers, problems } = await sample();
    expect(containers.map(({ name, usage }) => [name, usage !== null])).toEqual([
      ['gone', false],
      ['here', true],
    ]);
    expect(problems).toEqual([]);
  });

  it('of other members of a cluster are not shown', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set('/1.0', { ...SERVER, environment: { server_clustered: true, server_name: 'here' } });
    lxd.answers.set(LIST, [
      instance('mine', { status: 'Stopped', location: 'here' }),
      instance('theirs', { status: 'Stopped', location: 'there' }),
    ]);
    expect((await sample()).containers.map(({ name }) => name)).toEqual(['mine']);
  });

  it('are asked for as old servers know them', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set('/1.0', { ...SERVER, api_extensions: [] });
    lxd.answers.set('/1.0/containers?recursion=1', [instance('a', { project: undefined })]);
    lxd.answers.set('/1.0/containers/a/state', STATE);
    const [container] = (await sample()).containers;
    expect(container).toMatchObject({ id: 'a', usage: { cpu: { nanoseconds: 4_986_019_722 } } });
  });
});

describe('a server', () => {
  it('that fails once is asked again; after the second time what was known is marked', async () => {
    const { lxd, clock, engine, sample } = await setUp();
    lxd.answers.set(LIST, [instance('a', { status: 'Stopped' })]);
    expect((await sample()).containers).toHaveLength(1);
    lxd.answers.delete(LIST);
    expect(await sample()).toMatchObject({
      containers: [{ name: 'a', engineState: 'answers' }],
      problems: [],
    });
    await vi.waitFor(() =>
      expect(engine.poll()).toMatchObject({
        containers: [{ name: 'a', engineState: 'silent', usage: null }],
        problems: [expect.stringContaining('404')],
      }),
    );
    lxd.answers.set(LIST, [instance('b', { status: 'Stopped' })]);
    await clock.advance(60_000);
    await vi.waitFor(() =>
      expect(engine.poll()).toMatchObject({
        containers: [{ name: 'b', engineState: 'answers' }],
        problems: [],
      }),
    );
  });

  it('that stops is not there any more, and found when it is back', async () => {
    const { folder, lxd, engine, sample } = await setUp();
    lxd.answers.set(LIST, [instance('a', { status: 'Stopped' })]);
    expect((await sample()).containers).toHaveLength(1);
    await lxd.stop();
    expect(engine.poll()).toMatchObject({ containers: [], found: 0, problems: [] });
    expect(engine.poll().missing).toContain(join(folder, 'unix.socket'));
    const next = await serveLxd(join(folder, 'unix.socket'));
    next.answers.set(LIST, [instance('b', { status: 'Stopped' })]);
    engine.poll();
    await engine.settling();
    expect(engine.poll().containers.map(({ name }) => name)).toEqual(['b']);
  });

  it('that hangs is asked once, and waited for only a moment', async () => {
    const { lxd, clock, engine } = await setUp();
    lxd.intercept = () => true;
    engine.poll();
    await vi.waitFor(() => expect(lxd.asked).toEqual(['/1.0']));
    expect(engine.settling()).not.toBeNull();
    await clock.advance(2000);
    engine.poll();
    expect(engine.settling()).toBeNull();
    expect(lxd.asked).toEqual(['/1.0']);
  });

  it.each([
    [
      'refuses the connection',
      () => Promise.reject(new ServiceError('no permission to read x', { code: 'EACCES' })),
    ],
    ['does not trust us', () => Promise.resolve({ metadata: { auth: 'untrusted' } })],
  ])('that %s is named with what to do', async (_, getJson) => {
    const clock = createFakeClock();
    const service = () => ({ state: () => 'present' as const, getJson, follow: () => () => {} });
    const host = { ...createHost({ env: { LXD_DIR: '/x/' }, clock }), service };
    const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never });
    engine.poll();
    await engine.settling();
    const { problems, found } = engine.poll();
    expect(found).toBe(0);
    expect(problems[0]).toBe(
      "no permission to read /x/unix.socket: add the agent's user to group lxd, or run the agent as root",
    );
    expect(problems.at(-1)).toMatch("/var/lib/incus/unix.socket: add the agent's user to group incus-admin");
  });

  it('is shown once when two paths lead to it, and beside another that calls its instances the same', async () => {
    const root = temporaryTree({ 'var/lib/lxd/x': '', 'var/lib/incus/x': '' });
    const sockets = ['var/lib/lxd', 'var/lib/incus'].map((at) => join(root, at, 'unix.socket'));
    const servers = await Promise.all(sockets.map(serveLxd));
    const names = async (fingerprints: string[]): Promise<(string | undefined)[]> => {
      servers.forEach(({ answers }, index) => {
        const environment = { certificate_fingerprint: fingerprints[index] };
        answers.set('/1.0', { ...SERVER, environment }).set(LIST, [instance('a', { status: 'Stopped' })]);
      });
      const host = createHost({ root, env: {}, clock: createFakeClock() });
      const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never });
      engine.poll();
      await engine.settling();
      return engine.poll().containers.map(({ id }) => id);
    };
    expect(await names(['f', 'f'])).toEqual(['a']);
    expect(await names(['f', 'g'])).toEqual(['a', 'a@/var/lib/incus/unix.socket']);
    expect(await names(['', ''])).toEqual(['a', 'a@/var/lib/incus/unix.socket']);
  });

  it('is looked for where LXD and Incus have their sockets', () => {
    const places = (env: Record<string, string>) =>
      createLxd({
        host: createHost({ root: temporaryTree(), env }),
        options: optionsFrom(plugin, {}) as never,
      }).poll().missing;
    const usual = ['/var/snap/lxd/common/lxd', '/var/lib/lxd', '/var/lib/incus'].map(
      (at) => `${at}/unix.socket`,
    );
    expect(places({})).toEqual(usual);
    expect(places({ LXD_DIR: '/var/lib/lxd' })).toEqual(['/var/lib/lxd/unix.socket', usual[0], usual[2]]);
  });
});

/** None where they are in a form that is not known. */
function instancesIn(
  ...[body, server]: Parameters<typeof parseInstances>
): ReturnType<typeof parseInstances> {
  try {
    return parseInstances(body, server);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return [];
  }
}

describe('answers of any form', () => {
  it('are read', () => {
    const server = parseServer({});
    assert(
      property(anything(), jsonValue(), (first, second) => {
        for (const body of [first, second, { metadata: first }, { metadata: [second] }]) {
          const from = parseServer(body);
          expect(from.listPath).toMatch(/^\/1\.0\/\w+\?/);
          for (const one of instancesIn(body, server)) {
            expect(statePath(one, from)).toMatch(/^\/1\.0\/containers\/[^/?#]+\/state(\?project=[^&#]*)?$/);
            expect(cgroupName(one)).toMatch(/^lxc\.payload\./);
          }
          expect(parseState(body).pid).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
