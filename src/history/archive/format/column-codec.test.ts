import { array, assert, constantFrom, double, integer, oneof, property, tuple, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/support/full-run.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { ColumnCodec } from './column-codec.ts';
import { DamageError } from './damage.ts';

const encode = (values: readonly number[]): Uint8Array => {
  const writer = new ByteWriter(16);
  new ColumnCodec().write(writer, Float64Array.from(values), values.length);
  return Uint8Array.from(writer.view());
};

const decode = (bytes: Uint8Array, room = 4096): number[] => {
  const out = new Float64Array(room);
  const reader = new ByteReader(bytes);
  const count = new ColumnCodec().read(reader, out);
  expect(reader.at).toBe(bytes.length);
  return [...out.subarray(0, count)];
};

/** -0 and 0 are one value, infinities are gaps. */
const plain = (values: readonly number[]) =>
  values.map((value) => (Number.isFinite(value) ? value + 0 : Number.NaN));

describe('columns', () => {
  it.each([
    ['nothing', []],
    ['one', [5]],
    ['constants', [7.5, 7.5, 7.5]],
    ['gaps', [Number.NaN, 1, 2, Number.NaN, Number.NaN, 3, Number.NaN]],
    ['only gaps', [Number.NaN, Number.NaN]],
    ['memory in pages', [4096, 8192, 40_960, 4096 * 123_456]],
    ['far apart', [0, 2 ** 45, -(2 ** 45)]],
    ['long jumps', [0, 2 ** 31 - 1, 0, 1, 0, 0, 2 ** 30]],
    ['tiny', [1e-12, 5e-324, 1e300]],
    ['percent', Array.from({ length: 300 }, (_, index) => ((index * 7919) % 1000) / 10)],
  ])('give back %s', (_, values) => {
    expect(decode(encode(values))).toEqual(plain(values));
  });

  it('give back whole numbers and short decimals exactly', () => {
    const number = tuple(integer({ min: -(2 ** 40), max: 2 ** 40 }), integer({ min: 0, max: 3 })).map(
      ([whole, digits]) => whole / 10 ** digits,
    );
    const gap = constantFrom(Number.NaN, Infinity);
    const values = array(oneof({ arbitrary: number, weight: 9 }, gap), { maxLength: 300 });
    assert(
      property(values, (column) => {
        expect(decode(encode(column))).toEqual(plain(column));
      }),
    );
  });

  it('give back other numbers to seven digits', () => {
    assert(
      property(array(double(), { maxLength: 200 }), (column) => {
        const back = decode(encode(column));
        for (const [index, value] of plain(column).entries()) {
          if (Number.isNaN(value)) expect(back[index]).toBeNaN();
          else
            expect(Math.abs((back[index] as number) - value)).toBeLessThanOrEqual(Math.abs(value) * 5.1e-7);
        }
      }),
    );
  });

  it('keep the digits of small fractions', () => {
    expect(decode(encode([0.0274658203125, 0.1]))).toEqual([0.02746582, 0.1]);
  });

  it('need little for steady values', () => {
    expect(encode(Array.from({ length: 1800 }, () => 42)).length).toBeLessThan(8);
    expect(encode(Array.from({ length: 1800 }, (_, index) => index * 4096)).length).toBeLessThan(750);
  });

  it('end in a value or a DamageError whatever the bytes', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          new ColumnCodec().read(new ByteReader(bytes), new Float64Array(4096));
        } catch (error) {
          expect(error).toBeInstanceOf(DamageError);
        }
      }),
      { numRuns: tries(2000) },
    );
  });

  it('are told apart from those cut short', () => {
    const bytes = encode(Array.from({ length: 100 }, (_, index) => (index * 37) % 101));
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decode(bytes.subarray(0, length))).toThrow(DamageError);
  });
});
