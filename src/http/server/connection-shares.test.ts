import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MayConnect } from './allowed-clients.ts';
import { shareConnections } from './connection-shares.ts';

/** A server that replies to `/` only, until the test ends. */
async function setUp(
  most: number,
  trustedProxies: readonly string[] = [],
  mayConnect: MayConnect = () => true,
) {
  const server = createServer((request, response) => {
    if (request.url === '/') response.end('ok');
  });
  shareConnections(server, { most, trustedProxies, mayConnect });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  /** A connection from one of the addresses of loopback. */
  const open = async (address: string, path?: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address });
    sockets.push(socket);
    socket.on('error', () => {});
    socket.resume();
    await new Promise((resolve) => socket.on('connect', resolve));
    if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => server.getConnections(resolve));
    return socket;
  };
  /** Whether a request is answered. */
  const isAnswered = async (address: string): Promise<boolean> => {
    const socket = await open(address);
    return new Promise((resolve) => {
      socket.on('data', () => resolve(true));
      socket.on('close', () => resolve(false));
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    });
  };
  const isOpen = (socket: Socket): boolean => !socket.closed;
  return { open, isAnswered, isOpen };
}

const FIRST = '127.0.0.1';
const SECOND = '127.0.1.1';
const THIRD = '127.0.2.1';

describe('connections', () => {
  it('that are idle make room, those of the network that has most first', async () => {
    const { open, isAnswered, isOpen } = await setUp(10);
    const few = await open(SECOND);
    const many: Socket[] = [];
    for (let count = 0; count < 20; count += 1) many.push(await open(FIRST));
    await vi.waitFor(() => expect(many.filter(isOpen).length).toBe(5));
    expect(isOpen(few)).toBe(true);
    expect(await isAnswered(THIRD)).toBe(true);
    expect(await isAnswered(FIRST)).toBe(true);
    expect(isOpen(few)).toBe(true);
  });

  it('that are busy stay, and leave a part to networks that have none', async () => {
    const { open, isAnswered, isOpen } = await setUp(10);
    const busy: Socket[] = [];
    for (let count = 0; count < 8; count += 1) busy.push(await open(FIRST, '/slow'));
    for (let count = 0; count < 8; count += 1) busy.push(await open(SECOND, '/slow'));
    await vi.waitFor(() => expect(busy.filter(isOpen).length).toBe(9));
    expect(await isAnswered(FIRST)).toBe(false);
    expect(await isAnswered(SECOND)).toBe(false);
    expect(await isAnswered(THIRD)).toBe(true);
    expect(busy.filter(isOpen).length).toBe(9);
  });

  it('whose request does not end make room, whatever network they are of', async () => {
    const { open, isAnswered } = await setUp(10);
    for (let count = 1; count <= 20; count += 1) {
      const socket = await open(`127.0.3.${count}`);
      socket.write('POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\na');
    }
    for (let count = 1; count <= 3; count += 1) expect(await isAnswered(`127.0.4.${count}`)).toBe(true);
  });

  it('of all networks of an IPv6 /48 have one share', () => {
    const server = new EventEmitter() as Server;
    shareConnections(server, { most: 10, trustedProxies: [], mayConnect: () => true });
    const destroyed: string[] = [];
    const connectFrom = (remoteAddress: string): void => {
      const destroy = (): void => void destroyed.push(remoteAddress);
      const socket = Object.assign(new EventEmitter(), { remoteAddress, remotePort: 1, destroy });
      server.emit('connection', socket);
    };
    for (let count = 1; count <= 6; count += 1) connectFrom(`2001:db8:1:${count}::1`);
    for (let count = 1; count <= 4; count += 1) connectFrom(`2001:db8:${count + 1}::1`);
    expect(destroyed).toEqual(['2001:db8:1:1::1']);
  });

  it('of refused clients take no place of others', async () => {
    const { open, isAnswered, isOpen } = await setUp(10, [], (address) => address !== SECOND);
    const idle: Socket[] = [];
    for (const [address, most] of [
      [FIRST, 5],
      [THIRD, 4],
      ['127.0.3.1', 1],
    ] as const)
      for (let count = 0; count < most; count += 1) idle.push(await open(address));
    expect(await isAnswered(SECOND)).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(idle.every(isOpen)).toBe(true);
  });

  it('of a trusted proxy have no share', async () => {
    const { open, isOpen } = await setUp(10, ['127.0.0.0/24']);
    const busy: Socket[] = [];
    for (let count = 0; count < 9; count += 1) busy.push(await open(FIRST, '/slow'));
    expect(busy.filter(isOpen).length).toBe(9);
  });
});
