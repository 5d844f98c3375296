/** Series that have another name or unit in this version than in the one that wrote them. */
import { expect, it } from 'vitest';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { RenamedSeries } from '../../core/renamed-series.ts';
import { listSeries } from './query/series-list.ts';
import { formerNames } from './renamed.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const UPGRADE = NOON + 1.5 * HOUR;
/** Kilobytes that are bytes now. */
const RENAMED: RenamedSeries[] = [
  {
    from: { plugin: 'cpu', field: 'size_kb' },
    to: { plugin: 'cpu', field: 'size', unit: 'bytes' },
    factor: 1000,
    since: UPGRADE,
  },
];

it('are read as one, from samples, minutes and memory, and files stay as they are', async () => {
  const disk = createMemoryDisk();
  const old = await openRig({ disk, paceMs: 10_000, historySize: 400 });
  await old.sample(5400, (time) => ({ size_kb: (time - NOON) / 10_000 }));
  await old.archive.stop();
  const rig = await openRig({ disk, clock: old.clock, paceMs: 10_000, historySize: 400, renamed: RENAMED });
  // Before its first sample, memory has those of the version before.
  expect(rig.history.points('size').at(-1)).toEqual([UPGRADE, 540_000]);
  expect(rig.history.has('size_kb')).toBe(false);
  await rig.sample(5400, (time) => ({ size: (time - NOON) / 10, size_kb: -1 }));
  for (const step of [10_000, MINUTE]) {
    const { avg, min, max } = await rig.read('cpu/size', { from: NOON + step, to: NOON + 3 * HOUR, step });
    expect(avg).not.toContain(null);
    for (const [row, value] of max.entries()) {
      const begin = ((row + 1) * step) / 10;
      expect(Math.abs((min[row] as number) - begin), `${step} ${row}`).toBeLessThanOrEqual(1000);
      expect(Math.abs((value as number) - (begin + step / 10)), `${step} ${row}`).toBeLessThanOrEqual(1000);
    }
  }
  const reading = rig.archive.reading();
  const listed = reading && (await listSeries(reading, NOON, UPGRADE));
  expect(listed?.map(({ id, info, first }) => [id, info.unit, first < NOON + MINUTE])).toContainEqual([
    'cpu/size',
    'bytes',
    true,
  ]);
  const hour = { kind: 'hour', start: NOON, generation: 0 } as const;
  expect(await rig.archive.folder?.use(hour, async ({ table }) => table.ids)).toEqual(['cpu/size_kb']);
});

it.each([
  ['cpu/size', ['cpu/size_kb']],
  ['cpu/some item_size', ['cpu/some item_size_kb']],
  ['cpu/_size', []],
  ['cpu/oversize', []],
  ['mem/size', []],
  ['cpu/size_kb', []],
])('%s had the names %j', (id, names) => {
  expect(formerNames(id, RENAMED).map((former) => former.id)).toEqual(names);
});
