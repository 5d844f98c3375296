import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import {
  cgroupTree,
  dockerContainer,
  type FakeEngine,
  idOf,
  netDev,
  serveEngine,
} from '../../../test/support/fake-docker.ts';
import { serveRawSocket } from '../../../test/support/socket-server.ts';
import { optionsFrom } from '../../../test/support/step-plugin.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Unsupported } from '../../core/plugin.ts';
import { isStale } from '../../core/stale.ts';
import plugin from './containers.ts';
import type { Item } from './item.ts';

const RUN = {
  'run/.keep': '',
  'var/run/.keep': '',
  'run/podman/.keep': '',
  'run/user/1000/podman/.keep': '',
};
const DOCKER = 'var/run/docker.sock';
const PODMAN = 'run/podman/podman.sock';
const ROOTLESS = 'run/user/1000/podman/podman.sock';

/** The plugin on a host with these files, on a clock that stands still unless advanced. */
function setUp(files: Record<string, string> = {}, section: Record<string, string> = {}) {
  const root = temporaryTree({ ...RUN, ...files });
  const host = createRecordedHost(root);
  const notices = new Map<string, string | null>();
  const reader = plugin.create({
    host,
    options: optionsFrom(plugin, section) as never,
    use: () => () => expect.unreachable(),
    instance: () => ({ order: () => 'name' }) as never,
    refresh: 2,
    again: () => {},
    notice: (topic, text) => void notices.set(topic, text),
  });
  const read = async () => (await reader.read()) as Item[];
  return {
    host,
    at: (path: string) => join(root, path),
    read,
    names: async () => (await read()).map(({ name }) => name),
    reason: () => notices.get('engines') ?? null,
    /** Lets time pass, and what waits for the engines end; timers of the plugin run on the clock of the host. */
    async later(ms: number) {
      await host.clock.advance(ms);
      await new Promise((resolve) => setTimeout(resolve, 30));
    },
  };
}

/** Reads every two seconds of the host's clock until the reading is as expected. */
async function eventually(rig: ReturnType<typeof setUp>, check: (items: Item[]) => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await rig.later(2000);
      check(await rig.read());
    },
    { timeout: 5000, interval: 5 },
  );
}

const event = (Action: string, name: string) => ({ Type: 'container', Action, Actor: { ID: idOf(name) } });

