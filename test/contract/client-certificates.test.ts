/** Certificates of clients, made by openssl: from the text of the configuration to the reply. */
import { copyFileSync, readFileSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { connect, TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { createClientCertificates } from '../../src/http/server/client-certificates.ts';
import { hasOpenssl, makeAuthority, makeCertificate } from '../support/certificates.ts';
import { rolesOf } from '../../src/net/credentials/access-section.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../support/guarded-api.ts';
import { ask, type Ask } from '../support/http-client.ts';
import { guardOf } from '../support/made-guard.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const ROLES = 'user_roles=eve:admin,mail@example.com:viewer,eve.lan:operator';
const REFUSED = 'closed';

describe.skipIf(!hasOpenssl())('client certificates', () => {
  async function rig(access: string) {
    const { certificate, key } = makeCertificate(temporaryTree(), 'server');
    const text = `[outputs]\nssl_certfile=${certificate}\nssl_keyfile=${key}\n[access]\n${access}\n`;
    const { guard, lines } = await guardOf(text);
    const { protection } = guard;
    const authenticator = protection.authenticator && fakeAuthenticator();
    const { api, faults } = createFakeApi(undefined, { protection: { ...protection, authenticator } });
    await api.ready();
    const stop = guard.follow([api.server]);
    onTestFinished(async () => {
      stop();
      api.server.closeAllConnections();
      await api.close();
      expect(faults).toEqual([]);
    });
    const port = await listen({ api, host: '127.0.0.1', port: 0 });
    const server = { port, isSecure: true, ca: readFileSync(certificate), path: '/api/me' };
    const whoIs = async (asked: Partial<Ask> = {}) => {
      const { status, body } = await ask({ ...server, ...asked }).catch(() => ({
        status: REFUSED,
        body: '',
      }));
      const { name, role, source } = status === 200 ? (JSON.parse(body) as Record<string, unknown>) : {};
      return status === 200 ? [name, role, source] : status;
    };
    return { whoIs, lines, port };
  }

  it('give users their roles, by common name or another one', async () => {
    const authority = makeAuthority('ours');
    const { whoIs, lines } = await rig(`client_ca_file=${authority.certificate}\n${ROLES}`);
    expect(await whoIs(authority.issue('eve'))).toEqual(['eve', 'admin', 'certificate']);
    const names = 'email:mail@example.com,DNS:else.lan';
    expect(await whoIs(authority.issue('mail', { names }))).toEqual([
      'mail@example.com',
      'viewer',
      'certificate',
    ]);
    expect(await whoIs(authority.issue('x', { names: 'DNS:a.lan,DNS:eve.lan' }))).toEqual([
      'eve.lan',
      'operator',
      'certificate',
    ]);
    expect(await whoIs(authority.issue('unknown'))).toBe(401);
    expect(await whoIs()).toBe(401);
    const headers = { authorization: basic(USER, PASSWORD) };
    expect(await whoIs({ headers })).toEqual([USER, 'admin', 'password']);
    expect(lines).toEqual([]);
  });

  it('that are expired or foreign are refused, with the reason in the log', async () => {
    const authority = makeAuthority('ours');
    const { whoIs, lines } = await rig(`client_ca_file=${authority.certificate}\n${ROLES}`);
    expect(await whoIs(authority.issue('old', { end: '20240101000000Z' }))).toBe(REFUSED);
    expect(lines).toEqual([
      'WARNING Connections from 127.0.0.1 are refused: the certificate of the client has expired.',
    ]);
    expect(await whoIs(makeAuthority('ours').issue('eve'))).toBe(REFUSED);
    // One line for each reason, however often.
    expect(await whoIs(makeAuthority('ours').issue('eve'))).toBe(REFUSED);
    expect(lines.slice(1)).toEqual([expect.stringContaining('is not signed by client_ca_file')]);
  });

  it('may be required', async () => {
    const authority = makeAuthority('ours');
    const { whoIs, lines } = await rig(
      `client_ca_file=${authority.certificate}\nclient_certificates=required`,
    );
    expect(await whoIs()).toBe(REFUSED);
    expect(await whoIs({ headers: { authorization: basic(USER, PASSWORD) } })).toBe(REFUSED);
    expect(lines).toEqual([expect.stringContaining('the certificate of the client is missing')]);
    // No login is required, as no roles are declared.
    expect(await whoIs(authority.issue('required'))).toEqual([null, null, null]);
  });

  it('that are revoked lose access, on open connections too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = makeAuthority('revoking');
    const [eve, mail] = [own.issue('eve'), own.issue('mail@example.com')];
    const list = `${temporaryTree()}/list.crl`;
    copyFileSync(own.revocations(), list);
    const { whoIs, lines, port } = await rig(
      `client_ca_file=${own.certificate}\nclient_crl_file=${list}\n${ROLES}`,
    );
    expect(await whoIs(eve)).toEqual(['eve', 'admin', 'certificate']);
    const open: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...eve });
    let session: Buffer | undefined;
    open.on('session', (one) => (session = one));
    open.on('error', () => {});
    const closed = new Promise((resolve) => open.once('close', resolve));
    open.write('GET /api/me HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => open.once('data', resolve));
    expect(session).toBeDefined();
    own.revoke('eve');
    copyFileSync(own.revocations(), list);
    vi.advanceTimersByTime(60_000);
    await closed;
    expect(await whoIs(eve)).toBe(REFUSED);
    expect(await whoIs({ ...eve, session } as never)).toBe(REFUSED);
    expect(lines.at(-1)).toContain('is revoked in client_crl_file');
    expect(await whoIs(mail)).toEqual(['mail@example.com', 'viewer', 'certificate']);
  });

  it('end with their time on connections that are open, and name what they are signed for alone', () => {
    const certificate = { subject: { CN: ['eve', 'other'] }, valid_to: 'Nov 29 06:00:00 2026 GMT' };
    const identityAt = (now: string, names: string) => {
      const clients = createClientCertificates({
        isRequired: false,
        roles: rolesOf(['eve:admin', 'eve.lan:viewer']),
        viewerArguments: false,
        warn: () => {},
        now: () => Date.parse(now),
      });
      const server = new EventEmitter();
      const socket = Object.assign(Object.create(TLSSocket.prototype) as object, {
        authorized: true,
        once: () => {},
        destroy: () => {},
        getPeerCertificate: () => ({ ...certificate, subjectaltname: names }),
      });
      clients.guard(server as never);
      server.emit('secureConnection', socket);
      return clients.identityOf({ socket, headers: {} } as never);
    };
    expect(identityAt('2026-11-29T05:59:59Z', 'DNS:eve.lan')).toMatchObject({
      name: 'eve.lan',
      role: 'viewer',
    });
    expect(identityAt('2026-11-29T06:00:00Z', 'DNS:eve.lan')).toBeNull();
    expect(identityAt('2026-11-29T05:59:59Z', 'DNS:"a, DNS:eve.lan", URI:eve.lan')).toBeNull();
  });

  it.each([
    ['client_certificates=required', 'need client_ca_file'],
    ['client_ca_file=/nonexistent', 'client_ca_file needs TLS'],
  ])('%s alone is refused', async (access, problem) => {
    await expect(guardOf(`[access]\n${access}\n`)).rejects.toThrow(problem);
  });
});
