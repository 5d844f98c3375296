import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../test/support/full-run.ts';
import { CompactNumbers } from './compact-numbers.ts';

const numbers = fc.oneof(
  fc.integer({ min: -40_000, max: 40_000 }),
  fc.integer({ min: -400, max: 4000 }).map((tenths) => tenths / 10),
  fc.integer({ max: 2 ** 40 }).map((pages) => pages * 4096),
  fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
  fc.double(),
  fc.constantFrom(Number.NaN, -0, 0, -0x8000, 0x7fff, -0x80000000, 0x7fffffff, Infinity),
);

describe('packed numbers', () => {
  it('are those that were set, whatever comes after them', () => {
    const sets = fc.array(fc.tuple(fc.nat({ max: 7 }), numbers), { maxLength: 60 });
    fc.assert(
      fc.property(sets, fc.nat({ max: 60 }), (all, growAt) => {
        const [packed, plain] = [new CompactNumbers(8), Array.from({ length: 8 }, () => Number.NaN)];
        for (const [step, [slot, value]] of all.entries()) {
          if (step === growAt) packed.grow(16);
          packed.set(slot, value);
          plain[slot] = value;
        }
        expect(plain.map((_, slot) => packed.at(slot))).toEqual(plain);
      }),
      { numRuns: tries(400) },
    );
  });

  it('know times of years in one ring, and those a clock jumps to', () => {
    const packed = new CompactNumbers(4);
    const times = [1_700_000_000_000, 1_700_000_002_000, 1_900_000_000_000, 5];
    for (const [slot, time] of times.entries()) packed.set(slot, time);
    expect(times.map((_, slot) => packed.at(slot))).toEqual(times);
  });
});
