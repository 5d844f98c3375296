import { describe, expect, it } from 'vitest';
import { ioRates } from './process-io.ts';

describe('I/O rates', () => {
  it.each([
    [[50, 20, 40, 10, 1], 2, { read: 5, write: 5 }],
    [[50, 20, 0, 0, 0], 2, null],
    [[0, 0, 0, 0, 0, 100, 8, 50, 8, 1], 2, { read: 25, write: 0 }],
    [[5, 5, 9, 9, 1], 2, { read: 0, write: 0 }],
    [[1, 2, 3, 4, 1], 0, null],
    [[1, 2], 2, null],
    [null, 2, null],
  ])('of %j in %i s', (io_counters, time_since_update, expected) => {
    expect(ioRates({ io_counters, time_since_update })).toEqual(expected);
  });

  it('are none without the fields', () => {
    expect(ioRates({})).toBeNull();
  });
});
