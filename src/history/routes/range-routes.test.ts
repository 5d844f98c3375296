import { off } from '../../core/parts/service.ts';
import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi, type FakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';

const START = 1_795_222_400_000;
const NOW = START + 60_000;

/** A minute of samples, every two seconds, with a pause of twenty seconds. */
async function sampled(): Promise<FakeApi> {
  const agent = createFakeAgent();
  const archive = await archiveOf(agent, createFakeClock(NOW));
  const fake = createFakeApi(agent, { archive, now: () => NOW });
  const cpu = agent.store.history('cpu');
  const fs = agent.store.history('fs');
  for (let time = START + 2000; time <= NOW; time += 2000) {
    if (time > START + 20_000 && time < START + 40_000) continue;
    cpu.begin(time);
    cpu.record('total', (time - START) / 1000);
    fs.begin(time);
    fs.record('percent', 5, '/home');
  }
  return fake;
}

async function ask(fake: FakeApi, query: string): Promise<[number, Record<string, never>]> {
  const { statusCode, body } = await fake.get(`/api/history/${query}`);
  return [statusCode, JSON.parse(body) as Record<string, never>];
}

describe('/api/history/range', () => {
  // The first sample after a pause covers three refresh periods, including earlier ones.
  it('answers on a regular grid, with gaps', async () => {
    const fake = await sampled();
    const query = `range?series=cpu/total&series=fs//home_percent&series=cpu/none&from=${START}&to=${NOW}&step=10s`;
    const [status, answer] = await ask(fake, query);
    expect([status, answer]).toMatchObject([
      200,
      {
        from: START,
        to: NOW,
        step: 10_000,
        tier: 'samples',
        count: 6,
        series: {
          'cpu/total': {
            unit: 'percent',
            kind: 'gauge',
            avg: [4, 14, 20, 40, 45, 54],
            min: [2, 10, 20, 40, 40, 50],
            max: [8, 18, 20, 40, 48, 58],
          },
          'fs//home_percent': { avg: [5, 5, 5, 5, 5, 5] },
          'cpu/none': null,
        },
      },
    ]);
  });

  it('finds series by patterns, adds up amounts, and shows what was before beside it', async () => {
    const fake = await sampled();
    const [, answer] = await ask(
      fake,
      `range?match=fs/*/percent&from=${START + 40_000}&to=${NOW}&step=20s&agg=sum,count&shift=40s`,
    );
    expect(answer).toMatchObject({
      series: { 'fs//home_percent': { sum: [120], count: [24] } },
      shifted: { 'fs//home_percent': { sum: [110], count: [22] } },
    });
  });

  it.each([
    ['range?from=-1h&to=-2h', 'from must be before to'],
    [
      'range?from=yesterday',
      'from: expected milliseconds since 1970, a date such as 2026-11-22T05:00Z, an age such as 7d or -7d, or now, not "yesterday"',
    ],
    ['range?points=5', 'points must be a whole number from 10 to 5000, not "5"'],
    ['range?agg=median', 'agg must be one of avg, min, max, sum, count, not "median"'],
    ['range?step=7m', 'step must be a divisor or a multiple of an hour, and at least 1s, not "7m"'],
    ['range?shift=1fortnight', 'shift: expected a duration such as 12h, 90d or 5y, not "1fortnight"'],
    ['range?events=yes', 'events must be 1, not "yes"'],
    ['range?series=total', 'series must be <plugin>/<name of the series>, such as cpu/total, not total'],
    [
      'range?series=cpu/total&from=-30d&step=1s',
      'The answer would have 7776000 values, and 250000 are the most: ask for fewer series or points',
    ],
  ])('refuses %s', async (path, detail) => {
    expect(await ask(await sampled(), path)).toEqual([400, { detail }]);
  });

  it('says why there is nothing to read from', async () => {
    const without = createFakeApi(createFakeAgent(), { archive: off('turned off by --disable-archive') });
    expect(await ask(without, 'range')).toEqual([
      503,
      { detail: 'There is no history on disk to read from: turned off by --disable-archive' },
    ]);
    expect(JSON.parse((await without.get('/api/archive')).body)).toMatchObject({
      state: 'off',
      reason: 'turned off by --disable-archive',
    });
  });

  it('answers 304 until there are new samples, and always for what is long past', async () => {
    const fake = await sampled();
    const etagOf = async (path: string) => (await fake.get(path)).headers.etag as string;
    for (const [path, changes] of [
      ['/api/history/range?series=cpu/total', true],
      ['/api/history/range?series=cpu/total&from=-2d&to=-1d', false],
    ] as const) {
      const headers = { 'if-none-match': await etagOf(path) };
      expect((await fake.get(path, headers)).statusCode).toBe(304);
      fake.agent.sample('cpu', { total: 1, user: 1, ctx_switches: 1 });
      expect((await fake.get(path, headers)).statusCode).toBe(changes ? 200 : 304);
    }
  });
});

describe('/api/history/series', () => {
  it('lists what can be drawn', async () => {
    const [status, answer] = await ask(await sampled(), 'series?match=fs/*me/percent');
    expect([status, answer]).toMatchObject([
      200,
      [
        {
          id: 'fs//home_percent',
          plugin: 'fs',
          item: '/home',
          field: 'percent',
          unit: 'percent',
          kind: 'gauge',
          live: true,
        },
      ],
    ]);
  });

  it('bounds the number of patterns', async () => {
    const patterns = Array.from({ length: 101 }, (_, at) => `match=${at}`).join('&');
    expect(await ask(await sampled(), `series?${patterns}`)).toEqual([
      400,
      { detail: 'match must have at most 100 values, not 101' },
    ]);
  });
});

describe('/api/archive', () => {
  it('says how the history on disk is doing', async () => {
    const { body } = await (await sampled()).get('/api/archive');
    expect(JSON.parse(body)).toMatchObject({ state: 'ok', reason: null, folder: null, max_bytes: 1e9 });
  });

  it('says the same in metrics, and nothing of a history that is off', async () => {
    const metrics = (await (await sampled()).get('/metrics')).body;
    expect(metrics).toMatch(/^gander_archive_up 1$/m);
    expect(metrics).toMatch(/^gander_archive_max_bytes (?:1e\+?0?9|1000000000)$/m);
    const without = createFakeApi(createFakeAgent(), { archive: off('turned off') });
    expect((await without.get('/metrics')).body).not.toContain('gander_archive');
  });
});
