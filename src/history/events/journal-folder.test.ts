import { describe, expect, it } from 'vitest';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { freeLock } from '../../../test/support/journal.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';
import type { PastAlerts } from '../../core/alert-policy.ts';
import type { Disk } from '../../core/files/disk.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { FILE, FOLDER, change, idsOf, open, settle, stored } from '../../../test/support/journal-rig.ts';

describe('the journal', () => {
  it('goes on after any fault, and repeats or makes up nothing', async () => {
    let outcome = 0;
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk(),
      async (disk) => {
        const { journal, clock } = await open(disk);
        journal.take(change(1, 'begin'));
        await clock.advance(61_000);
        journal.take(change(1, 'end'));
        journal.take(change(2, 'begin'));
        await clock.advance(61_000);
        await journal.stop();
      },
      async ({ name, fault, error, disk, cuts }) => {
        outcome += 1;
        // As it is, or after a power cut in one of its two ways, in turn.
        for (const found of isFull ? [disk, ...cuts] : [[disk, ...cuts][outcome % 3] as MemoryDisk]) {
          const { journal } = await open(found, createFakeClock(Date.UTC(2026, 0, 2)));
          expect(
            [[], ['1 lasts'], ['1'], ['2 lasts', '1']],
            `${name}: ${JSON.stringify(found.contents())}`,
          ).toContainEqual(idsOf(journal.past.events));
        }
        // A fault that passes costs nothing.
        if (error === null && (fault === 'EIO' || fault === 'ENOSPC' || fault === 'short')) {
          const { journal } = await open(disk, createFakeClock(Date.UTC(2026, 0, 2)));
          expect(journal.past.events.length, name).toBeGreaterThan(0);
        }
      },
    );
    expect(outcomes).toBeGreaterThan(100);
  });

  it('says once that the disk is full, and writes what waited when it is not', async () => {
    const memory = createMemoryDisk();
    let isFull = false;
    const disk: Disk = {
      ...memory,
      async open(...asked) {
        const file = await memory.open(...asked);
        const write: typeof file.write = (...written) =>
          isFull
            ? Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }))
            : file.write(...written);
        return { ...file, write };
      },
    };
    const { journal, clock, lines } = await open(disk);
    await settle(clock);
    isFull = true;
    for (let id = 1; id <= 3; id += 1) journal.take(change(id, 'begin'));
    await clock.advance(300_000);
    isFull = false;
    await clock.advance(60_000);
    expect(lines).toEqual([
      `WARNING Events would be lost in a restart: ${FOLDER} cannot be written: the disk is full.`,
      `INFO Events are kept in ${FOLDER} again.`,
    ]);
    expect(idsOf((await open(memory)).journal.past.events)).toEqual(['3 lasts', '2 lasts', '1 lasts']);
  });

  it.each(['the lock of another agent', 'a full disk', 'no permission'])(
    'writes what waited once the folder can be used: %s',
    async (obstacle) => {
      const disk = createMemoryDisk();
      const before = await open(disk);
      before.journal.take(change(5, 'begin'));
      await before.clock.advance(70_000);
      let isInTheWay = true;
      const held = Object.assign(
        new Error('another agent has it'),
        obstacle === 'the lock of another agent'
          ? {}
          : { code: obstacle === 'a full disk' ? 'ENOSPC' : 'EACCES' },
      );
      const { journal, clock, lines } = await open(
        disk,
        createFakeClock(before.clock.now() + 1000),
        async () => {
          if (isInTheWay) throw held;
          return freeLock();
        },
      );
      let past: PastAlerts | null = null;
      let opened = 0;
      journal.pastKnown.on((those) => (past = those));
      journal.readable.on(() => (opened += 1));
      expect(journal.obstacle).toMatch(/another agent has it|the disk is full|no permission|belongs to/);
      // An unused folder is read, although it is not writable.
      expect(journal.isReadable).toBe(obstacle !== 'the lock of another agent');
      expect(idsOf(journal.past.events)).toEqual(obstacle === 'the lock of another agent' ? [] : ['5 lasts']);
      const id = journal.past.lastId + 1;
      journal.take(change(id, 'begin'));
      await clock.advance(300_000);
      expect([disk.contents()[FILE]?.includes(`"id":${id},`), opened, lines.length]).toEqual([false, 0, 1]);
      isInTheWay = false;
      await clock.advance(10_000);
      expect([journal.obstacle, opened, lines.at(-1)]).toEqual([
        null,
        1,
        `INFO Events are kept in ${FOLDER} again.`,
      ]);
      expect(idsOf(journal.past.events)).toEqual(['5 lasts']);
      expect(past === null).toBe(obstacle !== 'the lock of another agent');
      await clock.advance(60_000);
      const next = await open(disk, createFakeClock(clock.now()));
      expect(idsOf(next.journal.past.events)).toEqual([`${id} lasts`, '5 lasts']);
    },
  );

  it('keeps a bounded number of lines for a folder that it cannot use', async () => {
    const disk = createMemoryDisk();
    let isHeld = true;
    const { journal, clock } = await open(disk, createFakeClock(), async () => {
      if (isHeld) throw new Error('held');
      return freeLock();
    });
    for (let id = 1; id <= 3000; id += 1) journal.take(change(id, 'end'));
    await clock.advance(60_000);
    isHeld = false;
    await clock.advance(60_000);
    expect(disk.contents()[FILE]?.split('\n')).toHaveLength(1001);
  });

  it('writes to the folder that is there, where it was removed or replaced', async () => {
    const disk = createMemoryDisk();
    const alerts = () => [stored(1, 'begin')];
    const { journal, clock, lines } = await open(disk, createFakeClock(), undefined, alerts);
    journal.take(change(1, 'begin'));
    await settle(clock);
    for (const path of disk.paths()) await disk.unlink(path);
    journal.take(change(2, 'begin'));
    await settle(clock);
    // Unsynced data is written again.
    expect(idsOf((await open(createMemoryDisk(disk.contents()))).journal.past.events)).toEqual([
      '2 lasts',
      '1 lasts',
    ]);
    await clock.advance(60_000);
    for (const path of disk.paths()) await disk.unlink(path);
    await clock.advance(60_000);
    expect(idsOf((await open(disk)).journal.past.events)).toEqual(['1 lasts']);
    expect(lines).toEqual([]);
  });

  it('writes no line again to a copy of the folder', async () => {
    const disk = createMemoryDisk();
    const { journal, clock } = await open(disk);
    journal.take(change(1, 'begin'));
    await settle(clock);
    await replaceFile(FILE, disk.bytesOf(FILE), { disk, isRoot: false });
    journal.take(change(2, 'begin'));
    await settle(clock);
    const ids = disk.contents()[FILE]?.match(/"id":\d|"mark":"\w+"/g);
    expect(ids).toEqual(['"mark":"start"', '"id":1', '"id":2']);
  });

  it('leaves a folder that another agent has taken, and returns after it', async () => {
    const disk = createMemoryDisk();
    let holder: 'this' | 'other' = 'this';
    const lock = async () => {
      if (holder === 'other') throw new Error('the other one has it');
      return { ...freeLock(), renew: async () => holder === 'this' };
    };
    const { journal, clock, lines } = await open(disk, createFakeClock(), lock);
    holder = 'other';
    await clock.advance(60_000);
    const size = disk.bytesOf(FILE).length;
    journal.take(change(1, 'begin'));
    await clock.advance(60_000);
    expect(disk.bytesOf(FILE)).toHaveLength(size);
    holder = 'this';
    await clock.advance(60_000);
    expect(disk.contents()[FILE]).toContain('"id":1,');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['WARNING', 'INFO']);
  });
});
