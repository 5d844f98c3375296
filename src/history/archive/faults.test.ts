/** The main test of the archive: whichever disk call fails, no acknowledged sample is lost, and no value is wrong. */
import { beforeAll, describe, expect, it } from 'vitest';
import { FOLDER, openRig } from '../../../test/support/archive-rig.ts';
import { failAtEveryCall } from '../../../test/support/failing-disk.ts';
import { isFull } from '../../../test/support/full-run.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../test/support/memory-disk.ts';
import type { Disk } from '../../core/files/disk.ts';

const PACE_MS = 60_000;
const MINUTE = 60_000;
/** The day before has two hours; when this hour is closed, that day is due. */
const BEFORE = Date.UTC(2026, 10, 21, 22);
const START = Date.UTC(2026, 10, 22, 0, 58);
const MINUTES = 3;

const valueAt = (time: number): number => Math.round((time / 1000) % 977) / 10;
const sampleAt = (time: number) => ({ total: valueAt(time) });

let base: Record<string, Buffer> = {};

beforeAll(async () => {
  const disk = createMemoryDisk();
  const rig = await openRig({ disk, start: BEFORE, paceMs: PACE_MS });
  await rig.sample(2 * 3600 + 120, sampleAt);
  await rig.archive.stop();
  base = Object.fromEntries(disk.paths().map((path) => [path, disk.bytesOf(path)]));
});

/** A few minutes over the full hour, when the hour is closed and the day before is made; the times up to which samples were acknowledged. */
async function work(disk: Disk, acknowledged: number[]): Promise<void> {
  const rig = await openRig({ disk, start: START, paceMs: PACE_MS });
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await rig.sample(60, sampleAt);
    if (rig.archive.status.state === 'ok') acknowledged.push(rig.archive.lastWritten ?? 0);
  }
  await rig.archive.stop();
}

/** The content as another process finds it. */
async function check(disk: MemoryDisk, acknowledged: number, name: string): Promise<void> {
  const clock = createFakeClock(START + 20 * MINUTE);
  const rig = await openRig({ disk, clock, paceMs: PACE_MS, historySize: 1 });
  expect(rig.archive.status.state, name).toBe('ok');
  const from = BEFORE;
  const to = START + 10 * MINUTE;
  const { min, max } = await rig.read('cpu/total', { from, to, step: PACE_MS });
  const isRight = (value: number | null, row: number): boolean => {
    const time = from + row * PACE_MS;
    const isOld = time > BEFORE && time <= BEFORE + 7_320_000;
    const isNew = time > START && time <= acknowledged;
    if (value === null) return !isOld && !isNew;
    // Where the day has been made, its minutes of the day before may still be read from the hours.
    return (value === valueAt(time) || value === valueAt(time + PACE_MS)) && min[row] === value;
  };
  const wrong = [...max.entries()].filter(([row, value]) => !isRight(value, row));
  const described = wrong.map(([row, value]) => [
    new Date(from + row * PACE_MS).toISOString(),
    value,
    min[row],
  ]);
  expect(described, name).toEqual([]);
}

describe('an archive on a disk that fails', () => {
  it('loses nothing that was acknowledged, and repeats nothing', async () => {
    let acknowledged: number[] = [];
    let outcome = 0;
    const outcomes = await failAtEveryCall(
      () => createMemoryDisk(base),
      (disk) => {
        acknowledged = [];
        return work(disk, acknowledged);
      },
      async ({ name, fault, disk, cuts }) => {
        const last = acknowledged.at(-1) ?? 0;
        outcome += 1;
        // As it is, or after a power cut in one of its two ways, in turn.
        const found = isFull ? [disk, cuts[outcome % 2]] : [[disk, ...cuts][outcome % 3]];
        for (const one of found) await check(one as MemoryDisk, last, name);
        // One fault costs one attempt: the next one, or the end, writes the rest.
        if (fault === 'EIO' || fault === 'ENOSPC' || fault === 'short')
          expect(last, name).toBeGreaterThanOrEqual(START + (MINUTES - 1) * MINUTE);
      },
      isFull ? 5 : 1,
    );
    expect(outcomes).toBeGreaterThan(isFull ? 200 : 40);
    expect(Object.keys(base)).toContain(`${FOLDER}/hour-20261121T22.gar`);
  });
});
