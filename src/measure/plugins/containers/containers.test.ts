import { describe, expect, it, vi } from 'vitest';
import {
  cgroupTree,
  dockerContainer,
  idOf,
  netDev,
  serveEngine,
} from '../../../../test/support/fake-docker.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { DOCKER, PODMAN, setUp, eventually, event } from '../../../../test/support/container-rig.ts';

const ROOTLESS = 'run/user/1000/podman/podman.sock';

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
      expect.arrayContaining(['/containers/json?all=1', `/containers/${idOf('web')}/json`]),
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
    // Earlier events are expected at the beginning.
    await rig.later(4000);
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

  it('counts from 0 where a counter fell as it does at a restart, but not disk space', async () => {
    const rig = setUp(cgroupTree(idOf('web'), 101));
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [dockerContainer('web', { pid: 101 })];
    await rig.read();
    const again = temporaryTree({
      ...cgroupTree(idOf('web'), 101, {
        'cpu.stat': 'usage_usec 5\n',
        'io.stat': '8:0 rbytes=5 wbytes=0 rios=1 wios=0 dbytes=0 dios=0\n',
      }),
      'proc/101/net/dev': netDev(1_048_577, 0),
    });
    await rig.later(2000);
    const { service } = rig.host;
    rig.host.useTree(again);
    rig.host.service = service;
    const restarted = { cpu_percent: 0.000_25, network_tx: 0, network: { rx: 1 } };
    expect(await rig.read()).toMatchObject([{ ...restarted, io_rx: null }]);
    await rig.later(2000);
    expect(await rig.read()).toMatchObject([{ cpu_percent: 0, io_rx: 0, network_tx: 0, network: { rx: 0 } }]);
  });
});
