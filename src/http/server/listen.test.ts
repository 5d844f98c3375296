import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { exchange } from '../../../test/support/raw-http.ts';
import { listen, ListenError, toListenError } from './listen.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function start(port = 0) {
  const { api } = createFakeApi();
  open.push(() => api.close());
  return listen({ api, host: '127.0.0.1', port });
}

describe('listen', () => {
  it('serves', async () => {
    const port = await start();
    const reply = await fetch(`http://127.0.0.1:${port}/api/4/status`);
    expect(await reply.json()).toEqual({ version: '4.0.0' });
  });

  it('serves all addresses of localhost alike', async () => {
    const lookup = () =>
      Promise.resolve(['127.0.0.1', '127.0.1.1', '192.0.2.1'].map((address) => ({ address })));
    const { api } = createFakeApi();
    open.push(() => api.close());
    const port = await listen({ api, host: 'localhost', port: 0, lookup });
    for (const host of ['127.0.0.1', '127.0.1.1']) {
      const reply = await fetch(`http://${host}:${port}/api/4/status`, { headers: { connection: 'close' } });
      expect([reply.status, reply.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    }
    await api.close();
    await vi.waitFor(() => expect(fetch(`http://127.0.1.1:${port}/`)).rejects.toThrow('fetch failed'));
  });

  it('says that a port is busy', async () => {
    const port = await start();
    const second = start(port);
    await expect(second).rejects.toThrow(ListenError);
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by another program`);
  });

  it('says that an address is not of this machine', async () => {
    const { api } = createFakeApi();
    const refused = listen({ api, host: '192.0.2.1', port: 0 });
    await expect(refused).rejects.toThrow('192.0.2.1 is not an address of this machine');
  });

  it('says that a number is not a port', async () => {
    const { api } = createFakeApi();
    await expect(listen({ api, host: '127.0.0.1', port: 70_000 })).rejects.toThrow('70000 is not a port');
  });

  it.each([
    'EADDRINUSE',
    'EACCES',
    'EMFILE',
    'ENFILE',
    'EADDRNOTAVAIL',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAFNOSUPPORT',
  ])('has one line for %s', (code) => {
    const error = toListenError(Object.assign(new Error('x'), { code }), 'box', 80) as Error;
    expect(error).toBeInstanceOf(ListenError);
    expect(error.message).toMatch(/^[^\n]*(80|box)[^\n]*$/);
  });

  it('leaves other errors alone', () => {
    const error = new Error('x');
    expect(toListenError(error, 'box', 80)).toBe(error);
  });
});

describe('requests that are none', () => {
  it.each([
    ['GET / NOTHTTP\r\n\r\n', '400'],
    ['\0\0\0\r\n\r\n', '400'],
    [`GET /api/4/cpu HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
    ['GET /api/4/cpu\0 HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
  ])('%#', async (request, status) => {
    const reply = await exchange(await start(), request);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.any(String) });
  });

  it('takes the absolute form', async () => {
    const reply = await exchange(
      await start(),
      'GET http://box/api/4/cpu/total HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1.1 200 [^]*\{"total":80\}$/);
  });

  it('has bounds on waiting', async () => {
    const { api } = createFakeApi();
    const { server } = api;
    for (const limit of [
      server.headersTimeout,
      server.requestTimeout,
      server.keepAliveTimeout,
      server.timeout,
      server.maxConnections,
    ]) {
      expect(limit).toBeGreaterThan(0);
    }
  });
});
