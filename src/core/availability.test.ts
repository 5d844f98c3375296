import { describe, expect, it } from 'vitest';
import { createAvailability } from './availability.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 25, 12, 30);

describe('availability', () => {
  it('is the successful share of the measured time', () => {
    const { record, shares } = createAvailability();
    expect(shares('a', NOW)).toEqual({ day: null, week: null, month: null });
    record('a', NOW, 90_000, true);
    record('a', NOW, 30_000, false);
    record('b', NOW, 1, false);
    expect(shares('a', NOW)).toEqual({ day: 75, week: 75, month: 75 });
    expect(shares('b', NOW).day).toBe(0);
  });

  it('is 100 only without a failure', () => {
    const { record, shares } = createAvailability();
    record('a', NOW, 30 * DAY, true);
    expect(shares('a', NOW).day).toBe(100);
    record('a', NOW, 1, false);
    expect(shares('a', NOW).day).toBe(99.999);
  });

  it('forgets hours that are over, in any order of their coming', () => {
    const { record, seed, shares } = createAvailability();
    record('a', NOW, 1000, true);
    seed(
      'a',
      [40, 30, 10, 3].map((days) => ({ time: NOW - days * DAY, up: 0, coveredMs: 1000 })),
    );
    expect(shares('a', NOW)).toEqual({ day: 100, week: 50, month: 33.333 });
    expect(shares('a', NOW + 2 * DAY)).toEqual({ day: null, week: 50, month: 33.333 });
    expect(shares('a', NOW + 40 * DAY).month).toBeNull();
  });

  it('goes on for longer than its memory', () => {
    const { record, shares } = createAvailability();
    for (let hour = 0; hour < 2000; hour += 1) record('a', NOW + hour * HOUR, 1000, hour >= 1990);
    expect(shares('a', NOW + 1999 * HOUR)).toEqual({ day: 41.666, week: 5.952, month: 1.388 });
  });
});
