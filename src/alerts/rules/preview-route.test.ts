import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';

const START = 1_795_222_400_000;
const NOW = START + 1_800_000;

/** Half an hour in which the CPU is at 82 % for ten minutes. */
async function rig() {
  const agent = createFakeAgent();
  const archive = await archiveOf(agent, createFakeClock(NOW));
  const { get } = createFakeApi(agent, { archive, now: () => NOW });
  const cpu = agent.store.history('cpu');
  for (let time = START + 2000; time <= NOW; time += 2000) {
    cpu.begin(time);
    cpu.record('total', time > START + 600_000 && time <= START + 1_200_000 ? 82 : 10);
  }
  await archive.flush();
  agent.sample('cpu', { total: 10, user: 10, ctx_switches: 1000 });
  return async (query: string) => {
    const { statusCode, body } = await get(`/api/alerts/preview?${query}`);
    return [statusCode, JSON.parse(body) as Record<string, unknown>] as const;
  };
}

describe('/api/alerts/preview', () => {
  it('counts what the configured numbers would have notified, and other numbers', async () => {
    const ask = await rig();
    const [status, preview] = await ask('type=cpu_total&warning_for=300');
    expect([status, preview]).toMatchObject([
      200,
      {
        type: 'CPU_TOTAL',
        series: 'cpu/total',
        thresholds: { warning: 75, critical: 85 },
        spans: [{ days: 7, count: 1 }, { days: 30, count: 1 }, { days: 90 }],
        firings: [{ state: 'WARNING', worst: 82, flapping: false }],
        left: 0,
      },
    ]);
    const alternatives = preview['alternatives'] as { key: string; value: number; count: number }[];
    expect(alternatives.filter(({ key }) => key === 'threshold')).toEqual([
      { key: 'threshold', value: 67.5, count: 1 },
      { key: 'threshold', value: 71.3, count: 1 },
      { key: 'threshold', value: 78.8, count: 1 },
      { key: 'threshold', value: 82.5, count: 0 },
    ]);
  });

  it.each([
    ['type=CPU_TOTAL&warning=83&critical=90&warning_for=0', 0],
    ['type=CPU_TOTAL&warning_for=900', 0],
    ['type=CPU_TOTAL&critical=81&critical_for=60', 1],
    ['type=CPU_TOTAL&warning=0&warning_for=0', 0],
    // It ends only below a value that is never reached.
    ['type=CPU_TOTAL&warning_for=900&warning_clear=5', 1],
  ])('tries the numbers of %s', async (query, count) => {
    const [status, { spans }] = await (await rig())(query);
    expect([status, spans]).toMatchObject([200, [{ count }, { count }, { count }]]);
  });

  it.each([
    ['', 400, /type must name/],
    ['type=CPU_NOTHING', 404, /no judged value of the type CPU_NOTHING/],
    ['type=CPU_TOTAL&warning=much', 400, /warning must be a number, not "much"/],
    ['type=CPU_TOTAL&clear_for=-1', 400, /clear_for must be a whole number/],
  ])('refuses %j', async (query, status, words) => {
    expect(await (await rig())(query)).toEqual([status, { detail: expect.stringMatching(words) as string }]);
  });

  it('says so where no history is kept', async () => {
    const { get } = createFakeApi();
    expect((await get('/api/alerts/preview?type=CPU_TOTAL')).statusCode).toBe(503);
  });
});