describe('containers', () => {
  it('shows a container with the counters of its control group', async () => {
    const rig = setUp(cgroupTree(idOf('web'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    engine.images = { 'sha256:web': ['nginx:1.27'] };
    expect(await rig.read()).toMatchObject([
      {
        name: 'web',
        status: 'running',
        image: ['nginx:1.27'],
        command: '/docker-entrypoint.sh nginx -g daemon off;',
        ports: '8080->80/tcp,443/tcp',
        cpu_percent: 0,
        cpu_limit: 4,
        memory_usage: 157_286_400,
        memory: { usage: 157_286_400, limit: 2_147_483_648, inactive_file: 41_943_040 },
        network: { cumulative_rx: 1_048_576 },
      },
    ]);
    expect(engine.asked).toEqual(
      expect.arrayContaining(['/containers/json?all=0', `/containers/${idOf('web')}/json`]),
    );
  });

  it('asks nothing more while nothing happens', async () => {
    const rig = setUp(cgroupTree(idOf('web'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    await rig.read();
    await eventually(rig, () => expect(engine.followers().events).toBe(1));
    const asked = engine.asked.length;
    for (let step = 0; step < 5; step++) {
      await rig.later(2000);
      await rig.read();
    }
    expect(engine.asked).toHaveLength(asked);
    expect(engine.followers()).toEqual({ events: 1, stats: 0 });
  });

  it('follows the events of an engine', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web')];
    expect(await rig.names()).toEqual(['web']);
    await eventually(rig, () => expect(engine.followers().events).toBe(1));
    engine.containers = [dockerContainer('web'), dockerContainer('new')];
    engine.emit(event('start', 'new'));
    await eventually(rig, (items) => expect(items.map(({ name }) => name)).toEqual(['new', 'web']));
    engine.containers = [];
    engine.emit(event('die', 'web'));
    await eventually(rig, (items) => expect(items).toEqual([]));
  });

  it('asks anew for a container that says it has changed, and not for one that only ran a health check', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web')];
    await rig.read();
    await eventually(rig, () => expect(engine.followers().events).toBe(1));
    engine.containers[0]!.details = {
      State: { Status: 'running', Health: { Status: 'unhealthy' }, StartedAt: '0001-01-01T00:00:00Z' },
    };
    engine.emit(event('exec_die', 'web'));
    await rig.later(4000);
    expect(await rig.read()).toMatchObject([{ status: 'running' }]);
    engine.emit(event('health_status: unhealthy', 'web'));
    await eventually(rig, (items) =>
      expect(items).toMatchObject([{ status: 'unhealthy', uptime: null, command: null }]),
    );
  });

  it('leaves out a container that was removed since it was listed', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [{ ...dockerContainer('gone'), details: null }, dockerContainer('web')];
    expect(await rig.names()).toEqual(['web']);
  });

  it('shows a container whose details do not come', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('slow'), dockerContainer('web')];
    engine.intercept = (path) => path === `/containers/${idOf('slow')}/json`;
    const reading = rig.read();
    await vi.waitFor(() => expect(engine.asked).toContain(`/containers/${idOf('web')}/json`));
    await rig.later(0);
    await rig.later(400);
    expect(await reading).toMatchObject([
      { name: 'slow', status: 'running', cpu_percent: null },
      { name: 'web', uptime: '' },
    ]);
  });

  it('shows containers of all engines and users, under different names', async () => {
    const rig = setUp();
    const podman = (names: string[]) => ({
      listed: { Id: idOf(names.join('')), Names: names, State: 'running', Pid: 0 },
      details: { State: { Status: 'running' } },
    });
    const [docker, root, rootless] = await Promise.all([
      serveEngine(rig.at(DOCKER)),
      serveEngine(rig.at(PODMAN), 'podman'),
      serveEngine(rig.at(ROOTLESS), 'podman'),
    ]);
    docker.containers = [dockerContainer('web')];
    root.containers = [{ ...podman(['web']), listed: { ...podman(['web']).listed, Id: 'b'.repeat(64) } }];
    rootless.containers = [podman(['mine'])];
    expect((await rig.read()).map(({ name, engine }) => [name, engine])).toEqual([
      ['mine', 'podman'],
      ['web', 'docker'],
      ['web@podman', 'podman'],
    ]);
  });

  it('shows the containers of Podman behind Docker’s socket once', async () => {
    const rig = setUp();
    const listed = { Id: 'c'.repeat(64), Names: ['one'], State: 'running' };
    for (const path of [DOCKER, PODMAN]) {
      const engine = await serveEngine(rig.at(path), 'podman');
      engine.containers = [{ listed, details: { State: { Status: 'running' } } }];
    }
    expect(await rig.read()).toMatchObject([{ name: 'one', engine: 'podman' }]);
  });

  it('serves what the options say', async () => {
    const rig = setUp({}, { all: 'True', show: 'web.*,first', alias: 'db:First' });
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = ['web1', 'web2', 'db', 'other'].map((name) => dockerContainer(name));
    engine.containers[1]!.listed['State'] = 'exited';
    engine.containers[1]!.details = { State: { Status: 'exited' } };
    expect((await rig.read()).map(({ name, alias, status }) => [name, alias, status])).toEqual([
      ['db', 'First', 'running'],
      ['web1', undefined, 'running'],
      ['web2', undefined, 'exited'],
    ]);
    expect(engine.asked).toContain('/containers/json?all=1');
  });

  it('measures with the engine where control groups cannot be read', async () => {
    const rig = setUp({ 'sys/devices/system/cpu/online': '0-1\n' });
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    expect(await rig.read()).toMatchObject([{ cpu_percent: null }]);
    const frame = (received: number, used: number) => ({
      id: idOf('web'),
      cpu_stats: { cpu_usage: { total_usage: used }, system_cpu_usage: used * 10, online_cpus: 2 },
      precpu_stats: { cpu_usage: { total_usage: used - 10 }, system_cpu_usage: used * 10 - 100 },
      memory_stats: { usage: 7, limit: 9 },
      networks: { eth0: { rx_bytes: received, tx_bytes: 0 } },
    });
    await eventually(rig, () => expect(engine.followers().stats).toBe(1));
    engine.measure(frame(1000, 500));
    await eventually(rig, (items) => expect(items).toMatchObject([{ cpu_percent: 20, network_rx: null }]));
    engine.measure(frame(5000, 600));
    await eventually(rig, (items) =>
      expect(items).toMatchObject([{ memory_usage: 7, cpu_limit: 2, network: { rx: 4000 } }]),
    );
    engine.containers = [];
    engine.emit(event('die', 'web'));
    await eventually(rig, () => expect(engine.followers().stats).toBe(0));
  });

  it('does not take a process of another container for this one', async () => {
    const rig = setUp(cgroupTree(idOf('other'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    expect(await rig.read()).toMatchObject([{ memory_usage: null }]);
  });

  it('has rates that are never negative', async () => {
    const rig = setUp(cgroupTree(idOf('web'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    await rig.read();
    const again = temporaryTree({
      ...cgroupTree(idOf('web'), 101, { 'cpu.stat': 'usage_usec 5\n', 'io.stat': '' }),
      'proc/101/net/dev': netDev(1_048_577, 0),
    });
    await rig.later(2000);
    const { service } = rig.host;
    rig.host.useTree(again);
    rig.host.service = service;
    expect(await rig.read()).toMatchObject([{ cpu_percent: 0, io_rx: 0, network_tx: 0, network: { rx: 1 } }]);
  });
});

describe('engines that fail', () => {
  const web = (engine: FakeEngine): FakeEngine =>
    Object.assign(engine, { containers: [dockerContainer('web')] });

  it('says what was looked for when there is none', async () => {
    const { read } = setUp();
    await expect(read()).rejects.toThrow(Unsupported);
    await expect(read()).rejects.toThrow(
      'no container engine found: looked for /var/run/docker.sock, /run/user/1000/docker.sock, ' +
        '/run/podman/podman.sock, /run/user/1000/podman/podman.sock, /var/snap/lxd/common/lxd/unix.socket, ' +
        '/var/lib/lxd/unix.socket, /var/lib/incus/unix.socket',
    );
  });

  it('finds an engine when it appears and forgets it when it goes', async () => {
    const rig = setUp();
    await expect(rig.read()).rejects.toThrow('no container engine found');
    const engine = web(await serveEngine(rig.at(DOCKER)));
    expect(await rig.names()).toEqual(['web']);
    await engine.stop();
    await expect(rig.read()).rejects.toThrow('no container engine found');
    web(await serveEngine(rig.at(DOCKER)));
    expect(await rig.names()).toEqual(['web']);
  });

  it.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    [
      'garbage',
      (path) => serveRawSocket(path, (socket) => socket.end('\0\x01garbage\n')),
      /failed: Parse Error/,
    ],
    [
      'nothing',
      (path) => serveRawSocket(path, (socket) => socket.end()),
      /ended the connection|socket hang up/,
    ],
    [
      'too much',
      async (path) => {
        const engine = await serveEngine(path);
        const much = 'x'.repeat(9 << 20);
        engine.intercept = (asked, response) =>
          asked.startsWith('/containers') && (response.end(JSON.stringify([much])), true);
      },
      /sent more than 8388608 bytes/,
    ],
    [
      'errors',
      async (path) => {
        const engine = await serveEngine(path);
        engine.intercept = (_, response) => (
          (response.statusCode = 500),
          response.end('{"message":"broken"}'),
          true
        );
      },
      /status 500: broken/,
    ],
  ])('shows another engine beside one that sends %s', async (_, serve, reason) => {
    const rig = setUp();
    await serve(rig.at(PODMAN));
    web(await serveEngine(rig.at(DOCKER)));
    await eventually(rig, (items) => {
      expect(items).toMatchObject([{ name: 'web' }]);
      expect(rig.reason()).toMatch(reason);
    });
    expect(rig.reason()).toContain('/run/podman/podman.sock');
  });

  it('does not wait for an engine that accepts and never answers', async () => {
    const rig = setUp();
    await serveRawSocket(rig.at(PODMAN), () => {});
    web(await serveEngine(rig.at(DOCKER)));
    const reading = rig.read();
    // As long as it is new, a moment.
    await vi.waitFor(async () => {
      await rig.host.clock.advance(100);
      expect((await Promise.race([reading, null]))?.length).toBe(1);
    });
    await rig.host.clock.advance(1000);
    expect(await rig.names()).toEqual(['web']);
  });

  it('keeps what it knows while a connection is made anew', async () => {
    const rig = setUp();
    const engine = web(await serveEngine(rig.at(DOCKER)));
    await rig.read();
    await eventually(rig, () => expect(engine.followers().events).toBe(1));
    await rig.later(5000);
    await engine.stop();
    await expect(rig.read()).rejects.toThrow('no container engine found');
    web(await serveEngine(rig.at(DOCKER)));
    await eventually(rig, (items) => expect(items).toHaveLength(1));
  });

  it('keeps of an engine that was killed what the kernel can still measure', async () => {
    const rig = setUp(cgroupTree(idOf('web'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('bare'), dockerContainer('web', { pid: 101 })];
    await eventually(rig, (items) => expect(items).toHaveLength(2));
    await eventually(rig, () => expect(engine.followers().events).toBe(1));
    // A server removes its socket; one that was killed leaves it behind.
    renameSync(rig.at(DOCKER), `${rig.at(DOCKER)}.kept`);
    await engine.stop();
    renameSync(`${rig.at(DOCKER)}.kept`, rig.at(DOCKER));
    await eventually(rig, (items) => {
      expect(rig.reason()).toContain('nothing listens on');
      expect(items.map((item) => [item.name, isStale(item)])).toEqual([['web', false]]);
    });
  });

  it.each<[string, (engine: FakeEngine) => void]>([
    ['ends every connection', (engine) => (engine.intercept = (_, response) => (response.destroy(), true))],
    [
      'answers with errors',
      (engine) =>
        (engine.intercept = (_, response) => ((response.statusCode = 500), response.end('{}'), true)),
    ],
  ])(
    'keeps the containers of an engine that %s after a reconnect, until its socket is gone',
    async (_of, fail) => {
      const rig = setUp(cgroupTree(idOf('web'), 101));
      const engine = await serveEngine(rig.at(DOCKER));
      engine.containers = [dockerContainer('bare'), dockerContainer('web', { pid: 101 })];
      await eventually(rig, (items) => expect(items).toHaveLength(2));
      await eventually(rig, () => expect(engine.followers().events).toBe(1));
      const before = await rig.read();
      fail(engine);
      await rig.later(5000);
      engine.drop();
      await eventually(rig, () => expect(rig.reason()).toContain('/var/run/docker.sock'));
      for (let turn = 0; turn < 4; turn += 1) {
        await rig.later(30_000);
        const items = await rig.read();
        expect(items.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
        // One is measured by its control group all the same; the other is what it was.
        expect(items.map((item) => [item.name, isStale(item)])).toEqual([
          ['bare', true],
          ['web', false],
        ]);
      }
      await engine.stop();
      await expect(rig.read()).rejects.toThrow('no container engine found');
    },
  );

  it('lists again and again where a proxy lets no events through', async () => {
    const rig = setUp();
    const engine = web(await serveEngine(rig.at(DOCKER)));
    const refuse = ['/version', '/events', '/images'];
    engine.intercept = (path, response) =>
      refuse.some((start) => path.startsWith(start)) &&
      ((response.statusCode = 403), response.end('{"message":"forbidden"}'), true);
    expect(await rig.read()).toMatchObject([{ name: 'web', image: ['web:latest'] }]);
    engine.containers = [dockerContainer('web'), dockerContainer('two')];
    await eventually(rig, (items) => expect(items).toHaveLength(2));
  });

  it('takes any text for a name, and any value for anything', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    const name = 'a\u0000\u001b[31m"\\\u{1f600}';
    engine.containers = [
      {
        listed: { Id: 'x', Names: [`/${name}`], State: 'running' },
        details: { State: 5, Config: [], NetworkSettings: null },
      },
      {
        listed: { Id: 'y', Names: null, Image: 7, State: 'running' },
        details: { Config: { Cmd: ['a', 5, null, 'b\n\tc'] } },
      },
    ];
    expect(await rig.read()).toMatchObject([
      { name, command: null, ports: '' },
      { name: 'y', command: 'a b  c' },
    ]);
  });

  it.each([[[7, null, { Id: [] }]], [{ a: 1 }], ['text'], [true]])(
    'takes the listing %j for no empty one',
    async (listing) => {
      const rig = setUp();
      const engine = await serveEngine(rig.at(DOCKER));
      engine.containers = [dockerContainer('web')];
      expect(await rig.names()).toEqual(['web']);
      engine.intercept = (path, response) => {
        if (path.startsWith('/containers/json')) response.end(JSON.stringify(listing));
        return path.startsWith('/containers/json');
      };
      engine.emit(event('start', 'web'));
      await eventually(rig, () =>
        expect(rig.reason()).toBe('Docker lists its containers in a form that is not known'),
      );
      expect(await rig.names()).toEqual(['web']);
    },
  );

  it('says what is wrong with DOCKER_HOST', async () => {
    const host = createRecordedHost(temporaryTree(RUN), {
      variable: (name) => (name === 'DOCKER_HOST' ? 'ssh://me@there' : undefined),
    });
    const reader = plugin.create({
      host,
      options: optionsFrom(plugin, {}) as never,
      use: () => () => expect.unreachable(),
      instance: () => ({ order: () => 'name' }) as never,
      refresh: 2,
      again: () => {},
      notice: () => {},
    });
    await expect(reader.read()).rejects.toThrow(
      'DOCKER_HOST is ssh://me@there: only unix:// and tcp:// can be used',
    );
  });
});
