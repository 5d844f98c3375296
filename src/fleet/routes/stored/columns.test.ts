import { expect, it } from 'vitest';
import { parseColumns } from '../../../core/columns.ts';
import { Slice } from '../../../core/slice.ts';
import type { StoredPast } from '../../../history/database/stored-past.ts';
import { StoredColumns } from './columns.ts';

it('has the past of rates for columns that name counters', async () => {
  const known = new Map([
    ['cpu/total', 'a percentage'],
    ['network/eth0_bytes_recv_rate_per_sec', 'a rate'],
  ]);
  const asked: [host: string, series: readonly string[]][] = [];
  const past = {
    pace: 15_000,
    range: async (host: string, series: readonly string[]) => {
      asked.push([host, series]);
      return known;
    },
  } as unknown as StoredPast;
  const fleet = {
    columns: parseColumns(['cpu:total', 'network:bytes_recv:eth0', 'load:min5']),
    find: (id: string) => (id === 'b:1' ? undefined : { stored: 'db1' }),
  } as unknown as ConstructorParameters<typeof StoredColumns>[0];
  const columns = new StoredColumns(fleet, ['a:1', 'b:1'], past, new Slice());
  const keys = ['cpu_total', 'network_bytes_recv_eth0', 'load_min5', 'status'];
  const ids = ['a:1', 'b:1'].flatMap((server) => keys.map((key) => `servers/${server}_${key}`));
  const found: unknown[] = [];
  for await (const one of columns.range(ids, { from: 0, to: 60_000, step: 60_000, hasBand: false }))
    found.push(one);
  expect(found).toEqual(['a percentage', 'a rate', null, null, null, null, null, null]);
  expect(asked).toEqual([['db1', expect.arrayContaining(['network/eth0_bytes_recv_rate_per_sec'])]]);
});
