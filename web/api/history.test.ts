import { describe, expect, it } from 'vitest';
import { ApiProblem, type Client } from './client.ts';
import { createPast, inParts } from './history.ts';

/** A client of a scripted agent that records its requests. */
function clientOf(answer: (path: string) => unknown): Client & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get(path: string) {
      asked.push(path);
      const answered = answer(path);
      if (answered instanceof Error) throw answered;
      return answered;
    },
  } as unknown as Client & { asked: string[] };
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

describe('the past', () => {
  it('comes for many series at once', async () => {
    const client = clientOf(() => ({
      cpu: { times: [1000, 3000], series: { total: [5, null], nothing: null } },
      fs: { times: [2000], series: { '/a b,c_percent': [7] } },
    }));
    const found = await createPast(client).points(['cpu/total', 'cpu/nothing', 'fs//a b,c_percent'], 160);
    expect(client.asked).toEqual([
      'api/history?series=cpu/total&series=cpu/nothing&series=fs//a%20b%2Cc_percent&n=160',
    ]);
    expect([...found]).toEqual([
      [
        'cpu/total',
        [
          [1000, 5],
          [3000, Number.NaN],
        ],
      ],
      ['fs//a b,c_percent', [[2000, 7]]],
    ]);
  });

  it('is asked for plugin by plugin where the agent knows no better, and at once from then on', async () => {
    const client = clientOf((path) =>
      path.startsWith('api/history')
        ? new ApiProblem(404, 'Not Found')
        : path === 'api/4/percpu/history/160'
          ? { '0_total': [[time(1000), 1]], '1_total': [[time(1000), 2]], '9_user': [[time(1000), 3]] }
          : { total: [[time(1000), 5]] },
    );
    const past = createPast(client);
    const cores = ['0', '1', '2', '3', '4'].map((core) => `percpu/${core}_total`);
    expect([...(await past.points(['cpu/total', ...cores], 160))]).toEqual([
      ['cpu/total', [[1000, 5]]],
      ['percpu/0_total', [[1000, 1]]],
      ['percpu/1_total', [[1000, 2]]],
    ]);
    await past.points(['cpu/total']);
    expect(client.asked.slice(1)).toEqual([
      'api/4/cpu/total/history/160',
      'api/4/percpu/history/160',
      'api/4/cpu/total/history',
    ]);
  });

  it('does without a plugin that is off, not without the others', async () => {
    const client = clientOf((path) =>
      path.startsWith('api/4/cpu')
        ? { total: [[time(1000), 5]] }
        : new ApiProblem(400, 'Unknown plugin wifi'),
    );
    expect([...(await createPast(client).points(['wifi/x', 'cpu/total']))]).toEqual([
      ['cpu/total', [[1000, 5]]],
    ]);
  });

  it('is asked for in addresses that every proxy takes', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `disk/nvme${index}n1_read_bytes_rate_per_sec`);
    const parts = inParts(ids);
    expect(parts.flat()).toEqual(ids);
    expect(parts.length).toBeLessThan(8);
    expect(Math.max(...parts.map((part) => part.join('&series=').length))).toBeLessThan(6100);
    expect(inParts([])).toEqual([]);
  });
});
