import { expect, it } from 'vitest';
import { parseColumns } from '../../core/columns.ts';
import { plugins } from '../../measure/plugins/index.ts';
import type { Database } from '../../history/database/database.ts';
import { ganderProfile } from '../../export/metrics/gander-fields.ts';
import { NODE_PROFILE } from '../../history/database/node-fields.ts';
import { StoredFleet } from '../../history/database/stored-fleet.ts';
import { createStoredColumns } from './stored-columns.ts';

it.each([
  ['gander', ganderProfile(plugins)],
  ['node', NODE_PROFILE],
])('columns that name counters hold rates: profile %s', async (_name, profile) => {
  const asked = parseColumns(['network:bytes_recv:eth0', 'diskio:read_bytes:sda', 'cpu:ctx_switches']);
  const labels = { host: 'db1', device: '', interface: 'eth0', disk: 'sda' };
  const database = {
    instant: async (query: string) =>
      query.includes('rate(')
        ? [{ labels: { ...labels, device: query.includes('network') ? 'eth0' : 'sda' }, points: [1, 7] }]
        : [],
  } as unknown as Database;
  const fleet = new StoredFleet({ database, profile, label: 'host', interval: 15 });
  const values = (await createStoredColumns(fleet, asked, () => 'DEFAULT')(0)).get('db1');
  expect([...(values ?? [])].map(([key, { value }]) => [key, value]).sort()).toEqual([
    ['cpu_ctx_switches', 7],
    ['diskio_read_bytes_sda', 7],
    ['network_bytes_recv_eth0', 7],
  ]);
});
