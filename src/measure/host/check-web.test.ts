import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasOpenssl, selfSigned } from '../../../test/support/certificates.ts';
import type { WebCheck } from '../../core/host.ts';
import { checkWeb } from './check-web.ts';
import { createLookup } from './lookup.ts';

const usual: WebCheck = { timeoutMs: 5000, verifyTls: true, proxies: { http: null, https: null } };
const check = (url: string, given: Partial<WebCheck> = {}) =>
  checkWeb(url, { ...usual, ...given }, createLookup());

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => void sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await portOf(createServer(listener))}`;

describe('checkWeb', () => {
  it('asks for the head, and tells status and time', async () => {
    const asked: unknown[] = [];
    const address = await serve((request, response) => {
      asked.push([request.method, request.url]);
      response.statusCode = Number(request.url?.slice(1, 4));
      setTimeout(() => response.end('body'), 20);
    });
    for (const status of [200, 204, 404, 503]) {
      const answer = await check(`${address}/${status}?a=b`);
      expect(answer.status).toBe(status);
      expect(answer.seconds).toBeGreaterThan(0.015);
    }
    expect(asked[0]).toEqual(['HEAD', '/200?a=b']);
  });

  it('follows redirects, relative ones too', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/a/b') response.writeHead(301, { location: 'c' }).end();
      else if (request.url === '/a/c') response.writeHead(307, { location: '/end' }).end();
      else response.writeHead(request.url === '/end' ? 200 : 500).end();
    });
    expect(await check(`${address}/a/b`)).toMatchObject({ status: 200 });
  });

  it('takes a redirect that leads nowhere for the answer', async () => {
    const address = await serve((_, response) => response.writeHead(302).end());
    expect(await check(address)).toMatchObject({ status: 302 });
  });

  it('does not follow for ever, nor to anything but the web', async () => {
    let count = 0;
    const address = await serve((request, response) => {
      count += 1;
      const location = request.url === '/file' ? 'file:///etc/passwd' : '/round';
      response.writeHead(302, { location }).end();
    });
    await expect(check(`${address}/round`)).rejects.toThrow(`${address} redirects more than 10 times`);
    expect(count).toBe(11);
    await expect(check(`${address}/file`)).rejects.toThrow('neither http nor https');
  });

  it('keeps credentials to their origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const address = await serve((request, response) => {
      seen.push(request.headers.authorization);
      const location = request.url === '/' ? '/again' : other;
      response.writeHead(302, { location }).end();
    });
    await check(address.replace('//', '//ann:s%3Acret@'));
    const basic = `Basic ${Buffer.from('ann:s:cret').toString('base64')}`;
    expect(seen).toEqual([basic, basic, undefined]);
  });

  it('keeps headers to their origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers['x-token'] as string | undefined);
      response.end();
    });
    const address = await serve((request, response) => {
      seen.push(request.headers['x-token'] as string | undefined);
      response.writeHead(302, { location: request.url === '/' ? '/again' : other }).end();
    });
    await check(address, { headers: { 'x-token': 'secret' } });
    expect(seen).toEqual(['secret', 'secret', undefined]);
  });

  it('leaves redirects alone where they are the answer', async () => {
    const address = await serve((_, response) => response.writeHead(301, { location: '/there' }).end());
    expect(await check(address, { followsRedirects: false })).toMatchObject({ status: 301 });
  });

  it('goes on by GET after a POST', async () => {
    const asked: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      asked.push(request.method);
      if (request.url === '/') response.writeHead(303, { location: '/there' }).end();
      else response.end();
    });
    await check(address, { method: 'POST' });
    expect(asked).toEqual(['POST', 'GET']);
  });

  it('reads the begin of a body', async () => {
    const address = await serve((request, response) => {
      response.write('x'.repeat(10));
      // The rest never comes for the long one.
      if (request.url === '/short') response.end();
      else response.write('y'.repeat(100_000));
    });
    const read = async (path: string) => (await check(address + path, { method: 'GET', maxBytes: 12 })).body;
    expect((await read('/short')).toString()).toBe('xxxxxxxxxx');
    expect((await read('/long')).toString()).toBe('xxxxxxxxxxyy');
  });

  it('reads no body, however much is sent', async () => {
    const port = await portOf(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const endless = (): void => {
          while (socket.writable && socket.write('x'.repeat(65_536)));
          socket.once('drain', endless);
        };
        endless();
      }),
    );
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
  });

  it.each([
    ['silence', (): string => ''],
    ['a head that trickles in', (): string => 'HTTP/1.1 200 OK\r\nx: '],
  ])('times out on %s', async (_, first) => {
    const port = await portOf(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.write(first());
        const trickle = setInterval(() => first() !== '' && socket.write('y'), 20);
        socket.on('close', () => clearInterval(trickle));
      }),
    );
    await expect(check(`http://127.0.0.1:${port}/`, { timeoutMs: 200 })).rejects.toThrow(
      'did not answer within 0.2 seconds',
    );
  });

  it('gives redirects and answers one time together', async () => {
    const address = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 60);
    });
    await expect(check(address, { timeoutMs: 200 })).rejects.toThrow('within 0.2 seconds');
  });

  it('fails on what is no HTTP and on heads without end', async () => {
    const port = await portOf(
      createTcpServer((socket) => socket.on('error', () => {}).end('220 mail ESMTP\r\n')),
    );
    await expect(check(`http://127.0.0.1:${port}/`)).rejects.toThrow('does not speak HTTP');
    const large = await serve((_, response) => response.writeHead(200, { x: 'y'.repeat(100_000) }).end());
    await expect(check(large)).rejects.toThrow('headers that are too large');
  });

  it('says why there is no connection, without credentials and query', async () => {
    await expect(check('http://ann:secret@127.0.0.1:1/a?token=secret')).rejects.toThrow(
      /^connection refused by http:\/\/127\.0\.0\.1:1$/,
    );
    await expect(check('http://no-such-host.invalid/')).rejects.toThrow(
      'the name of http://no-such-host.invalid has no address',
    );
    await expect(check('ftp://host/')).rejects.toThrow('http:// or https://');
  });
});

