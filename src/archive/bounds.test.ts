/** The bounds of an archive, clocks that jump, and files that it does not know. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesOf, FOLDER, NOON, openRig } from '../../test/support/archive-rig.ts';
import { createMemoryDisk } from '../../test/support/memory-disk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PACE = 10_000;
/** Long enough that each file has some bytes. */
const values = (time: number) => ({ total: (time / PACE) % 977, idle: (time / 7) % 1013 });
const tiers = (disk: ReturnType<typeof createMemoryDisk>): string[] =>
  filesOf(disk).filter((name) => name.endsWith('.gar'));

describe('the bounds of an archive', () => {
  it('are kept by size: never more than a file above it, the last closed hour stays', async () => {
    const disk = createMemoryDisk();
    const maxBytes = 60_000;
    const bounds = { maxBytes, ages: { hour: 2 * DAY, day: 90 * DAY, month: 1800 * DAY } };
    const rig = await openRig({ disk, bounds, paceMs: PACE, historySize: 60 });
    let largest = 0;
    for (let hour = 0; hour < 30; hour += 1) {
      await rig.sample(3600, values);
      const sizes = tiers(disk).map((name) => disk.bytesOf(`${FOLDER}/${name}`).length);
      largest = Math.max(largest, ...sizes);
      expect(rig.archive.bytes, `${hour}`).toBeLessThanOrEqual(maxBytes + largest);
    }
    const hours = tiers(disk).filter((name) => name.startsWith('hour'));
    expect(hours.length).toBeGreaterThan(0);
    expect(hours.length).toBeLessThan(20);
    // Minutes of what went are in the days.
    const from = NOON + 4 * HOUR;
    const { avg } = await rig.read('cpu/total', { from, to: from + HOUR, step: 60_000 });
    expect(avg.every((value) => value !== null)).toBe(true);
  });

  it('are kept by age', async () => {
    const disk = createMemoryDisk();
    const bounds = { maxBytes: 1e9, ages: { hour: 6 * HOUR, day: 90 * DAY, month: 1800 * DAY } };
    const rig = await openRig({ disk, bounds, paceMs: PACE, historySize: 60 });
    await rig.sample(30 * 3600, values);
    expect(tiers(disk).find((name) => name.startsWith('hour'))).toBe('hour-20261123T00.gar');
    expect(tiers(disk)).toContain('day-20261122.gar');
  });

  it('leave room on the disk: old samples go first, then it pauses and says so, and goes on', async () => {
    const disk = createMemoryDisk();
    let free = 1e12;
    const room = async () => ({ free, total: 1e13 });
    const rig = await openRig({ disk, room, paceMs: PACE, historySize: 360 });
    await rig.sample(4 * 3600, values);
    const before = tiers(disk).length;
    free = 0;
    await rig.archive.flush();
    expect(tiers(disk).length).toBeLessThan(before);
    expect(rig.archive.status.state).toBe('paused');
    expect(rig.archive.status.reason).toContain('0 MB left');
    await rig.sample(600, values);
    free = 1e12;
    await rig.archive.flush();
    expect(rig.archive.status).toEqual({ state: 'ok', reason: null });
    expect(rig.marks.map((mark) => mark.split(' ')[0])).toEqual(['paused', 'resumed']);
    // Memory held what was sampled meanwhile.
    const from = rig.clock.now() - 600_000 + PACE;
    const { avg } = await rig.read('cpu/total', { from, to: from + 500_000, step: PACE });
    expect(avg.every((value) => value !== null)).toBe(true);
  });
});

