import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exchange } from '../../../test/support/raw-http.ts';
import { createHttpServer, MOST_UNANSWERED, MOST_UNSENT } from './http-server.ts';
import { listen } from './listen.ts';

/** More than the kernel buffers for a client that does not read. */
const LONG = Buffer.alloc(MOST_UNSENT / 2);

async function setUp() {
  const server = createHttpServer({
    bodyLimit: 100,
    maxConnections: 10,
    trustedProxies: [],
    mayConnect: () => true,
    tls: null,
    frameworkErrors: () => {},
  });
  const begun: string[] = [];
  let most = 0;
  let running = 0;
  const ends: (() => void)[] = [];
  server.get('/long', (request, reply) => {
    begun.push(request.url);
    return reply.send(LONG);
  });
  server.get('/hangs', async () => new Promise<void>((resolve) => ends.push(resolve)));
  const nameOf = async (url: string): Promise<string> => {
    begun.push(url);
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    return url;
  };
  server.get('/:name', ({ url }) => nameOf(url));
  server.post('/echo', (request, reply) => reply.send(request.body));
  const port = await listen({ api: server, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    for (const end of ends) end();
    server.server.closeAllConnections();
    await server.close();
  });
  return { port, begun, most: () => most };
}

const post = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

/** A client that reads nothing. */
async function silent(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.on('connect', resolve));
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

describe('requests of one connection', () => {
  it('are answered in their order, one at a time', async () => {
    const { port, begun, most } = await setUp();
    const paths = Array.from({ length: MOST_UNANSWERED - 1 }, (_, index) => `/${index}`);
    const last = `${post}Content-Length: 7\r\nConnection: close\r\n\r\n{"a":1}`;
    const replies = await exchange(port, paths.map((path) => get(path)).join('') + last);
    expect(begun).toEqual(paths);
    expect(most()).toBe(1);
    expect([...replies.matchAll(/\r\n\r\n(\/\d+|\{"a":1\})/g)].map(([, body]) => body)).toEqual([
      ...paths,
      '{"a":1}',
    ]);
  });

  it.each([
    ['no HTTP', 'what?\r\n\r\n'],
    ['a body that is none', `${post}Transfer-Encoding: chunked\r\n\r\nwhat?\r\nand what?\r\n`],
  ])('are answered before %s that follows them', async (_, wrong) => {
    const { port } = await setUp();
    const replies = await exchange(port, get('/0') + get('/long') + get('/1') + wrong + get('/2'));
    expect([...replies.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '200',
      '200',
      '400',
    ]);
    expect(replies).toContain(LONG.toString('latin1'));
    expect(replies).toContain('\r\n\r\n/1HTTP/1.1 400 Bad Request');
  });

  it('are answered although their client goes on sending what is no HTTP', async () => {
    const { port } = await setUp();
    const socket = await silent(port, `${get('/0')}what?\r\n\r\n${'x'.repeat(8_000_000)}`);
    const chunks: Buffer[] = [];
    socket.on('data', (bytes) => chunks.push(bytes));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1\.1 200 OK.*\r\n\r\n\/0HTTP\/1\.1 400 Bad Request/s,
    );
  });

  it('wait until their client has read the reply before', async () => {
    const { port, begun } = await setUp();
    await silent(port, get('/long').repeat(MOST_UNANSWERED));
    for (let count = 0; count < 20; count += 1)
      expect(await exchange(port, get(`/${count}`, 'Connection: close\r\n'))).toContain('200 OK');
    expect(begun.filter((path) => path === '/long')).toEqual(['/long']);
  });

  it('end where the replies of all connections that nobody reads take too much memory', async () => {
    const { port, begun } = await setUp();
    const unread = await Promise.all(Array.from({ length: 4 }, () => silent(port, get('/long'))));
    await vi.waitFor(() => expect(begun.length).toBe(4));
    expect(await exchange(port, get('/0', 'Connection: close\r\n'))).toContain('200 OK');
    await Promise.race(
      unread.map((socket) => new Promise((resolve) => socket.resume().on('close', resolve))),
    );
  });

  it('are bounded: beyond, the connection ends', async () => {
    const { port } = await setUp();
    const socket = await silent(port, get('/hangs').repeat(MOST_UNANSWERED + 1));
    await new Promise((resolve) => socket.resume().on('close', resolve));
    expect(await exchange(port, get('/0', 'Connection: close\r\n'))).toContain('200 OK');
  });
});
