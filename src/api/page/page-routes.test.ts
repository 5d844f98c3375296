import { chmodSync, lchownSync, realpathSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createCors } from '../../http/server/cors.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const SCRIPT = 'console.log(1);';

const builtPage = (): string =>
  temporaryTree({
    'index.html': '<head><meta name="gander" content="" /></head><script src="./static/a-1.js"></script>',
    'fleet.html': '<head><meta name="gander" content="" /></head><script src="./static/b-1.js"></script>',
    'static/a-1.js': SCRIPT,
    'static/a-1.js.gz': gzipSync(SCRIPT),
    'static/inner/b.js': SCRIPT,
    'service-worker.js': 'worker();',
    'secret.js': 'secret',
  });

const pageApi = (setup: Parameters<typeof createFakeApi>[1] = {}, folder = builtPage()) =>
  createFakeApi(undefined, { page: { folder, refresh: 2, defaults: { byte: true } }, ...setup });

const settingsIn = (html: string): unknown => {
  const text = /<meta name="gander" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
};

describe('the page', () => {
  it.skipIf(process.geteuid?.() !== 0)('serves nothing by a link that another user has placed', async () => {
    const folder = realpathSync(builtPage());
    chmodSync(`${folder}/static`, 0o1777);
    symlinkSync(`${folder}/secret.js`, `${folder}/static/own.js`);
    symlinkSync(`${folder}/secret.js`, `${folder}/static/others.js`);
    lchownSync(`${folder}/static/others.js`, 65_534, 65_534);
    const { get } = pageApi({}, folder);
    expect((await get('/static/own.js')).body).toBe('secret');
    expect((await get('/static/others.js')).statusCode).toBe(404);
  });

  it('carries its settings, and lets nothing in from elsewhere', async () => {
    const { statusCode, headers, body } = await pageApi().get('/');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers['cache-control']).toBe('no-cache');
    expect(settingsIn(body)).toEqual({
      version: '4.0.0',
      run: expect.stringMatching(/^[\da-f]{8}$/),
      refresh: 2,
      access: 'open',
      defaults: { byte: true },
    });
    expect(body).toContain(
      '<link rel="preload" as="fetch" href="api/4/all?extra=true" crossorigin="anonymous" />',
    );
  });

  it.each([
    [[], "frame-ancestors 'none'", 'DENY'],
    [['self'], "frame-ancestors 'self'", 'SAMEORIGIN'],
    [['self', 'https://dash.example'], "frame-ancestors 'self' https://dash.example", undefined],
    [['*'], 'frame-ancestors *', undefined],
  ])('is embedded by %j only', async (frameAncestors, clause, option) => {
    const page = { folder: builtPage(), refresh: 2, defaults: {}, frameAncestors };
    const { headers } = await createFakeApi(undefined, { page }).get('/');
    expect(headers['content-security-policy']).toMatch(new RegExp(`; ${clause.replace('*', '\\*')}$`));
    expect(headers['x-frame-options']).toBe(option);
  });

  it('has a service worker at its own address, which asks this server alone and is never outdated', async () => {
    const { get } = pageApi({ prefix: '/pre/' });
    const { statusCode, headers, body } = await get('/pre/service-worker.js');
    expect([statusCode, body]).toEqual([200, 'worker();']);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await get('/pre/service-worker.js', known)).statusCode).toBe(304);
    expect((await pageApi({}, temporaryTree()).get('/service-worker.js')).statusCode).toBe(404);
  });

  it.each(['/', '/static/a-1.js'])('may be loaded by other sites, whatever CORS says: %s', async (path) => {
    const cors = createCors({ origins: [], credentials: false, methods: [], headers: [] });
    const { headers } = await pageApi({ protection: { ...UNPROTECTED, cors } }).get(path);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each([
    ['5', 5],
    ['0.1', 1],
    ['99999', 3600],
    ['-3', 2],
    ['1e9', 2],
    ['"><script>alert(1)</script>', 2],
    ['', 2],
  ])('refreshes as its address says: %s', async (given, expected) => {
    const { body } = await pageApi().get(`/?refresh=${encodeURIComponent(given)}`);
    expect(settingsIn(body)).toMatchObject({ refresh: expected });
    expect(body).not.toContain('alert');
  });

  it('is below the prefix', async () => {
    const { get } = pageApi({ prefix: '/pre/' });
    expect((await get('/pre/')).statusCode).toBe(200);
    expect((await get('/pre/static/a-1.js')).statusCode).toBe(200);
    expect((await get('/pre')).headers['location']).toBe('http://localhost:80/pre/');
    expect((await get('/')).statusCode).toBe(404);
    expect((await get('/static/a-1.js')).statusCode).toBe(404);
  });

  it.each(['glances.js', 'browser.js'])('takes the place of a page that was kept: %s', async (name) => {
    const { statusCode, headers, body } = await pageApi().get(`/static/${name}`);
    expect([statusCode, headers['content-type'], body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'location.reload();\n',
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect((await pageApi().get('/')).body).not.toContain(name);
  });

  it('can be switched off', async () => {
    const { get } = createFakeApi();
    expect((await get('/')).statusCode).toBe(404);
    expect((await get('/static/a-1.js')).statusCode).toBe(404);
  });

  it('says so when it has not been built', async () => {
    const { statusCode, body } = await pageApi({}, temporaryTree()).get('/');
    expect([statusCode, body]).toEqual([
      404,
      '{"detail":"The web page is not there: build it with npm run build, or start with --disable-webui"}',
    ]);
  });
});

describe('with a fleet', () => {
  const page = () => ({ folder: builtPage(), refresh: 2, defaults: {}, hasFleet: true });

  it('there is a page of all servers', async () => {
    const { get } = pageApi({ page: page(), prefix: '/pre' });
    const { statusCode, body } = await get('/pre/browser');
    expect(statusCode).toBe(200);
    expect(body).toContain('<script src="./static/b-1.js">');
    expect(body).toContain('href="api/servers?limit=1000"');
    expect((await get('/pre/browser/')).headers['location']).toBe('http://localhost:80/pre/browser');
  });

  it('each server has the page of a host, with the files and the login of the hub', async () => {
    const { get } = pageApi({ page: page(), prefix: '/pre' });
    const { statusCode, body } = await get('/pre/servers/db1:61208/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<script src="../../static/a-1.js">');
    expect(body).toContain('href="api/4/all?extra=true"');
    expect(settingsIn(body)).toMatchObject({ hub: '../../', fleet: '../../browser', run: '' });
    expect(settingsIn((await get('/pre/')).body)).toMatchObject({ fleet: 'browser' });
    const { headers } = await get('/pre/servers/a%2Fb%22');
    expect(headers['location']).toBe('http://localhost:80/pre/servers/a%2Fb%22/');
  });

  it('the page of the host itself may be off', async () => {
    const { get } = pageApi({ page: { ...page(), hasHost: false } });
    expect((await get('/')).statusCode).toBe(404);
    expect((await get('/browser')).statusCode).toBe(200);
  });

  it('without one there is none of them', async () => {
    const { get } = pageApi();
    for (const path of ['/browser', '/servers/x/']) expect((await get(path)).statusCode).toBe(404);
  });
});

describe('its files', () => {
  it('are kept for ever by whoever has them', async () => {
    const { get } = pageApi();
    const { headers, body } = await get('/static/a-1.js');
    expect(body).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(Date.parse(String(headers['last-modified']))).toBeGreaterThan(0);
    const again = await get('/static/a-1.js', { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const packed = await get('/static/a-1.js', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['etag']).not.toBe(headers['etag']);
    expect(packed.rawPayload).toEqual(gzipSync(SCRIPT));
  });

  it.each([
    'static/',
    'static',
    'static/inner',
    'static/none.js',
    'static/../secret.js',
    'static/..%2Fsecret.js',
    'static/%2e%2e%2fsecret.js',
    'static/..%5Csecret.js',
    'static/a-1.js.gz',
    'static/.js',
    'static/a-1.js%00.js',
    'secret.js',
  ])('are no way to others: %s', async (path) => {
    const { statusCode, body } = await pageApi().get(`/${path}`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('secret');
  });
});

describe('with a password', () => {
  const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator() };

  it('the page is open, so that it can ask; what it shows is not', async () => {
    const { get } = pageApi({ protection });
    const { statusCode, body } = await get('/');
    expect(statusCode).toBe(200);
    expect(settingsIn(body)).toMatchObject({ access: 'protected' });
    expect(body).not.toContain('preload');
    expect((await get('/static/a-1.js')).statusCode).toBe(200);
    expect((await get('/api/4/all')).statusCode).toBe(401);
  });

  it('scripts are not challenged in a way that makes browsers ask', async () => {
    const { get } = pageApi({ protection });
    expect((await get('/api/4/all')).headers['www-authenticate']).toBe('Basic');
    const script = await get('/api/4/all', { 'x-requested-with': 'gander' });
    expect([script.statusCode, script.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const wrong = await get('/api/4/all', { 'x-requested-with': 'gander', authorization: 'Basic eDp5' });
    expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });
});