describe('clocks that jump', () => {
  it('make a further file of an hour that exists, whose values count', async () => {
    const disk = createMemoryDisk();
    const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
    await rig.sample(2 * 3600, () => ({ total: 1 }));
    rig.clock.step(-2 * HOUR);
    await rig.sample(2 * 3600, () => ({ total: 2 }));
    expect(rig.marks).toEqual(['clock -7200 s']);
    expect(tiers(disk)).toContain('hour-20261122T12.1.gar');
    const { avg } = await rig.read('cpu/total', { from: NOON, to: NOON + HOUR, step: 60_000 });
    expect(new Set(avg.slice(1))).toEqual(new Set([2]));
  });

  it('lose no sample that has a place, and never mix up which counts', async () => {
    const jumps = fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 50 }), by: fc.integer({ min: -180, max: 180 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(jumps, async (steps) => {
        const rig = await openRig({ paceMs: PACE, historySize: 20 });
        const recorded = new Map<number, number[]>();
        const fresh = new Map<number, number>();
        let [count, newest] = [0, 0];
        for (const { minutes, by } of steps) {
          await rig.sample(minutes * 60, (time) => {
            count += 1;
            recorded.set(time, [...(recorded.get(time) ?? []), count]);
            if (time > newest) fresh.set(time, count);
            newest = Math.max(newest, time);
            return { total: count };
          });
          await rig.archive.flush();
          rig.clock.step(by * 60_000);
        }
        const [first, end] = [Math.min(...recorded.keys()), newest];
        const { avg } = await rig.read('cpu/total', { from: first, to: end + PACE, step: PACE });
        for (const [row, value] of avg.entries()) {
          const time = first + row * PACE;
          // A sample stands for up to three refresh periods before it, too.
          const known = [0, 1, 2, 3].flatMap((later) => recorded.get(time + later * PACE) ?? []);
          const isOfThen = value === null || (value >= Math.min(...known) && value <= Math.max(...known));
          expect(isOfThen, `${row}: ${value}`).toBe(true);
          if (recorded.get(time)?.length === 1 && fresh.has(time)) expect(value).toBe(fresh.get(time));
        }
        expect(rig.archive.status.state).toBe('ok');
        expect(rig.log).toEqual([]);
      }),
      {
        numRuns: 30,
        examples: [
          [
            [
              { minutes: 50, by: -3 },
              { minutes: 16, by: -4 },
              { minutes: 1, by: 0 },
            ],
          ],
        ],
      },
    );
  });
});

describe('files that are not its own', () => {
  it('are left alone: those of a newer version, and foreign ones', async () => {
    const disk = createMemoryDisk({
      [`${FOLDER}/hour-20261122T08.gar`]: `GANDAR2\n${'x'.repeat(100)}GANDAR2\n`,
      [`${FOLDER}/notes.txt`]: 'mine',
      [`${FOLDER}/hour-20261122T09.gar.new`]: 'a draft of a process that ended',
    });
    const rig = await openRig({ disk });
    await rig.sample(120, values);
    const read = await rig.read('cpu/total', { from: NOON - 5 * HOUR, to: NOON, step: 60_000 });
    expect(read.avg.every((value) => value === null)).toBe(true);
    expect(rig.archive.folder).toMatchObject({ newer: 1, damaged: 0 });
    expect(filesOf(disk)).toEqual(expect.arrayContaining(['hour-20261122T08.gar', 'notes.txt']));
    expect(filesOf(disk)).not.toContain('hour-20261122T09.gar.new');
  });

  it('go when they are of the future for a day', async () => {
    const disk = createMemoryDisk();
    const wrong = await openRig({ disk, start: NOON + 300 * DAY, paceMs: PACE, historySize: 60 });
    await wrong.sample(2 * 3600, values);
    await wrong.archive.stop();
    const future = tiers(disk);
    expect(future.length).toBeGreaterThan(0);
    const rig = await openRig({ disk, paceMs: PACE, historySize: 60 });
    await rig.sample(20 * 3600, values);
    expect(tiers(disk)).toEqual(expect.arrayContaining(future));
    await rig.sample(6 * 3600, values);
    expect(tiers(disk).filter((name) => future.includes(name))).toEqual([]);
  });
});
