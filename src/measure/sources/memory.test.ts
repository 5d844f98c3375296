import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { memorySource } from './memory.ts';

const GIB = 1024 ** 3;
const meminfo = 'MemTotal: 67108864 kB\nMemFree: 9000000 kB\nMemAvailable: 16777216 kB\n';
const arcstats = `9 1 0x01\nname type data\nc_min 4 ${GIB}\nsize 4 ${33 * GIB}\n`;

it('looks for the module of ZFS again at the slow beat', async () => {
  const without = new Map([['proc/meminfo', meminfo]]);
  const host = createRecordedHost(without);
  const source = memorySource.create({ host, options: {}, notice: () => {}, isWatched: () => true });
  const available = () => source.read().memory.available / GIB;
  expect(available()).toBe(16);
  host.useTree(new Map([...without, ['proc/spl/kstat/zfs/arcstats', arcstats]]));
  await host.clock.advance(29_000);
  expect(available()).toBe(16);
  await host.clock.advance(1000);
  expect(available()).toBe(48);
  host.useTree(without);
  expect(available()).toBe(16);
});
