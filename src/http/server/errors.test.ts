import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';

const { send, get, api } = createFakeApi();

describe('wrong methods', () => {
  it.each([
    ['POST', '/api/4/cpu', 'GET'],
    ['HEAD', '/api/4/cpu', 'GET'],
    ['DELETE', '/api/4/all', 'GET'],
    ['PUT', '/api/4/status', 'GET, HEAD'],
    ['PROPFIND', '/api/4/cpu', 'GET'],
    ['OPTIONS', '/api/4/cpu/total/history/3', 'GET'],
    ['HEAD', '/api/4/cpu/total', 'GET'],
    ['DELETE', '/api/4/processes/extended/1', 'GET, POST'],
    ['POST', '/api/plugins', 'GET'],
    ['POST', '/', 'GET'],
    ['POST', '/api/3/cpu', 'GET, HEAD'],
    ['OPTIONS', '/api/2/fs/mnt_point/x', 'GET, HEAD'],
    ['DELETE', '/api/3/no/such/thing', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allow) => {
    const reply = await send(method, path);
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(reply.json()).toEqual({ detail: 'Method Not Allowed' });
  });
});

describe('paths without a route', () => {
  it.each([
    '/',
    '/api',
    '/api/',
    '/api/4',
    '/api/4/',
    '/api/4//',
    '/api/4//cpu',
    '/api/6/cpu',
    '/api/3',
    '/api/2/',
    '/api/3/cpu/',
    '/api/2/all/',
    '/api/3/config/cpu/user_careful',
    '/api%2F4/cpu',
    '/x/y',
    '//',
    '/API/4/cpu',
  ])('%s is 404', async (path) => {
    const reply = await get(path);
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'Not Found' }]);
  });

  it('POST is 404 as well', async () => {
    expect((await send('POST', '/nothing/here')).statusCode).toBe(404);
  });
});

describe('bad requests', () => {
  it.each(['/api/4/%ff', '/api/4/%zz', '/api/4/cpu/%', '/api/4/fs/mnt_point/value/%ff', '/%E0%A4%A'])(
    '%s is 400',
    async (path) => {
      const reply = await get(path);
      expect([reply.statusCode, reply.json()]).toEqual([400, { detail: expect.any(String) }]);
      expect(reply.headers['content-type']).toBe('application/json');
    },
  );

  it('takes NUL as any other character', async () => {
    expect((await get('/api/4/cpu/%00')).json()).toBeNull();
    expect((await get('/api/4/%00')).statusCode).toBe(400);
  });

  it.each([
    ['/api/4/cpu/', 'x', 9000, 414],
    ['/api/4/', 'x', 9000, 414],
    ['/', 'x', 9000, 404],
    ['/api/4/cpu', '/', 9000, 414],
    ['/api/4/cpu/a', '/a', 4000, 404],
  ])('%s + %j × %i is %i', async (start, unit, times, status) => {
    const reply = await get(start + unit.repeat(times));
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([status, ['detail']]);
  });

  it('takes empty bodies of any type, and no large ones', async () => {
    const post = (payload: string, type: string) =>
      api.inject({
        method: 'POST',
        url: '/api/4/processes/extended/disable',
        headers: { 'content-type': type },
        payload,
      });
    expect((await post('', 'application/json')).statusCode).toBe(200);
    expect((await post('{"a":', 'application/json')).statusCode).toBe(200);
    expect((await post('x', 'no type; at all')).statusCode).toBeLessThan(500);
    const large = await post('x'.repeat(17_000), 'application/json');
    expect([large.statusCode, large.json()]).toEqual([413, { detail: expect.any(String) }]);
  });
});

it('a fault of ours is 500, and is told', async () => {
  const told: unknown[] = [];
  const broken = createFakeApi(undefined, {
    args: () => {
      throw new Error('broken');
    },
    onFault: (error) => void told.push(error),
  });
  expect(await broken.ask('/args')).toEqual([500, { detail: 'Internal Server Error' }]);
  expect(told).toEqual([new Error('broken')]);
});
