/** The configurations of docs/proxy-login.md, on a real nginx and a real Caddy, with a stub in place of Authelia. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startGuardedApi, type GuardedApi } from '../support/guarded-api.ts';
import { isRoot, lacking, scratchFolder } from '../support/live-tools.ts';
import { loadedGuard } from '../support/made-guard.ts';

const page = readFileSync(new URL('../../docs/proxy-login.md', import.meta.url), 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? expect.fail(`no block of ${language}`);
const HOST = 'host.example';

/** Users by their cookie, as headers of Authelia. */
const USERS: Readonly<Record<string, Record<string, string>>> = {
  eve: { 'Remote-User': 'eve', 'Remote-Groups': 'admins,users' },
  tom: { 'Remote-User': 'tom', 'Remote-Groups': 'family' },
  stranger: { 'Remote-User': 'stranger', 'Remote-Groups': 'others' },
  'without-groups': { 'Remote-User': 'tim' },
  // A rule with the policy `bypass` lets requests in without a login.
  bypassed: {},
  huge: { 'Remote-User': 'eve', 'Remote-Groups': `${'x'.repeat(5000)},admins` },
};

const authelia: RequestListener = ({ url, headers }, response) => {
  const user = USERS[/user=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''];
  const isRequest = url?.startsWith('/api/authz/auth-request') === true;
  if (user !== undefined) response.writeHead(200, user).end();
  else response.writeHead(isRequest ? 401 : 302, { location: 'https://auth.example/' }).end();
};

interface Proxy {
  readonly name: string;
  readonly program: string;
  /** Writes the configuration; returns arguments. @param block of the page, with the ports of this test */
  configure(folder: string, block: string, port: number): string[];
  readonly language: string;
  /** How it names the socket in place of the port. */
  readonly upstream?: (path: string) => string;
}

