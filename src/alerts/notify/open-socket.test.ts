import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSocket } from './open-socket.ts';

/** Listens on a loopback address other than 127.0.0.1, so that the same port is closed there. */
async function listening(address: string): Promise<number> {
  const server = createServer((socket) => socket.end());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as AddressInfo).port;
}

/** A name server that says how often it was asked. */
function names(addresses: readonly string[]) {
  const asked: string[] = [];
  const lookup = ((name, _, callback) => {
    asked.push(name);
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as LookupFunction;
  return { asked, lookup };
}

const signal = AbortSignal.timeout(10_000);
const isForbidden = (address: string): boolean => address === '127.0.0.3';

describe('openSocket', () => {
  it('tries all allowed addresses of a name, which is looked up once', async () => {
    const port = await listening('127.0.0.2');
    const { asked, lookup } = names(['127.0.0.3', '127.0.0.1', '127.0.0.2']);
    const socket = await openSocket({ host: 'mail.test', port }, { signal, isForbidden }, lookup);
    expect([socket.remoteAddress, asked]).toEqual(['127.0.0.2', ['mail.test']]);
    socket.destroy();
  });

  it('says of the last one why it failed', async () => {
    const port = await listening('127.0.0.3');
    const { lookup } = names(['127.0.0.3', '127.0.0.1', '127.0.0.2']);
    await expect(openSocket({ host: 'mail.test', port }, { signal, isForbidden }, lookup)).rejects.toThrow(
      `connect ECONNREFUSED 127.0.0.2:${port}`,
    );
  });

  it('reaches no forbidden address, be it written or looked up', async () => {
    const port = await listening('127.0.0.3');
    const { lookup } = names(['127.0.0.3']);
    const open = (host: string) => openSocket({ host, port }, { signal, isForbidden }, lookup);
    await expect(open('127.0.0.3')).rejects.toThrow('127.0.0.3 is not allowed as a server');
    await expect(open('mail.test')).rejects.toThrow('mail.test has no address that is allowed');
  });

  it('waits no longer than it may', async () => {
    const lookup = (() => {}) as LookupFunction;
    const isOver = AbortSignal.timeout(20);
    await expect(
      openSocket({ host: 'mail.test', port: 25 }, { signal: isOver, isForbidden: null }, lookup),
    ).rejects.toThrow('no answer in time');
  });
});
