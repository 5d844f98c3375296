import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { NOON, openRig } from '../../../test/support/archive-rig.ts';
import { PACE, tiers } from '../../../test/support/bounds-rig.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk } from '../../../test/support/memory-disk.ts';

const HOUR = 3_600_000;

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

  it('tells a machine that was suspended from a clock that was set', async () => {
    const clock = createFakeClock(NOON);
    let suspended = 0;
    const sinceBoot = () => ({ boot: 'a', uptime: 1e6 + clock.monotonic() + suspended });
    const rig = await openRig({ clock, sinceBoot });
    const ones = () => ({ total: 1 });
    await rig.sample(60, ones);
    // The monotonic clock is stopped.
    clock.step(3_600_000);
    suspended += 3_600_000;
    await rig.sample(60, ones);
    expect(rig.marks).toEqual(['suspend 3600 s']);
    clock.step(600_000 - 7_200_000);
    suspended += 600_000;
    await rig.sample(60, ones);
    clock.step(60_000);
    await rig.sample(60, ones);
    expect(rig.marks.slice(1)).toEqual(['suspend 600 s', 'clock -7200 s', 'clock +60 s']);
  });

  const BOUNDS = { maxBytes: 1e9, ages: { hour: 6 * HOUR, day: 9000 * 24 * HOUR, month: 9000 * 24 * HOUR } };
  const YEARS = 3650 * 24 * HOUR;

  /** Hours of minutes, then ten years ahead. */
  async function wrongClock() {
    const disk = createMemoryDisk();
    const rig = await openRig({ disk, paceMs: 60_000, historySize: 60, bounds: BOUNDS });
    const sample = (seconds: number) => rig.sample(seconds, () => ({ total: 1 }));
    await sample(10.5 * 3600);
    const before = tiers(disk);
    rig.clock.step(YEARS);
    await sample(120);
    return { ...rig, disk, before, sample, logged: [...rig.log] };
  }

  it('delete nothing while they are wrong, and say so', async () => {
    const { archive, clock, disk, before, sample, read, log, logged } = await wrongClock();
    const young = before.slice(-6);
    expect(tiers(disk)).toEqual(expect.arrayContaining(young));
    const notice = expect.stringMatching(/^Files .*\(\d+\) stay for a day: it was set forward/) as string;
    expect([archive.status.state, archive.notice]).toEqual(['ok', notice]);
    expect(logged).toEqual([expect.stringMatching(/^WARNING Files of the history that are too old/)]);
    clock.step(-YEARS);
    await sample(120);
    expect(tiers(disk)).toEqual(expect.arrayContaining(young));
    expect(archive.notice).toBeNull();
    expect(log).toEqual([...logged, expect.stringMatching(/^INFO No file of the history is held back/)]);
    const minutes = { from: NOON + HOUR, to: NOON + 10 * HOUR, step: 60_000 };
    expect((await read('cpu/total', minutes)).avg).not.toContain(null);
  });

  it('delete what is too old once they have gone on for a day', async () => {
    const { archive, clock, disk, before, sample } = await wrongClock();
    expect(archive.notice).not.toBeNull();
    clock.skip(24 * HOUR);
    await sample(120);
    expect(tiers(disk).filter((name) => before.includes(name))).toEqual([]);
    expect(archive.notice).toBeNull();
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
          // A sample also covers up to three refresh periods before it.
          const known = [0, 1, 2, 3].flatMap((later) => recorded.get(time + later * PACE) ?? []);
          const isOfThen = value === null || (value >= Math.min(...known) && value <= Math.max(...known));
          expect(isOfThen, `${row}: ${value}`).toBe(true);
          if (recorded.get(time)?.length === 1 && fresh.has(time)) expect(value).toBe(fresh.get(time));
        }
        expect(rig.archive.status.state).toBe('ok');
        expect(rig.log).toEqual([]);
      }),
      {
        numRuns: tries(30),
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