const NGINX: Proxy = {
  name: 'nginx',
  program: 'nginx',
  language: 'nginx',
  configure(folder, block, port) {
    mkdirSync(join(folder, 'tmp'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, 'tmp', name)};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; proxy_buffer_size 16k; proxy_buffers 4 16k; ${temporary.join(' ')}
        server { listen 127.0.0.1:${port}; server_name ${HOST}; underscores_in_headers on; ${block} } }`,
    );
    return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
};

const CADDY: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  language: 'caddyfile',
  configure(folder, block, port) {
    const text = block.replace(HOST, `http://${HOST}:${port}`);
    writeFileSync(join(folder, 'Caddyfile'), `{\n admin off\n storage file_system ${folder}\n}\n${text}`);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

const OVER_SOCKET: readonly Proxy[] = [
  { ...NGINX, name: 'nginx, over the socket', upstream: (path) => `unix:${path}` },
  { ...CADDY, name: 'Caddy, over the socket', upstream: (path) => `unix/${path}` },
];

describe.each([NGINX, CADDY, ...OVER_SOCKET])('login by $name', (proxy) => {
  const missing = lacking(`login by ${proxy.name}`, { programs: [proxy.program] });
  const folder = scratchFolder();
  const provider = createServer({ maxHeaderSize: 32 * 1024 }, authelia);
  let api: GuardedApi;
  let child: ReturnType<typeof spawn>;
  let port = 0;

  type Headers = Record<string, string | string[]>;
  const ask = (path: string, headers: Headers, method = 'GET') =>
    new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path, headers: { host: HOST, ...headers } });
      asked.once('error', reject).end();
      asked.once('response', (reply) => {
        let body = '';
        reply.on('data', (bytes: Buffer) => (body += bytes.toString()));
        reply.once('end', () =>
          resolve({ status: reply.statusCode ?? 0, location: reply.headers.location, body }),
        );
      });
    });
  /** Name and role, or status. */
  const whoIs = async (user: string | null, more: Headers = {}): Promise<unknown> => {
    const { status, body } = await ask('/api/me', {
      ...(user !== null && { cookie: `user=${user}` }),
      ...more,
    });
    if (status !== 200) return status;
    const { name, role, source } = JSON.parse(body) as Record<string, unknown>;
    return [name, role, source];
  };

  beforeAll(async () => {
    if (missing !== null) return;
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { guard } = await loadedGuard(
      proxy.upstream ? blockOf('ini').replaceAll('=127.0.0.1', '=unix') : blockOf('ini'),
      folder.path,
    );
    const socket = `${folder.path}/api.sock`;
    const { peerIdentity, authenticator, trustedProxies } = guard.protection;
    api = await startGuardedApi({ peerIdentity, authenticator, trustedProxies: [...trustedProxies], socket });
    port = await freePort();
    const block = blockOf(proxy.language)
      .replaceAll('127.0.0.1:61208', proxy.upstream?.(socket) ?? `127.0.0.1:${api.port}`)
      .replaceAll('127.0.0.1:9091', `127.0.0.1:${(provider.address() as AddressInfo).port}`);
    const argv = proxy.configure(folder.path, block, port);
    child = spawn(proxy.program, argv, { stdio: 'ignore', env: { ...process.env, HOME: folder.path } });
    await vi.waitFor(() => ask('/api/4/status', {}), { interval: 50, timeout: 20_000 });
  });
  afterAll(async () => {
    if (child?.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await api?.close();
    provider.close();
    folder.remove();
  });

  it.skipIf(missing)('users have the roles of their groups', async () => {
    expect(await whoIs('eve')).toEqual(['eve', 'admin', 'proxy']);
    expect(await whoIs('tom')).toEqual(['tom', 'viewer', 'proxy']);
  });

  it.skipIf(missing)('without a login, the proxy sends browsers to that of the provider', async () => {
    expect(await ask('/', {})).toMatchObject({ status: 302, location: 'https://auth.example/' });
    expect(await whoIs(null, { 'remote-user': 'eve', 'remote-groups': 'admins' })).toBe(302);
  });

  it.skipIf(missing)('unknown, missing and oversized groups are refused', async () => {
    expect(await whoIs('stranger')).toBe(403);
    expect(await whoIs('without-groups')).toBe(403);
    expect(await whoIs('huge')).toBe(400);
  });

  it.skipIf(missing).each<[string, Headers]>([
    ['spoofed', { 'remote-user': 'eve', 'remote-groups': 'admins' }],
    ['doubled', { 'remote-user': ['eve', 'root'], 'remote-groups': ['admins', 'family'] }],
    ['in capitals', { 'REMOTE-USER': 'eve', 'REMOTE-GROUPS': 'admins' }],
    ['with underscores', { remote_user: 'eve', remote_groups: 'admins', 'remote_user-': 'x' }],
    ['oversized', { 'remote-user': 'e'.repeat(2000), 'remote-groups': 'admins,'.repeat(300) }],
  ])('headers of clients change nothing: %s', async (_, headers) => {
    expect(await whoIs('tom', headers)).toEqual(['tom', 'viewer', 'proxy']);
    expect(await whoIs('without-groups', headers)).toBe(403);
    expect(await whoIs('bypassed', headers)).toBe(proxy.program === 'nginx' ? 401 : 400);
  });

  it.skipIf(missing)('the page may change something, other sites may not', async () => {
    const clear = (headers: Headers) =>
      ask('/api/4/events/clear/all', { cookie: 'user=eve', ...headers }, 'POST').then(({ status }) => status);
    expect(await clear({ origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await clear({ origin: 'https://evil.example' })).toBe(403);
    expect(await clear({})).toBe(403);
  });

  it.skipIf(missing)('around the proxy, the headers are worth nothing', async () => {
    const { status } = await api.send({
      path: '/api/me',
      localAddress: '127.0.0.2',
      headers: { 'remote-user': 'eve', 'remote-groups': 'admins' },
    });
    expect(status).toBe(401);
  });
});
