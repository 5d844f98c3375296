/** Entries that cannot be read, and failed opens: what is good is read, and nothing stays open. */
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBad } from '../../../test/support/bad-files.ts';
import { FOLDER, NOON, openRig, type RigOptions } from '../../../test/support/archive-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { readBetween } from '../events/between.ts';
import { createEventJournal } from '../events/journal.ts';

const HOUR = 3_600_000;
/** What used the machine in this minute. */
const PROGRAMS = {
  // eslint-disable-next-line require-yield -- nothing is slow
  *take() {
    return { time: NOON + 4 * HOUR, seconds: 60, cpu: [], memory: [], io: [], faults: [], swap: [] };
  },
};

/** An archive on the real disk. */
const open = (path: string, more: RigOptions = {}) =>
  openRig({ disk: nodeDisk, path, paceMs: 60_000, historySize: 60, ...more });

/** Four hours on a disk in memory. */
async function makeHours(): Promise<MemoryDisk> {
  const disk = createMemoryDisk();
  const rig = await open(FOLDER, { disk });
  await rig.sample(4 * 3600 + 120, () => ({ total: 1 }));
  await rig.archive.stop();
  return disk;
}
let made: Promise<MemoryDisk> | null = null;

/** A copy of them. */
async function fourHours() {
  const path = join(temporaryTree(), 'archive');
  mkdirSync(path);
  const disk = await (made ??= makeHours());
  for (const file of disk.paths())
    writeFileSync(join(path, file.slice(FOLDER.length + 1)), disk.bytesOf(file));
  const clock = createFakeClock(NOON);
  clock.skip(4 * HOUR + 120_000);
  return { path, clock };
}

const ODD = ['a folder', 'a pipe', 'a loop of links'] as const;

const NAMES = [
  'hour-20261122T13.gar',
  'day-20261121.gar',
  'month-202610.gar',
  'head-20261122T16.log',
  'head-20261122T09.log',
  'top/top-20261122.jsonl',
  'top/top-20261121.jsonl',
  'top/top-20261120.jsonl.gz',
  'events/events-202611.jsonl',
];

describe.each(ODD)('%s', (way) => {
  // In `npm test`, each name in one way.
  const names = NAMES.filter((_, index) => isFull || index % ODD.length === ODD.indexOf(way));
  it.each(names)('in the place of %s costs its own values alone', async (name) => {
    const { path, clock } = await fourHours();
    makeBad(way, join(path, name), '');
    const { archive, log, sample, read } = await open(path, { clock, programs: PROGRAMS as never });
    await sample(300, () => ({ total: 1 }));
    expect(archive.status).toEqual({ state: 'ok', reason: null });
    const { avg } = await read('cpu/total', { from: NOON + 60_000, to: NOON + 4 * HOUR, step: HOUR / 4 });
    expect(avg.filter((value) => value === null)).toHaveLength(name.includes('T13.gar') ? 3 : 0);
    await archive.topAt(NOON);
    const isUsed = !/top-202611(20|21)|events/.test(name) && !/(day|month)-/.test(name);
    const file = name.replace(/.*\//, '');
    if (isUsed) expect(archive.notice).toMatch(new RegExp(`^${file} cannot be read: it is |^${file}.*link`));
    expect(log.filter((line) => line.includes(file)).length).toBeLessThanOrEqual(1);
    await archive.stop();
  });

  it('in the place of a month of events is a gap with a reason', async () => {
    const folder = temporaryTree();
    const clock = createFakeClock(NOON);
    const lock = async () => ({ isHeld: async () => true, renew: async () => true, release: async () => {} });
    const journal = createEventJournal({ folder, clock, log: () => {}, lock, disk: nodeDisk });
    await journal.start();
    await journal.stop();
    makeBad(way, join(folder, 'events-202610.jsonl'), '');
    const { marks, missing } = await readBetween(folder, NOON - 40 * 24 * HOUR, NOON + HOUR, nodeDisk);
    expect(marks.map(({ kind }) => kind)).toEqual(['start', 'stop']);
    expect(missing).toContain('events-202610.jsonl cannot be read');
  });
});

/** Descriptors of this process below a folder. */
const openBelow = (path: string): string[] =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(path);
    } catch {
      return false;
    }
  });

describe('an open that fails', () => {
  /** A disk of which one call after the other fails. */
  const failing = (at: number): Disk => {
    let calls = 0;
    const may = (): void => {
      calls += 1;
      if (calls === at) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    return {
      ...nodeDisk,
      async open(...asked) {
        may();
        const file = await nodeDisk.open(...asked);
        return {
          ...file,
          read: async (...read) => {
            may();
            return file.read(...read);
          },
          stat: async () => {
            may();
            return file.stat();
          },
          write: async (...written) => {
            may();
            return file.write(...written);
          },
          sync: async () => {
            may();
            return file.sync();
          },
          datasync: async () => {
            may();
            return file.datasync();
          },
          truncate: (size) => file.truncate(size),
          chmod: (mode) => file.chmod(mode),
          chown: (uid, gid) => file.chown(uid, gid),
          close: () => file.close(),
        };
      },
    };
  };

  it('leaves nothing open, whichever call it is', async () => {
    const { path, clock } = await fourHours();
    const before = openBelow(path);
    expect(before).toEqual([]);
    for (let at = 1; at <= 40; at += isFull ? 1 : 3) {
      const { archive } = await open(path, { clock, disk: failing(at) });
      await archive.flush();
      await archive.stop();
      expect(openBelow(path), `call ${at}`).toEqual([]);
    }
  });

  it.each(ODD)('leaves nothing open where %s is in the place of each file', async (way) => {
    const { path, clock } = await fourHours();
    for (const name of ['lock', ...readdirSync(path).filter((name) => /\.(gar|log)$/.test(name))])
      makeBad(way, join(path, name), '');
    const { archive } = await open(path, { clock });
    await archive.flush();
    await archive.stop();
    expect(openBelow(path)).toEqual([]);
  });
});
