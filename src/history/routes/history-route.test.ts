import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi, type FakeApi } from '../../../test/support/fake-api.ts';
import type { PluginHistory } from './history-route.ts';

type Answer = Record<string, PluginHistory>;

async function ask({ get }: FakeApi, series: readonly string[], more = ''): Promise<[number, Answer]> {
  const query = series.map((id) => `series=${encodeURIComponent(id)}`).join('&');
  const { statusCode, body } = await get(`/api/history?${query}${more}`);
  return [statusCode, JSON.parse(body) as Answer];
}

const cpu = (total: number) => ({ total, user: 10, ctx_switches: 1000 });

describe('/api/history', () => {
  it('puts series of a plugin side by side, with one row of times', async () => {
    const fake = createFakeApi();
    fake.agent.sample('cpu', cpu(20));
    const [status, answer] = await ask(fake, [
      'cpu/total',
      'cpu/user',
      'fs//mnt/data_percent',
      'fs//_percent',
    ]);
    expect(status).toBe(200);
    const times = [1_795_222_329_596, 1_795_222_330_596];
    expect(answer).toEqual({
      cpu: { times, series: { total: [80, 20], user: [10, 10] } },
      fs: { times: times.slice(0, 1), series: { '/mnt/data_percent': [95], '/_percent': [55.5] } },
    });
  });

  it('has null where there is no value, and in place of a series that is not recorded', async () => {
    const fake = createFakeApi();
    fake.agent.sample('fs', [{ mnt_point: '/', percent: 60 }]);
    fake.agent.sample('fs', [
      { mnt_point: '/', percent: 61 },
      { mnt_point: '/new', percent: 1 },
    ]);
    const [, answer] = await ask(fake, [
      'fs//_percent',
      'fs//mnt/data_percent',
      'fs//new_percent',
      'fs/__proto__',
    ]);
    expect(Object.entries(answer['fs']?.series ?? {})).toEqual([
      ['/_percent', [55.5, 60, 61]],
      ['/mnt/data_percent', [95, null, null]],
      ['/new_percent', [null, null, 1]],
      ['__proto__', null],
    ]);
  });

  it('says the same as the histories of the plugins', async () => {
    const fake = createFakeApi();
    for (const total of [1, 2, 3.25]) fake.agent.sample('cpu', cpu(total));
    const [, { cpu: found }] = (await ask(fake, ['cpu/total'])) as [number, { cpu: PluginHistory }];
    const [, whole] = await fake.ask('/cpu/total/history');
    const points = (whole as { total: [string, number][] }).total;
    expect(found.series['total']).toEqual(points.map(([, value]) => value));
    // Times are rounded as in the names of events of the stream.
    expect(found.times.at(-1)).toBe(Math.round(fake.agent.store.latest('cpu').time ?? 0));
    expect(found.times.length).toBe(points.length);
  });

  it('shows the newest when they are counted', async () => {
    const fake = createFakeApi();
    for (const total of [1, 2, 3]) fake.agent.sample('cpu', cpu(total));
    expect((await ask(fake, ['cpu/total'], '&n=2'))[1]['cpu']?.series).toEqual({ total: [2, 3] });
    expect((await ask(fake, ['cpu/total'], '&n=9999999'))[1]['cpu']?.series).toEqual({
      total: [80, 1, 2, 3],
    });
  });

  it('cuts fractions, and nothing of whole numbers', async () => {
    const fake = createFakeApi();
    fake.agent.store.history('cpu').begin(1);
    fake.agent.store.history('cpu').record('total', 1 / 3);
    fake.agent.store.history('cpu').record('user', 123_456_789_012);
    const [, answer] = await ask(fake, ['cpu/total', 'cpu/user'], '&n=1');
    expect(answer['cpu']?.series).toEqual({ total: [0.3333333], user: [123_456_789_012] });
  });

  it('is empty without series, and without a history', async () => {
    expect(await ask(createFakeApi(), [])).toEqual([200, {}]);
    const forgetful = createFakeApi(createFakeAgent({ historySize: 0 }));
    expect(await ask(forgetful, ['cpu/total'])).toEqual([
      200,
      { cpu: { times: [], series: { total: null } } },
    ]);
  });

  it('wakes the plugins it was asked for', async () => {
    const fake = createFakeApi();
    await ask(fake, ['fs//_percent', 'cpu/total', 'cpu/user']);
    expect(fake.agent.wanted).toEqual(['fs', 'cpu']);
  });

  it.each([
    [
      ['wifi/x'],
      '',
      'Unknown plugin wifi (available plugins: alert, cpu, fs, help, libversion, percpu, uptime)',
    ],
    [['total'], '', 'series must be <plugin>/<name of the series>, such as cpu/total, not total'],
    [['cpu/'], '', 'series must be <plugin>/<name of the series>, such as cpu/total, not cpu/'],
    [['cpu/total'], '&n=0', 'n must be a whole number of at least 1, not "0"'],
    [['cpu/total'], '&n=-1', 'n must be a whole number of at least 1, not "-1"'],
    [['cpu/total'], '&n=', 'n must be a whole number of at least 1, not ""'],
    [
      Array.from({ length: 1001 }, (_, index) => `cpu/${index}`),
      '',
      'At most 1000 series can be asked for at a time, not 1001: ask again for the others',
    ],
  ])('refuses what it cannot answer: %#', async (series, more, detail) => {
    expect(await ask(createFakeApi(), series, more)).toEqual([400, { detail }]);
  });

  it('bounds the values of one answer', async () => {
    const fake = createFakeApi(createFakeAgent({ historySize: 2000 }));
    for (let total = 0; total < 1999; total += 1) fake.agent.sample('cpu', cpu(total / 20));
    const many = Array.from({ length: 249 }, (_, index) => `cpu/${index}`);
    const [, answer] = await ask(fake, ['cpu/total', ...many]);
    expect(answer['cpu']?.times.length).toBe(1000);
    expect(answer['cpu']?.series['total']?.at(-1)).toBe(99.9);
  });

  it('answers 304 until there is a new sample of a plugin, and packs what is long', async () => {
    const fake = createFakeApi();
    for (let total = 0; total < 300; total += 1) fake.agent.sample('cpu', cpu(total / 4));
    const path = '/api/history?series=cpu/total';
    const first = await fake.get(path, { 'accept-encoding': 'gzip' });
    expect(first.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(first.rawPayload).toString())).toMatchObject({ cpu: { series: {} } });
    const headers = { 'if-none-match': first.headers.etag as string };
    fake.agent.sample('fs', []);
    expect((await fake.get(path, headers)).statusCode).toBe(304);
    fake.agent.sample('cpu', cpu(1));
    expect((await fake.get(path, headers)).statusCode).toBe(200);
  });
});
