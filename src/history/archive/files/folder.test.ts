import { expect, it } from 'vitest';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import { HOUR_MS, type FileName, type LogName } from './file-name.ts';
import { ArchiveFolder } from './folder.ts';

const open = () => ArchiveFolder.open(createMemoryDisk(), '/archive', () => {});

it('free names are the generation after all of their kind and start', async () => {
  const folder = await open();
  const growing = { lastTimes: new Map(), file: { size: 0 } };
  const next = (kind: 'head' | 'hour' | 'day') => folder.freeName<FileName | LogName>(kind, 0).generation;
  expect([next('head'), next('hour'), next('day')]).toEqual([0, 0, 0]);
  folder.add({ kind: 'hour', start: 0, generation: 3 }, 1);
  folder.add({ kind: 'hour', start: 0, generation: 1 }, 1);
  folder.add({ kind: 'day', start: HOUR_MS, generation: 7 }, 1);
  expect([next('head'), next('hour'), next('day')]).toEqual([4, 4, 0]);
  folder.addLog({ kind: 'head', start: 0, generation: 4 }, growing);
  expect([next('head'), next('hour'), next('day')]).toEqual([5, 4, 0]);
  await folder.remove({ kind: 'head', start: 0, generation: 4 });
  await folder.remove({ kind: 'hour', start: 0, generation: 1 });
  expect([next('head'), next('hour')]).toEqual([4, 4]);
  await folder.remove({ kind: 'hour', start: 0, generation: 3 });
  expect(next('hour')).toBe(3);
});

it('free names are found without looking at every name', async () => {
  const folder = await open();
  let reads = 0;
  const counted = (start: number): FileName => ({
    kind: 'hour',
    get start() {
      reads += 1;
      return start;
    },
    generation: 0,
  });
  for (let hour = 0; hour < 1000; hour += 1) folder.add(counted(hour * HOUR_MS), 1);
  reads = 0;
  for (let hour = 0; hour < 1000; hour += 1) folder.freeName<LogName>('head', hour * HOUR_MS);
  expect(reads).toBe(0);
});
