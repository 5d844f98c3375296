import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasOpenssl, selfSigned } from '../../../test/support/certificates.ts';
import { serveSocket } from '../../../test/support/socket-server.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { nobody, serveBytes, serveWeb } from '../../../test/support/web-server.ts';
import { Connections } from './exchange.ts';
import { open, request } from './transport.ts';
import { RequestError } from './request-error.ts';

const serve = async (listener: RequestListener) => `http://${await serveWeb(listener)}`;
const raw = async (onConnect: (socket: Socket) => void) => `http://${await serveBytes(onConnect)}`;

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

async function problemOf(asked: Promise<unknown>): Promise<[string, string]> {
  const error: unknown = await asked.then(
    () => 'answered',
    (problem: unknown) => problem,
  );
  if (!(error instanceof RequestError)) throw new Error(`not refused: ${String(error)}`);
  return [error.problem, error.message];
}

describe('request', () => {
  it('gives status, headers and bytes', async () => {
    const url = await serve((asked, answer) => {
      answer.writeHead(404, { 'x-saw': `${asked.method} ${asked.url} ${asked.headers['x-a']}` });
      asked.on('data', (part: Buffer) => answer.write(part)).on('end', () => answer.end('!'));
    });
    const reply = await request({
      url: `${url}/a?b=c`,
      method: 'POST',
      headers: { 'x-a': '1' },
      body: 'ö',
      ...LIMITS,
    });
    expect([reply.status, reply.headers['x-saw'], reply.body.toString()]).toEqual([
      404,
      'POST /a?b=c 1',
      'ö!',
    ]);
  });

  it('follows no redirect and sends no credentials of the address', async () => {
    const paths: string[] = [];
    const url = await serve((asked, answer) => {
      paths.push(`${asked.url} ${asked.headers.authorization}`);
      answer.writeHead(302, { location: '/other' }).end();
    });
    const reply = await request({ url: url.replace('//', '//user:secret@'), ...LIMITS });
    expect([reply.status, paths]).toEqual([302, ['/ undefined']]);
  });

  it('asks once more where a kept connection was closed meanwhile', async () => {
    let count = 0;
    const url = await serve((asked, answer) => {
      count += 1;
      if (count === 2) asked.socket.destroy();
      else answer.end(String(count));
    });
    const connections = new Connections({ connections: 1 });
    onTestFinished(() => connections.close());
    const ask = async () => (await request({ url, connections, ...LIMITS })).body.toString();
    expect(await ask()).toBe('1');
    expect(await ask()).toBe('3');
  });

  it('asks once more at the addresses that the agent knows', async () => {
    let count = 0;
    const url = await serve((asked, answer) => {
      count += 1;
      if (count === 2) asked.socket.destroy();
      else answer.end(String(count));
    });
    const lookup: LookupFunction = (_name, { all }, callback) =>
      all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    const connections = new Connections({ connections: 1, lookup });
    onTestFinished(() => connections.close());
    const named = url.replace('127.0.0.1', 'db1.invalid');
    const ask = async () => (await request({ url: named, connections, ...LIMITS })).body.toString();
    expect([await ask(), await ask()]).toEqual(['1', '3']);
  });

  it('says that nothing listens', async () => {
    const url = `http://${await nobody()}`;
    expect(await problemOf(request({ url, ...LIMITS }))).toEqual([
      'refused',
      `connection refused by ${url.slice(7)}`,
    ]);
  });

  it('ends an answer that trickles', async () => {
    const url = await serve((_asked, answer) => {
      answer.write('a');
      const timer = setInterval(() => answer.write('a'), 20);
      answer.on('close', () => clearInterval(timer));
    });
    const [problem, message] = await problemOf(request({ url, timeoutMs: 150, maxBytes: 1000 }));
    expect([problem, message]).toEqual(['late', `${url.slice(7)} did not answer within 0.15 seconds`]);
  });

  it('ends an answer that is too large', async () => {
    const url = await serve((_asked, answer) => {
      const pour = () => void answer.write(Buffer.alloc(65_536), pour);
      pour();
    });
    expect((await problemOf(request({ url, ...LIMITS })))[0]).toBe('too-large');
  });

  it.each<[string, string, string]>([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'not-http'],
    ['a body that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'closed'],
    ['nothing', '', 'closed'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`, 'not-http'],
  ])('refuses %s', async (_name, text, problem) => {
    const url = await raw((socket) => socket.once('data', () => socket.end(text)));
    expect((await problemOf(request({ url, ...LIMITS })))[0]).toBe(problem);
  });

  it('says that a server without TLS has none', async () => {
    const url = await serve((_asked, answer) => answer.end());
    expect((await problemOf(request({ url: url.replace('http:', 'https:'), ...LIMITS })))[0]).toBe(
      'certificate',
    );
  });

  it('ends when it is told to', async () => {
    const url = await serve(() => {});
    const control = new AbortController();
    const asked = problemOf(request({ url, ...LIMITS, signal: control.signal }));
    control.abort();
    expect((await asked)[0]).toBe('closed');
    expect((await problemOf(request({ url, ...LIMITS, signal: control.signal })))[0]).toBe('closed');
  });
});

describe('connections', () => {
  it('go to no address that is forbidden, whatever a name server says', async () => {
    const url = await serve((_asked, answer) => answer.end('secret'));
    const found = (addresses: readonly string[]): LookupFunction =>
      ((_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )) as LookupFunction;
    const ask = async (address: string, addresses: readonly string[]) => {
      const isForbidden = (one: string) => one === '127.0.0.1';
      const connections = new Connections({ connections: 1, lookup: found(addresses), isForbidden });
      onTestFinished(() => connections.close());
      return await problemOf(request({ url: url.replace('127.0.0.1', address), connections, ...LIMITS }));
    };
    expect(await ask('127.0.0.1', [])).toEqual(['forbidden', '127.0.0.1 is not allowed as a server']);
    expect(await ask('rebound.test', ['127.0.0.1'])).toEqual([
      'forbidden',
      'rebound.test has no address that is allowed',
    ]);
    expect((await ask('rebound.test', ['127.0.0.1', '127.1.1.1']))[0]).toBe('refused');
  });

  it('try all addresses that are allowed', async () => {
    const url = await serve((_, answer) => answer.end('x'));
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const lookup = ((_, __, callback) => callback(null, addresses)) as LookupFunction;
    const isForbidden = (one: string) => one === '127.0.0.2';
    const connections = new Connections({ connections: 1, lookup, isForbidden });
    onTestFinished(() => connections.close());
    const { status } = await request({ url: url.replace('127.0.0.1', 'many.test'), connections, ...LIMITS });
    expect(status).toBe(200);
  });

  it('are at most as many as allowed', async () => {
    const sockets = new Set<Socket>();
    const waiting: (() => void)[] = [];
    const url = await serve((asked, answer) => {
      sockets.add(asked.socket);
      waiting.push(() => answer.end('x'));
    });
    const connections = new Connections({ connections: 2 });
    onTestFinished(() => connections.close());
    const replies = Promise.all(
      [1, 2, 3, 4, 5].map(() => request({ url, connections, ...LIMITS }).then(({ status }) => status)),
    );
    for (let answered = 0; answered < 5; answered += 1) {
      await vi.waitFor(() => expect(waiting).not.toEqual([]));
      waiting.shift()?.();
    }
    expect([await replies, sockets.size]).toEqual([[200, 200, 200, 200, 200], 2]);
  });

  it('ask a server once where a new connection ends, since the first may have acted', async () => {
    let count = 0;
    const url = await serve((asked) => {
      count += 1;
      asked.socket.destroy();
    });
    const connections = new Connections({ connections: 1 });
    onTestFinished(() => connections.close());
    expect((await problemOf(request({ url, connections, method: 'POST', ...LIMITS })))[0]).toBe('closed');
    expect(count).toBe(1);
  });

  it('end with their exchanges', async () => {
    const url = await serve((_asked, answer) => void answer.write('a'));
    const connections = new Connections({ connections: 1 });
    const asked = problemOf(request({ url, connections, ...LIMITS }));
    const { body } = await open({ url, timeoutMs: 5000 });
    body.destroy();
    connections.close();
    expect((await asked)[0]).toBe('closed');
    expect((await problemOf(request({ url, connections, ...LIMITS })))[0]).toBe('closed');
  });
});

describe('open', () => {
  it('reads no faster than its reader', async () => {
    let sent = 0;
    const url = await serve((_asked, answer) => {
      const pour = (): void => {
        if (!answer.destroyed) answer.write(Buffer.alloc(65_536), () => ((sent += 65_536), pour()));
      };
      pour();
    });
    const { body } = await open({ url, timeoutMs: 5000 });
    let before = -1;
    await vi.waitFor(() => {
      const isStill = sent === before;
      before = sent;
      expect(isStill).toBe(true);
    });
    const held = sent;
    expect(held).toBeLessThan(32 * 2 ** 20);
    body.resume();
    await vi.waitFor(() => expect(sent).toBeGreaterThan(held));
    body.destroy();
  });

  it('ends where the body is silent for longer than allowed', async () => {
    const url = await serve((_asked, answer) => void answer.write('a'));
    const { body } = await open({ url, timeoutMs: 5000, idleMs: 100 });
    body.resume();
    await finished(body).catch(() => {});
    expect(body.errored).toMatchObject({ problem: 'late' });
  });

  it('ends with its signal', async () => {
    const url = await serve((_asked, answer) => void answer.write('a'));
    const control = new AbortController();
    const { body } = await open({ url, timeoutMs: 5000, signal: control.signal });
    control.abort();
    await finished(body).catch(() => {});
    expect(body.errored).toMatchObject({ problem: 'closed' });
  });
});

describe.skipIf(!hasOpenssl())('TLS', () => {
  it('trusts the certificates that it is given, keeps its connection, and asks once', async () => {
    const { key, cert } = selfSigned();
    let count = 0;
    const server = createSecureServer({ key, cert }, (asked, answer) => {
      count += 1;
      if (asked.url === '/end') asked.socket.destroy();
      else answer.end(String(count));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const tls = () => ({ rejectUnauthorized: false });
    const kept = new Connections({ connections: 1, tls });
    const fresh = new Connections({ connections: 1, tls });
    onTestFinished(() => {
      for (const one of [kept, fresh]) one.close();
      server.closeAllConnections();
      server.close();
    });
    expect((await problemOf(request({ url, ...LIMITS })))[0]).toBe('certificate');
    expect((await problemOf(request({ url: `${url}end`, connections: fresh, ...LIMITS })))[0]).toBe('closed');
    expect(count).toBe(1);
    await request({ url, connections: kept, ...LIMITS });
    await problemOf(request({ url: `${url}end`, connections: kept, ...LIMITS }));
    expect(count).toBe(4);
  });
});

describe('a Unix socket', () => {
  it('is found again for each connection, and named as the caller says', async () => {
    const tree = temporaryTree();
    const paths = ['a', 'b'].map((name) => join(tree, name));
    for (const path of paths)
      await serveSocket(path, (asked, answer) => answer.end(`${path} ${asked.headers.host}`));
    const used = [...paths];
    const connections = { socketPath: () => used.shift() ?? join(tree, 'none') };
    const ask = async () => {
      const { body } = await request({ url: 'http://localhost/', name: 's', connections, ...LIMITS });
      return body.toString();
    };
    expect([await ask(), await ask()]).toEqual(paths.map((path) => `${path} localhost`));
    expect(await problemOf(ask())).toEqual(['missing', 's does not exist']);
  });
});
