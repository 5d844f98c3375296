/** [outputs] webui_allowed_hosts on a listening server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../support/raw-http.ts';
import { fakeAuthenticator, type GuardedApi, guardedApi, startGuardedApi } from '../support/guarded-api.ts';

describe('the host filter', () => {
  let guarded: GuardedApi;
  beforeAll(async () => {
    guarded = await startGuardedApi({
      hosts: ['localhost', '*.Example.com', '::1', 'www.example.org'],
      authenticator: fakeAuthenticator(),
    });
  });
  afterAll(() => guarded.close());

  it.each([
    'localhost',
    'LOCALHOST:61208',
    'a.example.com',
    'a.b.example.com:1',
    '[::1]:61208',
    '[0:0:0:0:0:0:0:1]',
  ])('lets %s in, to be asked for a password', async (host) => {
    expect((await guarded.send({ headers: { host } })).status).toBe(401);
  });

  it.each([
    'example.com',
    'evil.org',
    'localhost.evil.org',
    '[::2]:61208',
    '127.0.0.1',
    '',
    ':61208',
    '[',
    'a b',
    'localhost:evil',
    'localhost:80@evil.example',
    'evil.example/.example.com',
    'evil.example#.example.com',
    'evil.example@example.org',
  ])('refuses "%s" on every path, before CORS and authentication', async (host) => {
    const paths = ['/api/4/status', '/api/4/cpu', '/', '/none', '/%zz', `/api/4/${'x'.repeat(2000)}`];
    for (const path of paths) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const headers = { host, origin: 'http://a', 'access-control-request-method': 'GET' };
        const answer = await guarded.send({ path, method, headers });
        expect(answer).toMatchObject({ status: 400, body: 'Invalid host header' });
        expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });

  it('leads from a name to its www form where only that is let in', async () => {
    const answer = await guarded.send({ path: '/api/4/cpu?x=1', headers: { host: 'example.org:61208' } });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe('http://www.example.org:61208/api/4/cpu?x=1');
  });

  it.each([
    ['https', 'https'],
    ['javascript', 'http'],
    ['https, data', 'http'],
    ['', 'http'],
  ])('redirects to no scheme that a proxy makes up: %s', async (proto, scheme) => {
    const { send } = await guardedApi({
      hosts: ['www.example.org'],
      prefix: '/p',
      trustedProxies: ['127.0.0.1'],
    });
    const locationOf = async (path: string, host: string) =>
      (await send({ path, headers: { host, 'x-forwarded-proto': proto } })).headers.location;
    expect(await locationOf('/a', 'example.org')).toBe(`${scheme}://www.example.org/a`);
    expect(await locationOf('/p', 'www.example.org')).toBe(`${scheme}://www.example.org/p/`);
  });

  it('refuses two hosts, whatever they are', async () => {
    const open = await startGuardedApi();
    for (const { port } of [guarded, open])
      for (const second of ['localhost', 'evil.example'])
        expect(
          await exchange(
            port,
            `GET /api/4/status HTTP/1.1\r\nHost: localhost\r\nhost: ${second}\r\nConnection: close\r\n\r\n`,
          ),
        ).toMatch(/^HTTP\/1.1 400 /);
    await open.close();
  });

  it('refuses a target that names another host', async () => {
    const reply = await exchange(
      guarded.port,
      'GET http://evil.example/api/4/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
  });

  it('goes by the header when the target names another host', async () => {
    const reply = await exchange(
      guarded.port,
      'GET http://localhost/api/4/status HTTP/1.1\r\nHost: evil.org\r\nConnection: close\r\n\r\n',
    );
    expect(reply).toContain('Invalid host header');
  });
});

it('answers for any host without a list', async () => {
  const guarded = await guardedApi();
  expect((await guarded.send({ headers: { host: 'evil.org' } })).status).toBe(200);
});