describe.skipIf(!hasOpenssl())('checkWeb over TLS', () => {
  async function secure(): Promise<string> {
    const { key, cert } = selfSigned();
    return `https://127.0.0.1:${await portOf(createSecureServer({ key, cert }, (_, response) => response.end()))}`;
  }

  it('refuses a certificate that nobody vouches for, unless told otherwise', async () => {
    const address = await secure();
    await expect(check(address)).rejects.toThrow('self-signed certificate');
    expect(await check(address, { verifyTls: false })).toMatchObject({ status: 200 });
  });

  it('tells when the certificate expires, the first one of redirects', async () => {
    const address = await secure();
    const { expires } = await check(address, { verifyTls: false });
    const days = ((expires ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(1.9);
    expect(days).toBeLessThanOrEqual(2);
    const { key, cert } = selfSigned();
    const listener: RequestListener = (_, response) => response.writeHead(302, { location: plain }).end();
    const plain = await serve((_, response) => response.end());
    const redirecting = `https://127.0.0.1:${await portOf(createSecureServer({ key, cert }, listener))}`;
    expect((await check(redirecting, { verifyTls: false })).expires).not.toBeNull();
    expect((await check(plain)).expires).toBeNull();
  });

  it('goes through the tunnel of a proxy', async () => {
    const address = await secure();
    const asked: unknown[] = [];
    const server = createServer();
    server.on('connect', (request, socket) => {
      asked.push([request.url, request.headers['proxy-authorization'], request.headers.authorization]);
      const [host, port] = (request.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    const proxy = `http://bob:pw@127.0.0.1:${await portOf(server)}`;
    const proxies = { http: null, https: proxy };
    expect(await check(address.replace('//', '//ann:x@'), { verifyTls: false, proxies })).toMatchObject({
      status: 200,
    });
    const basic = `Basic ${Buffer.from('bob:pw').toString('base64')}`;
    expect(asked).toEqual([[new URL(address).host, basic, undefined]]);
    await expect(check(address, { proxies })).rejects.toThrow('self-signed certificate');
  });

  it('tells of a proxy that refuses', async () => {
    const server = createServer();
    server.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Authenticate\r\n\r\n'));
    const proxies = { http: null, https: `http://127.0.0.1:${await portOf(server)}` };
    await expect(check('https://127.0.0.1:1/', { proxies })).rejects.toThrow('refuses with status 407');
  });
});

describe('a proxy for http', () => {
  it('is asked by the whole address', async () => {
    const asked: unknown[] = [];
    const proxy = await serve((request, response) => {
      asked.push([request.url, request.headers.host, request.headers['proxy-authorization']]);
      response.end();
    });
    const proxies = { http: proxy.replace('//', '//bob:pw@'), https: null };
    expect(await check('http://db.example/x?y=1', { proxies })).toMatchObject({ status: 200 });
    const basic = `Basic ${Buffer.from('bob:pw').toString('base64')}`;
    expect(asked).toEqual([['http://db.example/x?y=1', 'db.example', basic]]);
  });
});
