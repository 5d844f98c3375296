/** The configuration of docs/reverse-proxies.md, on a real nginx, which listens on another port than 443. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { configFile, lacking, scratchFolder } from '../support/live-tools.ts';

const missing = lacking('Gander behind nginx', { programs: ['nginx'] });
const page = readFileSync(new URL('../../docs/reverse-proxies.md', import.meta.url), 'utf8');
/** The locations of the document. */
const [, locations = ''] = /```nginx[^]*?\n\n( {4}location = [^]*?)\n}\n```/.exec(page) ?? [];

describe.skipIf(missing !== null)('behind nginx', () => {
  const folder = scratchFolder();
  let agent: LiveAgent;
  let nginx: ReturnType<typeof spawn>;
  let port = 0;

  const ask = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
      });
      asked.once('error', reject).end(method === 'POST' ? '{}' : undefined);
    });

  beforeAll(async () => {
    port = await freePort();
    const conf = configFile(folder.path, {
      outputs: {
        url_prefix: '/monitor/',
        trusted_proxies: '127.0.0.1,::1',
        webui_allowed_hosts: 'host.example',
      },
    });
    agent = await serveLive({ argv: ['-C', conf] });
    mkdirSync(join(folder.path, 'tmp'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder.path, 'tmp', name)};`,
    );
    const text = `daemon off; pid ${folder.path}/pid; error_log stderr;
      events {}
      http { access_log off; ${temporary.join(' ')}
        server { listen 127.0.0.1:${port}; server_name host.example;
          ${locations.replace('127.0.0.1:61208', `127.0.0.1:${agent.port}`)} } }`;
    writeFileSync(join(folder.path, 'nginx.conf'), text);
    nginx = spawn('nginx', ['-e', 'stderr', '-c', join(folder.path, 'nginx.conf')], { stdio: 'ignore' });
    await vi.waitFor(() => ask('GET', '/monitor/api/4/status', { host: `host.example:${port}` }), {
      interval: 50,
      timeout: 20_000,
    });
  });
  afterAll(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill();
      await once(nginx, 'exit');
    }
    await agent?.stop();
    folder.remove();
  });

  it('a page on a port of its own may read and write', async () => {
    const host = `host.example:${port}`;
    const own = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    expect(await ask('GET', '/monitor/api/4/status', { host })).toBe(200);
    expect(await ask('POST', '/monitor/api/4/events/clear/all', own)).toBe(200);
    expect(
      await ask('POST', '/monitor/api/4/events/clear/all', { ...own, origin: 'http://evil.example' }),
    ).toBe(403);
  });

  it('no client says by itself which host it asked', async () => {
    const host = `host.example:${port}`;
    const forged = { host, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await ask('POST', '/monitor/api/4/events/clear/all', forged)).toBe(403);
  });
});
