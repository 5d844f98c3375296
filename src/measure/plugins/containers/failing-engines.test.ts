import { renameSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import {
  cgroupTree,
  dockerContainer,
  type FakeEngine,
  idOf,
  serveEngine,
} from '../../../../test/support/fake-docker.ts';
import { serveRawSocket } from '../../../../test/support/socket-server.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { Unsupported } from '../../../core/plugin.ts';
import { isStale } from '../../../core/stale.ts';
import {
  RUN,
  DOCKER,
  PODMAN,
  readersOn,
  setUp,
  eventually,
  event,
} from '../../../../test/support/container-rig.ts';

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
      /does not speak HTTP/,
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
    // Only while it is new.
    await vi.waitFor(async () => {
      await rig.host.clock.advance(100);
      expect(await Promise.race([reading, null])).not.toBeNull();
    });
    await eventually(rig, (items) => expect(items).toMatchObject([{ name: 'web' }]));
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
      expect(rig.reason()).toContain('connection refused by');
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
        // One is still measured by its control group; the other keeps its last values.
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
      await eventually(rig, () => expect(engine.followers().events).toBe(1));
      // Earlier events are expected at the beginning.
      await rig.later(4000);
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
    await expect(readersOn(host).read()).rejects.toThrow(
      'DOCKER_HOST is ssh://me@there: only unix:// and tcp:// can be used',
    );
  });
});
