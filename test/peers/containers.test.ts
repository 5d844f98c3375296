/** The plugin containers on real Docker and Podman, compared with their own output. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isInThisRun, onlyInFull } from '../support/full-run.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { createContainerReader } from '../../src/explain/logs/containers.ts';
import type { ContainerItem } from '../../src/measure/plugins/containers/item.ts';
import { readersOn } from '../support/container-rig.ts';
import {
  type ContainerEngines,
  ENGINE_PROGRAMS,
  type EngineName,
  startEngines,
} from '../support/live-engines.ts';
import { pause } from '../support/live-agent.ts';
import { lacking } from '../support/live-tools.ts';
import { serveRawSocket } from '../support/socket-server.ts';

const MORE = 'more of containers';
const itInFull = it.runIf(isInThisRun(MORE));

const missing = lacking('containers', { root: true, programs: ENGINE_PROGRAMS, realClock: true });

/** A busy engine takes seconds to start a container. */
const PATIENCE = { timeout: 150_000, interval: 250 };

const SLEEP = 'while :; do sleep 1; done';
/** More than a plugin's concurrent requests. */
const MANY = 8;
const BUSY = 'while :; do :; done';

describe.skipIf(missing !== null)('containers, live', () => {
  let engines: ContainerEngines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines?.stop());

  /** The plugin on this machine, with the sockets of the suite. */
  function watch(section: Record<string, string> = {}, docker = engines.socket('docker')) {
    const host = createHost({
      env: { ...process.env, DOCKER_HOST: `unix://${docker}`, XDG_RUNTIME_DIR: '' },
    });
    const { read, states, reason, latest } = readersOn(host, {
      podman_sock: engines.socket('podman'),
      ...section,
    });
    return {
      read,
      states,
      latest,
      reason: () => reason() ?? '',
      /** The item of this name, once `check` passes. */
      async until(name: string, check: (item: ContainerItem) => void): Promise<ContainerItem> {
        return vi.waitFor(async () => {
          const items = await read();
          const item = items.find((one) => one.name === name);
          if (item === undefined)
            throw new Error(`no ${name} among ${items.map((one) => one.name).join(', ')}; ${reason()}`);
          check(item);
          return item;
        }, PATIENCE);
      },
    };
  }

  // Concurrent, since they wait for engines.
  it.concurrent.each(['docker', 'podman'] as const)(
    'shows a limited container of %s as it is',
    async (engine) => {
      await engines.run(engine, `limited-${engine}`, SLEEP, {
        host: { Memory: 67_108_864, NanoCpus: 500_000_000, PortBindings: { '80/tcp': [{ HostPort: '0' }] } },
        config: { ExposedPorts: { '80/tcp': {}, '443/tcp': {} } },
      });
      const item = await watch().until(`limited-${engine}`, ({ network_rx }) =>
        expect(network_rx).not.toBeNull(),
      );
      expect(item).toMatchObject({
        engine,
        status: 'running',
        image: ['localhost/box:latest'],
        command: `/bin/sh -c ${SLEEP}`,
        cpu_limit: 0.5,
        memory_limit: 67_108_864,
        memory_percent: null,
      });
      expect(item.ports).toMatch(/(^|,)\d+->80\/tcp/);
      expect(item.memory_usage).toBeGreaterThan(100_000);
      expect(Date.parse(item.created ?? '')).toBeGreaterThan(Date.now() - 600_000);
      expect(item.uptime).toMatch(/just now|secs|min/);
    },
  );

  it.concurrent.each(['docker', ...onlyInFull(MORE, 'podman' as const)] as const)(
    'agrees with the stats of %s',
    async (engine) => {
      const half = { host: { NanoCpus: 300_000_000, Memory: 134_217_728 } };
      await engines.run(
        engine,
        `busy-${engine}`,
        `dd if=/dev/zero of=/tmp/x bs=1M count=20 2>/dev/null; ${BUSY}`,
        half,
      );
      const rig = watch();
      await rig.until(`busy-${engine}`, ({ cpu_percent }) => expect(cpu_percent).toBeGreaterThan(10));
      // Both cover nearly the same seconds, in which it may get less CPU.
      await vi.waitFor(async () => {
        await rig.read();
        const format = '{{.CPUPerc}} {{.MemUsage}}';
        const said = engines.command(engine, 'stats', '--no-stream', '--format', format, `busy-${engine}`);
        await pause(1000);
        const item = (await rig.read()).find(({ name }) => name === `busy-${engine}`);
        const [cpu, memory] = /^([\d.]+)% ([\d.]+\s*\w+) \//.exec(said.trim())?.slice(1) ?? [];
        expect(said).toMatch(/%/);
        // The quota holds both at 30 %, however busy the machine is with other things.
        expect(item?.cpu_percent).toBeGreaterThan(Number(cpu) - 15);
        expect(item?.cpu_percent).toBeLessThan(Number(cpu) + 15);
        const usage =
          (item?.memory_usage ?? 0) - (engine === 'docker' ? (item?.memory_inactive_file ?? 0) : 0);
        expect(Math.abs(usage - bytesOf(memory ?? ''))).toBeLessThan(2 << 20);
      });
      await engines.ask(engine, 'DELETE', `/containers/busy-${engine}?force=1`);
    },
  );

  it.concurrent.each(
    onlyInFull<[EngineName, boolean]>(
      MORE,
      ['docker', false],
      ['docker', true],
      ['podman', false],
      ['podman', true],
    ),
  )('reads the log of a container of %s, with a terminal: %s', async (engine, hasTerminal) => {
    const name = `talking-${engine}-${hasTerminal}`;
    const script = `echo out; for n in $(seq 150); do echo "error $n" >&2; done; ${SLEEP}`;
    await engines.run(engine, name, script, { config: { Tty: hasTerminal } });
    const rig = watch();
    await rig.until(name, ({ status }) => expect(status).toBe('running'));
    const read = createContainerReader(async () => rig.latest());
    const { signal } = new AbortController();
    const asked = (from: number, to: number) => read(name, { from, to, output: null, signal });
    const now = Date.now();
    await vi.waitFor(async () => {
      const { lines, reason } = await asked(now - 600_000, Date.now() + 1000);
      // Engines read the two outputs apart, so lines of one keep their order, and the other's may come between.
      const errors = lines.filter(({ text }) => text.startsWith('error'));
      const out = lines.find(({ text }) => text === 'out');
      expect([lines.length, out?.output, errors[0], errors.at(-1), reason]).toEqual([
        151,
        'stdout',
        expect.objectContaining({ text: 'error 1' }),
        expect.objectContaining({ text: 'error 150', output: hasTerminal ? 'stdout' : 'stderr' }),
        null,
      ]);
    }, PATIENCE);
    expect(await asked(now - 7_200_000, now - 3_600_000)).toMatchObject({ state: 'empty', lines: [] });
  });

  it.concurrent('follows a container through its states', async () => {
    const rig = watch({ all: 'True' });
    await engines.run('docker', 'changing', SLEEP);
    await rig.until('changing', ({ status, memory_usage }) => {
      expect([status, memory_usage !== null]).toEqual(['running', true]);
    });
    await engines.ask('docker', 'POST', '/containers/changing/pause');
    await rig.until('changing', ({ status }) => expect(status).toBe('paused'));
    await engines.ask('docker', 'POST', '/containers/changing/unpause');
    await engines.ask('docker', 'POST', '/containers/changing/update', {
      Memory: 50_000_000,
      MemorySwap: 100_000_000,
    });
    await engines.ask('docker', 'POST', '/containers/changing/rename?name=renamed');
    await rig.until('renamed', ({ status }) => expect(status).toBe('running'));
    await engines.ask('docker', 'POST', '/containers/renamed/kill');
    const ended = await rig.until('renamed', ({ status }) => expect(status).toBe('exited'));
    expect(ended).toMatchObject({ cpu_percent: null, memory_usage: null, uptime: null, cpu: {}, memory: {} });
    await engines.ask('docker', 'DELETE', '/containers/renamed');
    await vi.waitFor(
      async () => expect((await rig.read()).map(({ name }) => name)).not.toContain('renamed'),
      PATIENCE,
    );
  });

  it.concurrent('tells the state of a health check', async () => {
    const Healthcheck = { Test: ['CMD-SHELL', 'exit 1'], Interval: 1_000_000_000, Retries: 1 };
    await engines.run('docker', 'sick', SLEEP, { config: { Healthcheck } });
    const item = await watch().until('sick', ({ status }) => expect(status).toBe('unhealthy'));
    expect(item.memory_usage).toBeGreaterThan(0);
  });

  itInFull.concurrent('is not held up by a socket that stays silent', async ({ onTestFinished }) => {
    const silent = join(engines.folder, 'silent.sock');
    let asked = 0;
    const server = createServer((socket) => {
      asked += 1;
      socket.on('error', () => {}).on('close', () => (asked -= 1));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(silent), 'listening');
    const rig = watch({ podman_sock: silent });
    await engines.run('docker', 'beside', SLEEP);
    // The others are listed while the request to the silent one is pending.
    await rig.until('beside', () => expect(asked).toBeGreaterThan(0));
    await rig.until('beside', () => expect(rig.reason()).toBe(`${silent} did not answer within 5 seconds`));
  });

  it.concurrent('names the pod of a container', async () => {
    engines.command('podman', 'pod', 'create', '--infra=false', '--name', 'shop');
    engines.command(
      'podman',
      'run',
      '--detach',
      '--pod',
      'shop',
      '--network',
      'host',
      '--name',
      'front',
      'localhost/box:latest',
      'sleep',
      '1000',
    );
    const item = await watch({ all: 'True' }).until('front', ({ status, pod_name }) =>
      expect([status, pod_name]).toEqual(['running', 'shop']),
    );
    expect(item.pod_id).toMatch(/^[0-9a-f]{12}$/);
    expect(item).toMatchObject({ network_rx: null, network: {} });
  });

  itInFull('counts all networks, and what goes over them', async () => {
    await engines.ask('docker', 'POST', '/networks/create', { Name: 'second' });
    onTestFinished(async () => {
      await engines.ask('docker', 'DELETE', '/containers/two-nets?force=1');
      // Its bridge would be left over.
      await engines.ask('docker', 'DELETE', '/networks/second');
    });
    const id = await engines.run(
      'docker',
      'two-nets',
      'sleep 2; ping -c 3 -s 1000 -i 1 $(ip route | grep default | cut -d" " -f3); sleep 100',
    );
    await engines.ask('docker', 'POST', '/networks/second/connect', { Container: id });
    const rig = watch();
    const item = await rig.until('two-nets', ({ network }) =>
      expect(network.cumulative_tx).toBeGreaterThan(2000),
    );
    type Stats = { networks: Record<string, { tx_bytes: number }> };
    const stats = await engines.ask<Stats>('docker', 'GET', `/containers/${id}/stats?stream=0&one-shot=1`);
    expect(Object.keys(stats.networks)).toHaveLength(2);
    const sum = Object.values(stats.networks).reduce((total, { tx_bytes }) => total + tx_bytes, 0);
    expect(Math.abs(sum - (item.network.cumulative_tx ?? 0))).toBeLessThan(5000);
  });

  itInFull(
    'goes on with one engine while the other is killed, shows what runs on, and finds it again',
    async () => {
      await engines.run('docker', 'kept-docker', SLEEP);
      await engines.run('podman', 'kept-podman', SLEEP);
      const rig = watch();
      const engineNames = async () => [...new Set((await rig.read()).map(({ engine }) => engine))].sort();
      await vi.waitFor(async () => expect(await engineNames()).toEqual(['docker', 'podman']), PATIENCE);
      await engines.kill('docker');
      await vi.waitFor(async () => {
        await rig.read();
        expect(rig.reason()).toBe(`connection refused by ${engines.socket('docker')}`);
      }, PATIENCE);
      await engines.start('docker');
      await vi.waitFor(async () => {
        expect(await engineNames()).toEqual(['docker', 'podman']);
        expect(rig.reason()).toBe('');
      }, PATIENCE);
    },
  );

  itInFull('reads many containers without asking the engine again', async () => {
    const names = Array.from({ length: MANY }, (_, index) => `many-${index}`);
    await Promise.all(
      names.map((name) => engines.run('docker', name, 'sleep 1000', { host: { NetworkMode: 'none' } })),
    );
    const relay = join(engines.folder, 'relay.sock');
    let asked = 0;
    await serveRawSocket(relay, (socket) => {
      const engine = connect(engines.socket('docker'));
      socket.on('data', () => (asked += 1));
      pipeline(socket, engine, socket).catch(() => {});
    });
    const rig = watch({}, relay);
    const ours = async () => (await rig.read()).filter(({ name }) => name.startsWith('many-'));
    await vi.waitFor(async () => {
      const before = asked;
      expect((await ours()).filter((item) => item.memory_usage !== null)).toHaveLength(MANY);
      // Their details come after the list.
      expect(asked).toBe(before);
    }, PATIENCE);
    const before = asked;
    for (let round = 0; round < 5; round += 1) expect(await ours()).toHaveLength(MANY);
    expect(asked).toBe(before);
  });
});

/** Bytes of an amount such as `1.5MiB` (Docker) or `1.573MB` (Podman). */
function bytesOf(text: string): number {
  const [, number, unit = ''] = /^([\d.]+)\s*(\w+)$/.exec(text) ?? [];
  const factors: Record<string, number> = {
    B: 1,
    KiB: 1024,
    MiB: 1 << 20,
    GiB: 1 << 30,
    kB: 1e3,
    MB: 1e6,
    GB: 1e9,
  };
  return Number(number) * (factors[unit] ?? Number.NaN);
}
