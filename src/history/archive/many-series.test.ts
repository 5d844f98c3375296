/** Ever-changing identities do not fill an archive. */
import { expect, it } from 'vitest';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';
import type { FileName } from './files/file-name.ts';
import type { ArchiveFolder } from './files/folder.ts';
import type { RangeSetup } from './query/range.ts';
import { closeHour } from './tiers/close-hour.ts';
import { longestLived, MOST_SERIES } from './tiers/longest-lived.ts';
import { mergeFiles } from './tiers/merge.ts';
import { readLogFile } from './write/head.ts';

const HOUR = 3_600_000;
const idsIn = (folder: ArchiveFolder, name: FileName) =>
  folder.use(name, async ({ table }) => [...table.ids]);

it('has as many series in an hour as there may be: those that were there for longest', async () => {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, paceMs: 60_000, historySize: 10 });
  // Kept ones come last, so the order does not decide.
  await rig.sample(60, () => ({ a: 1, b: 1, c: 1, d: 1 }));
  await rig.sample(600, () => ({ stays: 2, stays_too: 3 }));
  const { folder, codec, slice } = rig.archive.reading() as RangeSetup;
  const [log] = folder.logs();
  const content = log && (await readLogFile(folder, log, codec, slice));
  if (!log || !content) throw new Error('there is no log');
  const name = await closeHour({ folder, codec, slice, mostSeries: 3 }, log, content);
  expect(name && (await idsIn(folder, name))).toEqual(['cpu/a', 'cpu/stays', 'cpu/stays_too']);
});

it('rolls up a short run, but no brief series of a longer one', async () => {
  const rolledUp = async (seconds: number): Promise<string[]> => {
    const rig = await openRig();
    await rig.sample(30, () => ({ brief: 1, stays: 1 }));
    if (seconds > 30) await rig.sample(seconds - 30, () => ({ stays: 1 }));
    await rig.archive.flush();
    const { folder, codec, slice } = rig.archive.reading() as RangeSetup;
    const [log] = folder.logs();
    const content = log && (await readLogFile(folder, log, codec, slice));
    const name = content && (await closeHour({ folder, codec, slice }, log, content));
    const found =
      name &&
      (await folder.use(name, async ({ table, entry }) =>
        table.ids.filter((_, number) => entry(number).coarse > 0),
      ));
    return found ?? [];
  };
  expect(await rolledUp(30)).toEqual(['cpu/brief', 'cpu/stays']);
  expect(await rolledUp(300)).toEqual(['cpu/stays']);
});

it('has as many in a day', async () => {
  const rig = await openRig({ paceMs: 60_000, historySize: 60 });
  const of = (hour: number) => ({ [`a_${hour}`]: hour, [`b_${hour}`]: hour, stays: 1 });
  await rig.sample(3 * 3600 + 600, (time) => of(Math.floor(time / HOUR) % 24));
  const { folder, codec, slice } = rig.archive.reading() as RangeSetup;
  const hours = folder.list('hour').map(({ name }) => name);
  const day = { kind: 'day', start: NOON - 12 * HOUR, generation: 0 } as const;
  await mergeFiles({ folder, codec, slice, mostSeries: 3 }, day, hours);
  const names = await idsIn(folder, day);
  expect(names).toHaveLength(3);
  expect(names).toContain('cpu/stays');
});

it('are ranked by their life, then by age, and 20,000 of them stay', () => {
  const lives = [5, 9, 1, 9, 5];
  const kept = (most: number) => longestLived([...lives.keys()], (at) => lives[at] as number, most);
  expect([kept(1), kept(3), kept(4), kept(5)]).toEqual([[1], [0, 1, 3], [0, 1, 3, 4], [0, 1, 2, 3, 4]]);
  const many = Array.from({ length: 20_010 }, (_, index) => index);
  expect(MOST_SERIES).toBe(20_000);
  expect(longestLived(many, (index) => index)).toEqual(many.slice(10));
});
