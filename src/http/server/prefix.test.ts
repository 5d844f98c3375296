import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { normalizePrefix } from './prefix.ts';

describe('normalizePrefix', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['/pre/', '/pre'],
    ['pre', '/pre'],
    ['/a/b.c/', '/a/b.c'],
  ])('%j is %j', (prefix, expected) => {
    expect(normalizePrefix(prefix)).toBe(expected);
  });

  it.each(['/a b/', '/:x/', '/*/', '/../', '/%61/'])('refuses %j', (prefix) => {
    expect(() => normalizePrefix(prefix)).toThrow(/^url_prefix: ".+" must consist of/);
  });
});

describe('with a prefix', () => {
  const { get } = createFakeApi(undefined, { prefix: '/pre/' });

  it.each(['/pre/api/4/cpu', '/pre/api/4/cpu/total', '/pre/api/4/status', '/pre/api/plugins'])(
    '%s is served',
    async (path) => {
      expect((await get(path)).statusCode).toBe(200);
    },
  );

  it.each(['/api/4/cpu', '/', '/pre/', '/pre/api/4', '/pre/api/4/', '/other/api/4/cpu'])(
    '%s is 404',
    async (path) => {
      const reply = await get(path);
      expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'Not Found' }]);
    },
  );

  it('redirects the prefix to its slash', async () => {
    const reply = await get('/pre?x=1', { host: 'box:61208' });
    expect([reply.statusCode, reply.headers.location]).toEqual([307, 'http://box:61208/pre/?x=1']);
  });
});
