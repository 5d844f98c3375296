import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import type { OpenApiDocument } from '../../http/openapi/types.ts';

const { api, get, send } = createFakeApi();
const prefixed = createFakeApi(undefined, { prefix: '/pre/' });

describe('/openapi.json', () => {
  it('describes the enabled plugins', async () => {
    const reply = await get('/openapi.json');
    const document = reply.json<OpenApiDocument>();
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json']);
    expect(document.openapi).toBe('3.1.1');
    expect(document.paths).toHaveProperty(['/api/4/cpu']);
    expect(document.paths).not.toHaveProperty(['/api/4/wifi']);
  });

  it('is made once, compressed and validated like other bodies', async () => {
    const [plain, packed] = await Promise.all([
      get('/openapi.json'),
      get('/openapi.json', { 'accept-encoding': 'gzip' }),
    ]);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await get('/openapi.json', { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is below the prefix, where the address without it leads, and its server is where it is', async () => {
    const document = (await prefixed.get('/pre/openapi.json')).json<OpenApiDocument>();
    expect(document.servers).toEqual([{ url: '.' }]);
    for (const path of ['/openapi.json', '/docs']) {
      const { statusCode, headers } = await prefixed.get(path, { host: 'box' });
      expect([statusCode, headers.location]).toEqual([307, `http://box/pre${path}`]);
    }
  });
});

describe('/docs', () => {
  it('is a page that loads nothing but what is served here', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const loaded = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded.length).toBeGreaterThan(4);
    for (const address of loaded.filter((one) => !one.startsWith('data:'))) {
      for (const [one, base] of [
        [api, '/docs'],
        [prefixed.api, '/pre/docs'],
      ] as const) {
        const { pathname, origin } = new URL(address, `http://box${base}`);
        const { statusCode: found } = await one.inject(pathname);
        expect([origin, found], pathname).toEqual(['http://box', 200]);
      }
    }
  });

  it.each([
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
  ])('%s is %s', async (name, type) => {
    const { statusCode, headers, body } = await get(`/docs/${name}`);
    expect([statusCode, headers['content-type']]).toEqual([200, type]);
    expect(body.length).toBeGreaterThan(100);
    const again = await get(`/docs/${name}`, { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    'index.html',
    'swagger-ui.js',
    '..%2fpackage.json',
    '%2e%2e%2findex.js',
    '__proto__',
    'x/y',
    '%00',
  ])('does not serve %s', async (name) => {
    const reply = await get(`/docs/${name}`);
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'Not Found' }]);
  });

  it.each(['/docs', '/docs/page.js'])('answers HEAD on %s', async (path) => {
    const head = await send('HEAD', path);
    const { body } = await get(path);
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(body.length),
    ]);
  });

  it('redirects its slash', async () => {
    const { statusCode, headers } = await get('/docs/', { host: 'box' });
    expect([statusCode, headers.location]).toEqual([307, 'http://box/docs']);
  });
});
