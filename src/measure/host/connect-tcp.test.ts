import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTcp } from './connect-tcp.ts';

const limits = { timeoutMs: 5000, maxBytes: 1000 };

async function serve(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('connectTcp', () => {
  it('gives what the server sends until it closes, and the time to connect', async () => {
    const port = await serve((socket) => {
      socket.write('|/dev/sda|');
      setImmediate(() => socket.end('X|36|C|'));
    });
    const { seconds, bytes } = await connectTcp('127.0.0.1', port, limits);
    expect(Buffer.from(bytes).toString()).toBe('|/dev/sda|X|36|C|');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(5);
  });

  it('only connects where nothing is to be read, and closes', async () => {
    let closed = false;
    const port = await serve((socket) => {
      socket.on('close', () => (closed = true));
      socket.resume();
    });
    const { bytes } = await connectTcp('localhost', port, { ...limits, maxBytes: 0 });
    expect(bytes).toHaveLength(0);
    await expect.poll(() => closed).toBe(true);
  });

  it('stops reading when it is enough, when there is too much, and when time is over', async () => {
    const port = await serve((socket) => void socket.write('220 mail\r\n'));
    const read = async (given: Partial<typeof limits>, isEnough: (bytes: Buffer) => boolean) =>
      Buffer.from((await connectTcp('127.0.0.1', port, { ...limits, ...given, isEnough })).bytes).toString();
    expect(await read({}, (bytes) => bytes.includes('220'))).toBe('220 mail\r\n');
    expect(await read({ maxBytes: 5 }, () => false)).toBe('220 mail\r\n');
    expect(await read({ timeoutMs: 100 }, () => false)).toBe('220 mail\r\n');
  });

  it('says that nothing listens', async () => {
    const port = await serve(() => {});
    const attempt = connectTcp('127.0.0.2', port, limits);
    await expect(attempt).rejects.toMatchObject({
      message: `connection refused by 127.0.0.2:${port}`,
      code: 'ECONNREFUSED',
    });
  });

  it('says that a name is not known', async () => {
    await expect(connectTcp('name.invalid', 1, limits)).rejects.toThrow('name.invalid:1 is not known');
  });

  it('times out on a silent server', async () => {
    const port = await serve(() => {});
    const attempt = connectTcp('127.0.0.1', port, { ...limits, timeoutMs: 50 });
    await expect(attempt).rejects.toThrow(`127.0.0.1:${port} did not answer within 50 ms`);
  });

  it('refuses an answer that is too long', async () => {
    const port = await serve((socket) => socket.end('x'.repeat(1001)));
    await expect(connectTcp('127.0.0.1', port, limits)).rejects.toThrow('sent more than 1000 bytes');
  });
});
