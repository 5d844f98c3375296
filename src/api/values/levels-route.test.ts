import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';

it('says by which thresholds every value is judged, and anew with every sample', async () => {
  const { get, agent } = createFakeApi();
  agent.sample('cpu', { total: 80, user: 10, ctx_switches: 1000 });
  agent.sample('fs', [{ mnt_point: '/Home', percent: 95 }]);
  const reply = await get('/api/levels');
  const report = reply.json() as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(report)).toEqual(['cpu', 'fs']);
  expect(report['cpu']?.map(({ stat, level }) => [stat, level])).toEqual([
    ['CPU_TOTAL', 'WARNING'],
    ['CPU_USER', 'OK'],
  ]);
  expect(report['fs']).toEqual([
    {
      item: '/Home',
      field: 'percent',
      stat: 'FS_/HOME',
      level: 'CRITICAL',
      unit: 'percent',
      thresholds: { careful: 50, warning: 70, critical: 90 },
      series: { percent: { careful: 50, warning: 70, critical: 90 } },
    },
  ]);
  const tag = { 'if-none-match': String(reply.headers.etag) };
  expect((await get('/api/levels', tag)).statusCode).toBe(304);
  agent.sample('fs', []);
  expect((await get('/api/levels', tag)).json()).not.toHaveProperty('fs');
});
