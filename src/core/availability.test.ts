import { describe, expect, it } from 'vitest';
import { createAvailability } from './availability.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 25, 12, 30);

describe('availability', () => {
  it('is the successful share of the measured time', () => {
    const { record, percent } = createAvailability();
    expect(percent('a', NOW, DAY)).toBeNull();
    record('a', NOW, 90_000, true);
    record('a', NOW, 30_000, false);
    record('b', NOW, 1, false);
    expect(percent('a', NOW, DAY)).toBe(75);
    expect(percent('b', NOW, DAY)).toBe(0);
  });

  it('is 100 only without a failure', () => {
    const { record, percent } = createAvailability();
    record('a', NOW, 30 * DAY, true);
    expect(percent('a', NOW, DAY)).toBe(100);
    record('a', NOW, 1, false);
    expect(percent('a', NOW, DAY)).toBe(99.999);
  });

  it('forgets hours that are over, in any order of their coming', () => {
    const { record, seed, percent } = createAvailability();
    record('a', NOW, 1000, true);
    seed(
      'a',
      [40, 10, 3].map((days) => ({ time: NOW - days * DAY, up: 0, coveredMs: 1000 })),
    );
    expect(percent('a', NOW, DAY)).toBe(100);
    expect(percent('a', NOW, 7 * DAY)).toBe(50);
    expect(percent('a', NOW, 30 * DAY)).toBe(33.333);
  });

  it('keeps a month in memory', () => {
    const { record, percent } = createAvailability();
    for (let hour = 0; hour < 2000; hour += 1) record('a', NOW + hour * HOUR, 1000, hour > 1200);
    expect(percent('a', NOW + 2000 * HOUR, 3000 * HOUR)).toBeGreaterThan(95);
  });
});
