import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchJson } from './fetch-json.ts';

const limits = { timeoutMs: 5000, maxBytes: 1000 };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('fetchJson', () => {
  it('gives the document', async () => {
    const address = await serve((request, response) => {
      response.end(JSON.stringify({ url: request.url, accept: request.headers.accept }));
    });
    expect(await fetchJson(`${address}/a?b=c`, limits)).toEqual({
      url: '/a?b=c',
      accept: 'application/json',
    });
  });

  it.each([
    ['given beside the address', '', { username: 'ann', password: 'p:ä' }],
    ['given in the address', 'ann:p%3A%C3%A4@', {}],
  ])('sends credentials %s', async (_, userinfo, given) => {
    const address = await serve((request, response) =>
      response.end(JSON.stringify(request.headers.authorization)),
    );
    const expected = `Basic ${Buffer.from('ann:p:ä').toString('base64')}`;
    expect(await fetchJson(address.replace('//', `//${userinfo}`), { ...limits, ...given })).toBe(expected);
  });

  it('sends none unless given', async () => {
    const address = await serve((request, response) =>
      response.end(JSON.stringify('authorization' in request.headers)),
    );
    expect(await fetchJson(address, limits)).toBe(false);
  });

  it('does not follow redirects', async () => {
    const asked: unknown[] = [];
    const address = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/other' }).end('{}');
    });
    await expect(fetchJson(`${address}/first`, limits)).rejects.toThrow(
      `${address} answered with a redirect (status 302), which is not followed`,
    );
    expect(asked).toEqual(['/first']);
  });

  it('refuses other answers than 2xx, and what is not JSON', async () => {
    const address = await serve((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.end(response.statusCode === 200 ? '<html>' : '{}');
    });
    await expect(fetchJson(`${address}/401`, limits)).rejects.toThrow(`${address} answered with status 401`);
    await expect(fetchJson(`${address}/500`, limits)).rejects.toThrow(`${address} answered with status 500`);
    await expect(fetchJson(`${address}/200`, limits)).rejects.toThrow(`${address} did not answer with JSON`);
    await expect(fetchJson(`${address}/204`, limits)).rejects.toThrow(`${address} did not answer with JSON`);
  });

  it('stops at the bound', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const address = await serve((request, response) => {
      if (request.url === '/fits') {
        response.end(JSON.stringify('x'.repeat(998)));
      } else {
        closed = once(response, 'close');
        const endless = (): void => {
          while (response.write('0'.repeat(10_000)));
          response.once('drain', endless);
        };
        endless();
      }
    });
    await expect(fetchJson(`${address}/endless`, limits)).rejects.toThrow('sent more than 1000 bytes');
    await closed;
    expect(await fetchJson(`${address}/fits`, limits)).toHaveLength(998);
  });

  it('times out, on silence and on a trickle', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/silent') return;
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    });
    const short = { ...limits, timeoutMs: 200 };
    await expect(fetchJson(`${address}/silent`, short)).rejects.toThrow(
      `${address} did not answer within 0.2 seconds`,
    );
    await expect(fetchJson(`${address}/slow`, short)).rejects.toThrow(
      `${address} did not answer within 0.2 seconds`,
    );
  });

  it('says why there is no connection, without the credentials and the query', async () => {
    const address = await serve((request) => request.destroy());
    const secret = `${address.replace('//', '//ann:secret@')}/x?token=secret`;
    await expect(fetchJson(secret, limits)).rejects.toThrow(
      `${address} ended the connection without an answer`,
    );
    await expect(fetchJson('http://127.0.0.1:1/', limits)).rejects.toThrow(
      'connection refused by http://127.0.0.1:1',
    );
  });

  it.each(['file:///etc/passwd', 'ftp://host/', 'data:application/json,{}', 'host:61208', '', 'http://'])(
    'refuses the address %j',
    async (url) => {
      await expect(fetchJson(url, limits)).rejects.toThrow(
        'must be a URL that starts with http:// or https://',
      );
    },
  );

  it('refuses credentials that are not encoded', async () => {
    await expect(fetchJson('http://a:%zz@host/', limits)).rejects.toThrow('% must be written as %25');
  });
});
