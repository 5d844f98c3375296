/** Clients of the unix socket: who they are, from the text of the configuration to the reply. */
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, listenOnSocket } from '../../src/http/server/listen.ts';
import { createTls } from '../../src/http/server/tls.ts';
import { hasOpenssl, makeCertificate } from '../support/certificates.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../support/guarded-api.ts';
import { ask, type Ask } from '../support/http-client.ts';
import { guardOf } from '../support/made-guard.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

/** A server on a socket and, unless it is `alone`, on a port. */
async function rig(text: string, { alone = false, tls = null as object | null } = {}) {
  const { guard, lines } = await guardOf(text);
  const protection = {
    ...guard.protection,
    tls,
    ...(guard.protection.authenticator && { authenticator: fakeAuthenticator() }),
  };
  const { api, faults } = createFakeApi(undefined, { protection });
  const path = `${temporaryTree()}/gander.sock`;
  await api.ready();
  const port = alone ? 0 : await listen({ api, host: '127.0.0.1', port: 0 });
  const close = await listenOnSocket(api, { path, mode: 0o660 });
  const end = () => Promise.all([close(), api.close()]);
  onTestFinished(async () => {
    api.server.closeAllConnections();
    await end();
    expect(faults).toEqual([]);
  });
  const bySocket = (asked: Partial<Ask> = {}) =>
    ask({ port: 0, socketPath: path, path: '/api/me', ...asked });
  const whoIs = async (asked: Partial<Ask> = {}) => {
    const { status, body } = await bySocket(asked);
    const { name, role, source } = JSON.parse(body) as Record<string, unknown>;
    return status === 200 ? [name, role, source] : status;
  };
  return { bySocket, whoIs, byPort: (asked: Partial<Ask>) => ask({ port, ...asked }), lines, path, end };
}

const LOGIN = { authorization: basic(USER, PASSWORD) };
const CHANGE = { method: 'POST', path: '/api/4/events/clear/all' };

describe('unix socket', () => {
  it('is open as the port is, and asks for a login as it does', async () => {
    const open = await rig('');
    expect((await open.bySocket({ path: '/api/4/cpu' })).status).toBe(200);
    const closed = await rig('[access]\ntrusted_proxies=192.0.2.1');
    expect(await closed.whoIs()).toBe(401);
    expect(await closed.whoIs({ headers: LOGIN })).toEqual([USER, 'admin', 'password']);
  });

  it('gives its clients the declared role, and nobody else', async () => {
    const { bySocket, byPort, whoIs } = await rig('[access]\nsocket_role=operator');
    expect(await whoIs()).toEqual(['unix', 'operator', 'socket']);
    expect((await byPort({ path: '/api/me' })).status).toBe(401);
    expect((await bySocket(CHANGE)).status).toBe(200);
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await bySocket({ ...CHANGE, headers: foreign })).status).toBe(403);
    expect(await whoIs({ headers: LOGIN })).toEqual([USER, 'admin', 'password']);
    expect(await whoIs({ headers: { authorization: 'Bearer wrong' } })).toBe(401);
    const viewer = await rig('[access]\nsocket_role=viewer');
    expect((await viewer.bySocket(CHANGE)).status).toBe(403);
  });

  it('is a proxy only where it is named', async () => {
    const header = { headers: { 'remote-user': 'eve' } };
    const trusted = await rig('[access]\ntrusted_proxies=unix\ndefault_role=viewer');
    expect(await trusted.whoIs(header)).toEqual(['eve', 'viewer', 'proxy']);
    expect(await trusted.whoIs()).toBe(401);
    expect((await trusted.byPort({ path: '/api/me', ...header })).status).toBe(401);
    const other = await rig('[access]\ntrusted_proxies=127.0.0.0/8\ndefault_role=viewer');
    expect(await other.whoIs(header)).toBe(401);
    expect(other.lines).toEqual([expect.stringContaining('remote-user from unix is ignored')]);
    await expect(rig('[access]\ntrusted_proxies=unix\nsocket_role=viewer')).rejects.toThrow(
      'exclude each other',
    );
  });

  it('reports addresses of clients only as a named proxy, and needs no allowed address', async () => {
    const redirected = async (outputs: string) => {
      const { bySocket } = await rig(`[outputs]\nallowed_clients=192.0.2.1\n${outputs}`);
      const headers = { host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' };
      return (await bySocket({ path: '/api/4/cpu/', headers })).headers.location;
    };
    expect(await redirected('trusted_proxies=unix')).toBe('https://a/api/4/cpu');
    expect(await redirected('trusted_proxies=127.0.0.1')).toBe('http://a/api/4/cpu');
  });

  it.skipIf(!hasOpenssl())('has no TLS, also beside a port with it', async () => {
    const made = makeCertificate(temporaryTree(), 'one');
    const { options } = createTls({ ...made, password: undefined });
    const { whoIs, end, path } = await rig('[access]\nsocket_role=viewer', { tls: options });
    expect(await whoIs()).toEqual(['unix', 'viewer', 'socket']);
    await end();
    expect(existsSync(path)).toBe(false);
  });

  it('works without a port, and disconnects idle clients at the end', async () => {
    const { bySocket, path, end } = await rig('', { alone: true });
    expect((await bySocket({ path: '/api/4/status' })).status).toBe(200);
    const idle = createConnection(path);
    const closed = vi.fn();
    idle.on('close', closed);
    idle.write('GET /api/4/status HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    await end();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect(existsSync(path)).toBe(false);
  });
});
