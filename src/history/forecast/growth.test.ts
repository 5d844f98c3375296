import { describe, expect, it } from 'vitest';
import { firstOf, isFull } from '../../../test/support/full-run.ts';
import {
  createRandom,
  flatSeries,
  FLAT_KINDS,
  growingDisk,
  type GrowingDisk,
} from '../../../test/support/filling.ts';
import { type Growth, growthOf, HOURS } from './growth.ts';

const DAY = 24;
const WEEK = 7 * DAY;
/** Percent of the disk. */
const SIZE = 100;
const line = (hours: number, perDay: number, begin = 50): Float64Array =>
  Float64Array.from({ length: hours }, (_, hour) => begin + (perDay / DAY) * hour);

describe('growthOf', () => {
  it('finds the slope of a line, and when it is at the limit', () => {
    const growth = growthOf(line(HOURS, 1), 74, SIZE) as Growth;
    expect(growth.likely * DAY).toBeCloseTo(1, 6);
    expect(growth.until / DAY).toBeCloseTo(10, 0);
    expect(growth.from).toBeLessThanOrEqual(growth.until);
    expect(growth.to).toBeGreaterThanOrEqual(growth.until);
    expect(growth.to / growth.from).toBeLessThan(1.6);
  });

  it.each([
    ['nothing', new Float64Array(HOURS).fill(Number.NaN)],
    ['two days', line(2 * DAY, 1)],
    ['a constant', line(HOURS, 0)],
    ['what gets less', line(HOURS, -1)],
  ])('predicts nothing from %s', (_, hours) => {
    expect(growthOf(hours, 100, SIZE)).toBeNull();
  });

  it('needs three days', () => {
    expect(growthOf(line(3 * DAY, 1), 100, SIZE)).not.toBeNull();
    expect(growthOf(line(3 * DAY - 1, 1), 100, SIZE)).toBeNull();
  });

  it('goes on over hours that are not known', () => {
    const asleep = line(HOURS, 1).map((value, hour) => (hour % DAY < 14 ? value : Number.NaN));
    expect((growthOf(asleep, 100, SIZE) as Growth).likely * DAY).toBeCloseTo(1, 1);
  });

  it('is split by a clean-up', () => {
    const cleaned = line(HOURS, 1).map((value, hour) => (hour < 200 ? value : value - 8));
    const growth = growthOf(cleaned, 100, SIZE) as Growth;
    expect([growth.likely * DAY, growth.cleanUps]).toEqual([expect.closeTo(1, 1), 1]);
  });

  it('predicts nothing where clean-ups keep up with the growth', () => {
    const weekly = Float64Array.from(
      { length: HOURS },
      (_, hour) => 60 + (10 * ((hour + 30) % (WEEK / 2))) / WEEK,
    );
    expect(growthOf(weekly, 100, SIZE)).toBeNull();
  });

  it('judges a daily saw-tooth by its minima', () => {
    const saw = line(HOURS, 0.5).map((value, hour) => value + (10 * ((hour + 7) % DAY)) / DAY);
    const growth = growthOf(saw, 100, SIZE) as Growth;
    expect([growth.likely * DAY, growth.cleanUps]).toEqual([expect.closeTo(0.5, 1), 0]);
    const flat = saw.map((value, hour) => value - (0.5 / DAY) * hour);
    expect(growthOf(flat, 100, SIZE)).toBeNull();
  });
});

/** Shares of the seeds: with a forecast, and of these with the truth between its ends. */
function shares(
  more: Partial<GrowingDisk>,
  truth: 'steady' | 'filled',
): { predicted: number; right: number } {
  let [predicted, right] = [0, 0];
  for (let seed = 1; seed <= 200; seed += 1) {
    const disk = growingDisk(seed, more);
    const growth = growthOf(disk.hours, disk.limit, SIZE);
    if (growth === null) continue;
    predicted += 1;
    if (disk[truth] >= growth.from * 0.999 && disk[truth] <= growth.to * 1.001) right += 1;
  }
  return { predicted: predicted / 200, right: right / predicted };
}

describe('growth with bursts and clean-ups, 200 seeds', () => {
  const disks = firstOf<[string, Partial<GrowingDisk>]>('more simulated disks', 2, [
    ['bursts, clean-ups and temporary files', {}],
    ['steady', { bursts: 0, cleanUps: 0, files: 0 }],
    ['bursts', { cleanUps: 0, files: 0 }],
    ['clean-ups', { bursts: 0, files: 0 }],
    ['the same with a saw-tooth', { saw: 2 }],
    ['the same, within two days', { days: 1.5 }],
    ['the same, within two months', { days: 60 }],
    ['a week of history', { length: WEEK }],
  ]);
  it.each(disks)('has the truth in nine of ten intervals: %s', (_, disk) => {
    const steady = shares(disk, 'steady');
    const filled = shares(disk, 'filled');
    expect(steady.predicted).toBeGreaterThan(0.85);
    expect(Math.min(steady.right, filled.right)).toBeGreaterThanOrEqual(0.9);
  });
});

describe('flat series', () => {
  /** Of each kind: a thousand weeks in the full run. */
  const weeks = isFull ? 128 : 12;

  it.each(Object.keys(FLAT_KINDS))('is never full within three days: %s', (kind) => {
    let warned = 0;
    for (let seed = 1; seed <= weeks / 4; seed += 1) {
      const { hours, isFilled } = flatSeries(
        kind as keyof typeof FLAT_KINDS,
        createRandom(seed),
        HOURS + 4 * WEEK,
      );
      for (let end = HOURS; end <= hours.length; end += isFull ? 4 : 12) {
        if (isFilled(end)) continue;
        const growth = growthOf(hours.subarray(end - HOURS, end), SIZE, SIZE);
        if (growth !== null && growth.until <= 3 * DAY) warned += 1;
      }
    }
    expect(warned).toBe(0);
  });
});
