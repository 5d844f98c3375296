import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';

describe('GET /api/values', () => {
  const { get, faults } = createFakeApi();
  const ask = async (query: string) => {
    const { statusCode, body } = await get(`/api/values${query}`);
    return [
      statusCode,
      JSON.parse(body) as { version?: string; values?: Record<string, unknown>; detail?: string },
    ] as const;
  };

  it('shows values of several plugins with their levels', async () => {
    const [status, { version, values }] = await ask('?of=cpu:total,fs:percent:/');
    expect([status, version]).toEqual([200, '4.0.0']);
    expect(values).toHaveProperty('cpu_total', {
      value: expect.any(Number),
      decoration: expect.stringMatching(/^[A-Z_]+$/),
    });
  });

  it('shows average, minimum and maximum of the last seconds, where they are recorded', async () => {
    const { agent, get: ask } = createFakeApi();
    // After a first sample of 80.
    for (const total of [10, 40, 70]) agent.sample('cpu', { total, user: 10, ctx_switches: 1000 });
    const spanOf = async (query: string): Promise<unknown> =>
      (JSON.parse((await ask(`/api/values?of=cpu:total${query}`)).body) as { values: { cpu_total: object } })
        .values.cpu_total;
    expect(await spanOf('')).not.toHaveProperty('span');
    expect(await spanOf('&seconds=3600')).toMatchObject({ value: 70, span: { avg: 50, min: 10, max: 80 } });
    expect((await ask('/api/values?of=cpu:total&seconds=9999')).statusCode).toBe(400);
  });

  it('leaves out what is not there', async () => {
    const names = [
      'cpu:nothing',
      'nobody:total',
      'fs:percent',
      'fs:percent:/nowhere',
      'cpu:total:x',
      'cpu:constructor',
    ];
    expect(await ask(`?of=${names.join()}`)).toEqual([200, { version: '4.0.0', values: {} }]);
    expect(await ask('')).toEqual([200, { version: '4.0.0', values: {} }]);
  });

  it.each(['cpu', 'cpu:', `fs:percent:${'x'.repeat(300)}`, '%2e%2e:x'])('refuses %s', async (of) => {
    const [status, { detail }] = await ask(`?of=${of}`);
    expect([status, detail]).toEqual([400, expect.stringMatching(/^of: ".*" is not plugin:field/)]);
    expect(faults).toEqual([]);
  });

  it('names alerts to be notified, where that is asked for', async () => {
    expect((await ask('?notified=true'))[1]).toMatchObject({ notified: [] });
    expect((await ask('?verdict=true'))[1]).not.toHaveProperty('notified');
  });

  it('refuses more than a page could show', async () => {
    const many = Array.from({ length: 31 }, (_, index) => `cpu:f${index}`).join();
    expect((await ask(`?of=${many}`))[0]).toBe(400);
  });
});
