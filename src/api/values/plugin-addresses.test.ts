/** Paths below `/api/4` that are wrong or nearly right. */
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';

const { ask, get } = createFakeApi();

describe('unknown plugins', () => {
  it.each([
    '/nosuch',
    '/wifi',
    '/all/x',
    '/nosuch/x',
    '/nosuch/top/x',
    '/__proto__',
    '/processes',
    '/config/a/b/c',
  ])('%s is 400', async (path) => {
    const [status, body] = await ask(path);
    expect([status, body]).toEqual([400, { detail: expect.stringContaining('cpu') }]);
  });
});

describe('numbers that are none', () => {
  it.each([
    ['/fs/top/x', 'int_parsing', 'x'],
    ['/fs/top/2.5', 'int_parsing', '2.5'],
    ['/fs/top/-1', 'greater_than_equal', '-1'],
    ['/cpu/history/x', 'int_parsing', 'x'],
    ['/cpu/history/-3', 'greater_than_equal', '-3'],
    ['/cpu/total/history/%20', 'int_parsing', ' '],
  ])('%s', async (path, type, input) => {
    const [status, body] = await ask(path);
    expect(status).toBe(422);
    expect(body).toEqual({
      detail: [expect.objectContaining({ type, loc: ['path', 'nb'], input, msg: expect.any(String) })],
    });
  });
});

describe('encoded slashes', () => {
  it.each([
    ['/fs/%2F', null],
    ['/fs/mnt_point/%2F', { mnt_point: '/' }],
  ])('are part of a name: %s', async (path, expected) => {
    expect(await ask(path)).toEqual([200, expected]);
  });
});

describe('slashes at the end', () => {
  it.each([
    ['/api/4/cpu/', '/api/4/cpu'],
    ['/api/4/cpu//', '/api/4/cpu'],
    ['/api/4/cpu/total/?x=/', '/api/4/cpu/total?x=/'],
    ['/api/4/fs/percent/', '/api/4/fs/percent'],
    ['/api/4/fs/top/', '/api/4/fs/top'],
    ['/api/4/fs/top/3/', '/api/4/fs/top/3'],
    ['/api/4/cpu/history/', '/api/4/cpu/history'],
    ['/api/4/cpu/views/', '/api/4/cpu/views'],
    ['/api/4/all/', '/api/4/all'],
    ['/api/4/all/limits/', '/api/4/all/limits'],
    ['/api/4/status/', '/api/4/status'],
    ['/api/4/processes/1/', '/api/4/processes/1'],
    ['/api/plugins/', '/api/plugins'],
    ['/api/4/cpu/%C3%A9/', '/api/4/cpu/%C3%A9'],
  ])('%s leads to %s', async (path, target) => {
    const reply = await get(path, { host: 'box:61208' });
    expect([reply.statusCode, reply.headers.location]).toEqual([307, `http://box:61208${target}`]);
  });

  it('leads to a path only when the host name is odd', async () => {
    const reply = await get('/api/4/cpu/', { host: 'evil/"\\' });
    expect(reply.headers.location).toBe('/api/4/cpu');
  });
});
