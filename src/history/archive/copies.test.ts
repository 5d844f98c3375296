/** Copies of a folder that is being written. */
import { expect, it } from 'vitest';
import { FOLDER, NOON, openRig, type ArchiveRig } from '../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';

const HOUR = 3_600_000;
const PACE = 10_000;
const valueAt = (time: number) => Math.round(time / 1000) % 977;
const sample = (rig: ArchiveRig, seconds: number) =>
  rig.sample(seconds, (time) => ({ total: valueAt(time) }));

/** Like `cp -a`: lists files, then copies one by one, skipping missing ones. */
async function copy(disk: MemoryDisk, between: () => Promise<void>, cut = 0): Promise<MemoryDisk> {
  const names = (await disk.readdir(FOLDER)).filter((name) => name.includes('.'));
  await between();
  const files = names.flatMap((name): [string, Buffer][] => {
    const path = `${FOLDER}/${name}`;
    if (!disk.paths().includes(path)) return [];
    const bytes = disk.bytesOf(path);
    return [[path, name.endsWith('.log') ? bytes.subarray(0, bytes.length - cut) : bytes]];
  });
  return createMemoryDisk(Object.fromEntries(files));
}

/** The times from noon on of which a copy has no value, up to a moment. */
async function missingIn(disk: MemoryDisk, until: number): Promise<number[]> {
  const clock = createFakeClock(until + 2 * HOUR);
  const rig = await openRig({ disk, clock, paceMs: PACE, historySize: 1 });
  expect(rig.archive.status.state).toBe('ok');
  const { avg } = await rig.read('cpu/total', { from: NOON + PACE, to: until + PACE, step: PACE });
  return avg.flatMap((value, row) => {
    const time = NOON + (row + 1) * PACE;
    if (value !== null) expect(value).toBe(valueAt(time));
    return value === null ? [time] : [];
  });
}

it.each([
  ['nothing happens', 0],
  ['a minute is written', 60],
])('have all that was written, while %s', async (_, seconds) => {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
  await sample(rig, 90 * 60);
  const copied = await copy(disk, () => sample(rig, seconds));
  expect(await missingIn(copied, NOON + 1.5 * HOUR)).toEqual([]);
});

it('have an hour that is closed while they are made', async () => {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
  await sample(rig, 3540);
  const copied = await copy(disk, () => sample(rig, 60));
  expect(disk.contents()).toHaveProperty([`${FOLDER}/hour-20261122T12.gar`]);
  expect(await missingIn(copied, NOON + HOUR - 60_000)).toEqual([]);
  await sample(rig, 60);
  expect(disk.contents()).not.toHaveProperty([`${FOLDER}/head-20261122T12.log`]);
});

it('lose the last record where it was cut, and no other', async () => {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
  await sample(rig, 1200);
  const until = NOON + 1_200_000;
  const copied = await copy(disk, () => Promise.resolve(), 5);
  const missing = await missingIn(copied, until);
  expect(missing.length).toBeGreaterThan(0);
  expect(Math.min(...missing)).toBeGreaterThan(until - 60_000);
});
