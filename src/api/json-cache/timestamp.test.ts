import { describe, expect, it } from 'vitest';
import { formatTimestamp } from './timestamp.ts';

describe('formatTimestamp', () => {
  it.each([
    [Date.UTC(2026, 10, 21, 0, 52, 9) + 595.79, '2026-11-21T00:52:09.595790+00:00'],
    [Date.UTC(2026, 10, 21, 0, 52, 9), '2026-11-21T00:52:09.000000+00:00'],
    [Date.UTC(2026, 10, 21, 0, 52, 9) + 999.9999, '2026-11-21T00:52:10.000000+00:00'],
    [0.001, '1970-01-01T00:00:00.000001+00:00'],
  ])('%f', (time, expected) => {
    expect(formatTimestamp(time)).toBe(expected);
  });
});
