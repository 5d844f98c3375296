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
    const values = () => ({ total: 1 });
    await rig.sample(60, values);
    // The monotonic clock is stopped.
    clock.step(3_600_000);
    suspended += 3_600_000;
    await rig.sample(60, values);
    expect(rig.marks).toEqual(['suspend 3600 s']);
    clock.step(600_000 - 7_200_000);
    suspended += 600_000;
    await rig.sample(60, values);
    clock.step(60_000);
    await rig.sample(60, values);
    expect(rig.marks.slice(1)).toEqual(['suspend 600 s', 'clock -7200 s', 'clock +60 s']);
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
