/** `[outputs] allowed_clients` on listening servers, from the text of the configuration to the socket. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTls } from '../../src/http/server/tls.ts';
import { hasOpenssl, makeCertificate } from '../support/certificates.ts';
import { guardedApi } from '../support/guarded-api.ts';
import { ask, type Ask } from '../support/http-client.ts';
import { guardOf } from '../support/made-guard.ts';
import { rpcService } from '../support/rpc-service.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const NEIGHBOUR = '127.0.0.2';

/** The protection that `[outputs]` makes, and the lines of its log. */
const protectionOf = async (outputs: string) => {
  const { guard, lines } = await guardOf(`[outputs]\n${outputs}\n`);
  return { protection: guard.protection, lines };
};

/** Bytes that a server sends to a client at an address before it closes the connection. */
const receivedFrom = (port: number, localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });

const statusOf = (asked: Ask): Promise<number | string> =>
  ask(asked).then(
    ({ status }) => status,
    () => 'closed',
  );

describe('allowed_clients', () => {
  it('lets in the clients that it names on both servers, and logs the others once', async () => {
    const { protection, lines } = await protectionOf('allowed_clients=127.0.0.1');
    const { mayConnect } = protection;
    const ports = [(await guardedApi({ mayConnect })).port, (await rpcService({ mayConnect })).port];
    for (const port of ports) {
      const asked = { port, method: 'POST', path: '/RPC2', body: '' };
      expect(await statusOf(asked)).toEqual(expect.any(Number));
      expect(await statusOf({ ...asked, localAddress: NEIGHBOUR })).toBe('closed');
      expect(await receivedFrom(port, NEIGHBOUR)).toBe('');
    }
    expect(lines).toEqual([
      `WARNING Connections from ${NEIGHBOUR} are refused: add it to [outputs] allowed_clients to allow them.`,
    ]);
  });

  it('believes no header, even of a trusted proxy', async () => {
    const { protection } = await protectionOf('allowed_clients=127.0.0.1\ntrusted_proxies=127.0.0.0/8');
    const { port } = await guardedApi(protection as never);
    const path = '/api/4/status';
    const from = (localAddress: string, address: string) =>
      statusOf({ port, path, localAddress, headers: { 'x-forwarded-for': address } });
    expect(await from(NEIGHBOUR, '127.0.0.1')).toBe('closed');
    expect(await from('127.0.0.1', NEIGHBOUR)).toBe(200);
  });

  it('does not imply this machine', async () => {
    const { mayConnect } = (await protectionOf('allowed_clients=127.0.0.2,::1')).protection;
    const { port } = await guardedApi({ mayConnect });
    expect(await statusOf({ port })).toBe('closed');
    expect(await statusOf({ port, localAddress: NEIGHBOUR })).toBe(200);
  });

  it('lets everybody in where it is empty', async () => {
    const { mayConnect } = (await protectionOf('allowed_clients=')).protection;
    const { port } = await guardedApi({ mayConnect });
    expect(await statusOf({ port, localAddress: NEIGHBOUR })).toBe(200);
  });

  it('takes addresses and networks only', async () => {
    await expect(protectionOf('allowed_clients=localhost')).rejects.toThrow(
      '[outputs] allowed_clients = localhost: "localhost" is not an address or a network such as 10.0.0.0/8',
    );
  });

  it.skipIf(!hasOpenssl())('refuses others before the handshake of TLS', async () => {
    const { certificate, key } = makeCertificate(temporaryTree(), 'one');
    const tls = createTls({ certificate, key, password: undefined }).options;
    const { mayConnect } = (await protectionOf('allowed_clients=127.0.0.1')).protection;
    const { port, faults } = await guardedApi({ mayConnect, tls });
    const asked = { port, isSecure: true, ca: readFileSync(certificate) };
    expect(await receivedFrom(port, NEIGHBOUR)).toBe('');
    expect(await statusOf({ ...asked, localAddress: NEIGHBOUR })).toBe('closed');
    expect(await statusOf(asked)).toBe(200);
    expect(faults).toEqual([]);
  });
});
