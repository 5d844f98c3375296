import { expect, it } from 'vitest';
import { parseColumns } from '../../../../core/columns.ts';
import { Turns } from '../../../../core/turns.ts';
import { storedColumns, type StoredColumnsQuery } from './columns.ts';

it('has the past of rates for columns that name counters', async () => {
  const series = (value: number) => ({
    info: { unit: null, kind: 'gauge' },
    avg: new Float64Array([value]),
    min: new Float64Array([value]),
    max: new Float64Array([value]),
  });
  const known = new Map([
    ['cpu/total', series(50)],
    ['network/eth0_bytes_recv_rate_per_sec', series(7)],
  ]);
  const asked: string[] = [];
  const fleet = {
    columns: parseColumns(['cpu:total', 'network:bytes_recv:eth0', 'load:min5']),
    find: () => ({ stored: 'db1' }),
    past: {
      pace: 15_000,
      range: async (_host: string, ids: readonly string[]) => {
        asked.push(...ids);
        return known;
      },
    },
  } as unknown as StoredColumnsQuery['fleet'];
  const columns = ['cpu_total', 'network_bytes_recv_eth0', 'load_min5'];
  const { servers } = await storedColumns({
    fleet,
    asked: { from: '0', to: '60000', step: '60s', agg: 'avg' },
    servers: ['a'],
    columns,
    now: 60_000,
    slice: new Turns().begin(),
  });
  expect(asked).toContain('network/eth0_bytes_recv_rate_per_sec');
  expect(servers['a']).toMatchObject({
    cpu_total: { avg: [50] },
    network_bytes_recv_eth0: { avg: [7] },
    load_min5: null,
  });
});
