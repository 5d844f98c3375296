import { expect, it } from 'vitest';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { testHub } from '../../../test/support/test-hub.ts';
import { version5Server } from '../../../test/support/version-5-server.ts';

const COLUMNS = ['cpu:total', 'fs:percent:/mnt/data', 'uptime:seconds'];

it.each([false, true])('a server of version 5 is polled and shown; with a password: %s', async (isLocked) => {
  const { port, asked } = await version5Server(isLocked);
  const server = serverAt(port, isLocked ? { username: USER, password: PASSWORD } : {});
  const { hub, until } = testHub([server], {}, COLUMNS);
  const { readings } = await until(server.id, 'ONLINE');
  expect(readings.get('cpu_total')).toMatchObject({ value: 80, decoration: 'WARNING' });
  expect(readings.get('fs_percent_/mnt/data')).toMatchObject({ value: 95 });
  const get = (path: string, method: 'GET' | 'POST' = 'GET') =>
    hub.forward(server.id, { method, path, headers: {}, signal: new AbortController().signal });
  const { status, body } = await get('/api/4/all');
  expect(status).toBe(200);
  expect(JSON.parse(body.toString())).toMatchObject({
    cpu: { total: 80 },
    fs: [{ mnt_point: '/', key: 'mnt_point' }, {}],
    uptime: '1 day, 2:03:04',
  });
  // As the page asks for its charts.
  const course = await get('/api/4/fs/%2F_percent/history/160');
  expect(JSON.parse(course.body.toString())).toEqual({ '/_percent': [[expect.any(String), 55.5]] });
  for (const path of ['/api/4/cpu/total/history/160', '/api/4/cpu/user/x', '/api/plugins'])
    expect((await get(path)).status, path).toBe(404);
  expect((await get('/api/4/processes/extended/1', 'POST')).status).toBe(404);
  expect(asked.filter((line) => line.startsWith('POST /api/5/token'))).toHaveLength(isLocked ? 1 : 0);
});

it('a server of version 5 without its password is locked', async () => {
  const { port } = await version5Server(true);
  const server = serverAt(port);
  const { until } = testHub([server], {}, COLUMNS);
  expect((await until(server.id, 'PROTECTED')).reason).toMatch(/password/);
});
