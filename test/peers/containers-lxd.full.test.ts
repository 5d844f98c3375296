/** Containers of a real LXD. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importLxdImage, type RunningEngine, startLxd } from '../support/container-engines.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, lacking, scratchFolder } from '../support/live-tools.ts';

interface Item {
  name: string;
  engine: string;
  [field: string]: unknown;
}

interface State {
  pid: number;
  memory: { usage: number };
  network: Record<string, { counters: { bytes_received: number; bytes_sent: number } }>;
}

const needs = { root: true, programs: ['lxd', 'lxc', 'busybox', 'ip'] };
const WAIT = { timeout: 60_000, interval: 200 };

const isWanted = lacking('containers of a real LXD', needs) === null;

describe.runIf(isWanted)('LXD', () => {
  const scratch = scratchFolder();
  let lxd: RunningEngine;
  let agent: LiveAgent;

  const items = async (): Promise<Item[]> =>
    (await agent.get<Item[]>('/containers')).filter(({ engine }) => engine === 'lxd');
  const item = async (name: string): Promise<Item> => {
    const found = (await items()).find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} is not shown`);
    return found;
  };
  const stateOf = (name: string): State =>
    JSON.parse(lxd.run('query', `/1.0/instances/${name}/state`)) as State;

  beforeAll(async () => {
    chmodSync(scratch.path, 0o711);
    lxd = await startLxd(join(scratch.path, 'l'));
    importLxdImage(lxd, 'busybox', scratch.path);
    const make = (name: string, ...config: string[]): string =>
      lxd.run(
        'init',
        'busybox',
        name,
        '--storage',
        'default',
        ...config.flatMap((pair) => ['--config', pair]),
      );
    make('web', 'security.privileged=true', 'limits.cpu=1', 'limits.memory=64MiB');
    lxd.run(
      'config',
      'device',
      'add',
      'web',
      'p',
      'proxy',
      'listen=tcp:127.0.0.1:0',
      'connect=tcp:127.0.0.1:80',
    );
    make('busy');
    const nic = ['nictype=p2p', 'name=eth0', `host_name=glx${process.pid}`];
    lxd.run('config', 'device', 'add', 'busy', 'eth0', 'nic', ...nic);
    make('off');
    lxd.run('start', 'web', 'busy');
    const config = configFile(scratch.path, { global: { refresh: '1' }, containers: { all: 'True' } });
    agent = await serveLive({ argv: ['-C', config], env: { LXD_DIR: join(lxd.socket, '..') } });
  });

  afterAll(async () => {
    await agent?.stop();
    await lxd?.stop();
    scratch.remove();
  });

  it('has its containers described', async () => {
    const shown = await vi.waitFor(async () => {
      const all = await items();
      expect(all.map(({ name, status }) => `${name} ${String(status)}`).toSorted()).toEqual([
        'busy running',
        'off stopped',
        'web running',
      ]);
      return all;
    }, WAIT);
    const listed = JSON.parse(lxd.run('list', '--format', 'json')) as { name: string; created_at: string }[];
    for (const { name, created_at } of listed)
      expect(shown.find((one) => one.name === name)).toMatchObject({
        id: name,
        created: created_at,
        command: null,
        image: ['Busybox of Gander'],
      });
    expect(await item('off')).toMatchObject({ uptime: null, cpu_percent: null, memory_usage: null });
    // Limits are asked for after the list.
    await vi.waitFor(
      async () =>
        expect(await item('web')).toMatchObject({
          uptime: expect.stringMatching(/just now|secs|min/),
          cpu_limit: 1,
          memory_limit: 64 * 1024 * 1024,
          ports: '0->80/tcp',
        }),
      WAIT,
    );
  });

  it('has CPU, memory and traffic as LXD and the kernel count them', async () => {
    const device = `glx${process.pid}`;
    execFileSync('ip', ['address', 'add', '10.214.77.1/30', 'dev', device]);
    execFileSync('ip', ['link', 'set', device, 'up']);
    const setUp = 'ip addr add 10.214.77.2/30 dev eth0; ip link set eth0 up';
    lxd.run('exec', 'busy', '--', 'sh', '-c', `${setUp}; ping -c 20 -i 0.05 -s 1400 10.214.77.1`);
    const burner = spawn('lxc', ['exec', 'busy', '--', 'sh', '-c', 'while :; do :; done'], {
      env: { ...process.env, LXD_DIR: join(lxd.socket, '..'), LXD_CONF: join(scratch.path, 'client') },
      stdio: 'ignore',
    });
    try {
      await vi.waitFor(async () => {
        const { cpu_percent: cpu, network, memory_usage: memory } = await item('busy');
        const { counters } = stateOf('busy').network['eth0']!;
        expect(cpu).toBeGreaterThan(20);
        expect(cpu).toBeLessThan(150);
        expect(counters.bytes_sent).toBeGreaterThan(20 * 1400);
        const { cumulative_tx: sent } = network as { cumulative_tx: number };
        expect(Math.abs(sent - counters.bytes_sent)).toBeLessThan(1000);
        expect(memory).toBeGreaterThan(0);
        expect(Math.abs(Number(memory) - stateOf('busy').memory.usage)).toBeLessThan(2 ** 20);
      }, WAIT);
      expect((await items())[0]?.name).toBe('busy');
    } finally {
      burner.kill('SIGKILL');
    }
  });

  it('has its containers followed', async () => {
    lxd.run('pause', 'web');
    await vi.waitFor(async () => expect(await item('web')).toMatchObject({ status: 'frozen' }), WAIT);
    lxd.run('start', 'web');
    lxd.run('delete', '--force', 'off');
    await vi.waitFor(async () => {
      expect((await items()).map(({ name }) => name).toSorted()).toEqual(['busy', 'web']);
      expect(await item('web')).toMatchObject({ status: 'running' });
    }, WAIT);
  });

  it('may crash and come back', async () => {
    await lxd.kill();
    await vi.waitFor(async () => {
      expect((await agent.plugin('containers')).reason).toContain(`connection refused by ${lxd.socket}`);
    }, WAIT);
    // Its containers continue, and the kernel measures them.
    expect(await item('busy')).toMatchObject({
      status: 'running',
      memory_usage: expect.any(Number) as number,
    });
    await lxd.start();
    await vi.waitFor(async () => expect(await item('busy')).toMatchObject({ status: 'running' }), WAIT);
  });
});
