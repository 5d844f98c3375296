/** Checks against real targets: ping, a port, nginx, this machine's processes and folders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import type { Served } from '../../src/core/served.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { freePort } from '../support/free-port.ts';
import { createHangingMounts } from '../support/hanging-mount.ts';
import { lacking } from '../support/live-tools.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const NAMES = new Set(['folders', 'ports', 'amps', 'cloud', 'processcount']);
const registry = plugins.filter(({ name }) => NAMES.has(name));

/** Starts the plugins on this machine; they end with the test. */
async function watching(sections: Record<string, Record<string, string>>): Promise<Agent> {
  const agent = createAgent({
    host: createHost(),
    registry,
    settings: testSettings(registry, sections),
    cores: 1,
  });
  onTestFinished(() => agent.sampler.stop());
  await agent.sampler.start();
  return agent;
}

const itemsOf = (agent: Agent, plugin: string) => agent.store.latest(plugin).value as Served[];
const see = (look: () => void) => vi.waitFor(look, { interval: 50 });

async function listening(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('ports', () => {
  it.skipIf(lacking('ping', { programs: ['ping'] }))('pings this machine', async () => {
    const agent = await watching({
      ports: { port_default_gateway: 'False', port_1_host: '127.0.0.1', port_2_host: 'no-such-host.invalid' },
    });
    await see(() => {
      const [here, nowhere] = itemsOf(agent, 'ports');
      expect(here?.['status']).toBeTypeOf('number');
      expect(nowhere?.['status']).toBe(false);
    });
    expect(itemsOf(agent, 'ports')[0]?.['status']).toBeLessThan(1);
  });

  it('connects to a port, and to none', async () => {
    const port = await listening();
    const open = { port_1_host: '127.0.0.1', port_1_port: String(port) };
    const agent = await watching({
      ports: { port_default_gateway: 'False', ...open, port_2_host: 'localhost', port_2_port: '1' },
    });
    await see(() =>
      expect(itemsOf(agent, 'ports').map(({ status }) => status)).toEqual([expect.any(Number), false]),
    );
  });
});

describe('folders', () => {
  it('adds up a folder of this machine', async () => {
    const folder = temporaryTree({ a: 'x'.repeat(1000), 'b/c': 'x'.repeat(24) });
    const agent = await watching({ folders: { folder_1_path: folder } });
    await see(() => expect(itemsOf(agent, 'folders')).toMatchObject([{ size: 1024, errno: 0 }]));
  });
});

const mounts = await createHangingMounts(1);
if (typeof mounts === 'string') console.warn(`skipped: folders on a mount that hangs (${mounts})`);

describe.skipIf(typeof mounts === 'string')('a mount that hangs', () => {
  afterAll(() => {
    if (typeof mounts !== 'string') mounts.remove();
  });

  it('is told of, and keeps nobody waiting', async () => {
    const [dead = ''] = typeof mounts === 'string' ? [] : mounts.paths;
    const folder = temporaryTree({ a: '123' });
    const agent = await watching({
      folders: { folder_1_path: dead, folder_2_path: join(dead, '..'), folder_3_path: folder },
    });
    await see(() => {
      const errors = itemsOf(agent, 'folders').map(({ errno, size }) => [errno, size !== null]);
      expect(errors).toEqual([
        [110, false],
        [110, true],
        [0, true],
      ]);
    });
  });
});

describe('amps', () => {
  it.skipIf(lacking('a real nginx', { programs: ['nginx'] }))('shows the page of a real nginx', async () => {
    const port = await freePort();
    const folder = temporaryTree({
      'nginx.conf': `daemon off; pid nginx.pid; error_log stderr crit; events {}
http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
server { listen 127.0.0.1:${port}; location /nginx_status { stub_status; } } }`,
    });
    const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    onTestFinished(async () => {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    });
    const url = `http://127.0.0.1:${port}/nginx_status`;
    // Without requests, the plugin searches again 30 s after the start.
    await vi.waitFor(() => fetch(url), { interval: 50 });
    const agent = await watching({
      amp_nginx: {
        enable: 'true',
        refresh: '1',
        regex: folder.replaceAll('/', '\\/'),
        status_url: url,
      },
    });
    await see(() => {
      const [item] = itemsOf(agent, 'amps');
      expect(item?.['result']).toMatch(/^Active connections: \d+ \nserver accepts handled requests\n/);
      expect(item?.['count']).toBeGreaterThan(0);
    });
  });
});

it('cloud says what this machine is', async () => {
  const agent = await watching({});
  const state = agent.sampler.states().find(({ name }) => name === 'cloud');
  expect(state?.reason ?? 'a cloud machine').toMatch(/cloud/);
});
