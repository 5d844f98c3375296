import { describe, expect, it } from 'vitest';
import { alignPoints, csvOf, cutColumns, figuresOf, measuredRows, rowAt } from './chart-data.ts';

describe('alignPoints', () => {
  it('puts samples of one tick into one row, and leaves gaps', () => {
    const columns = alignPoints([
      [
        [1000, 1],
        [3000, 2],
        [5000, Number.NaN],
      ],
      [
        [1200, 10],
        [5100, 30],
      ],
    ]);
    expect(columns).toEqual([
      [1, 3, 5],
      [1, 2, null],
      [10, undefined, 30],
    ]);
  });

  it('draws no line through a silence', () => {
    const points = [0, 2, 4, 60, 62].map((second): [number, number] => [second * 1000, second]);
    expect(alignPoints([points])).toEqual([
      [0, 2, 4, 6, 60, 62],
      [0, 2, 4, null, 60, 62],
    ]);
  });

  it('keeps every sample of a fast series', () => {
    expect(
      alignPoints([
        [
          [0, 1],
          [100, 2],
          [200, 3],
        ],
      ]),
    ).toEqual([
      [0, 0.1, 0.2],
      [1, 2, 3],
    ]);
  });

  it('is empty without points', () => {
    expect(alignPoints([[], []])).toEqual([[], [], []]);
  });
});

describe('figuresOf', () => {
  it('has least, mean, largest and 95th percentile', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(figuresOf([null, ...values])).toEqual({ min: 1, mean: 50.5, max: 100, high: 95 });
  });

  it('is null without values', () => {
    expect(figuresOf([null, Number.NaN])).toBeNull();
  });
});

it('cutColumns keeps what is between two moments', () => {
  const columns = alignPoints([
    [
      [1000, 1],
      [2000, 2],
      [3000, 3],
      [4000, 4],
    ],
  ]);
  expect(cutColumns(columns, 2, 3)).toEqual([
    [2, 3],
    [2, 3],
  ]);
  expect(cutColumns(columns, 9, 10)).toEqual([[], []]);
});

it('measuredRows leaves out moments without any value', () => {
  const rows = measuredRows([
    [1, 2, 3],
    [null, 1, undefined],
    [undefined, null, 5],
  ]);
  expect(rows).toEqual([
    [2, 3],
    [1, undefined],
    [null, 5],
  ]);
});

it('rowAt finds the closest row, where one is near', () => {
  const times = [10, 12, 14, 100];
  expect([9, 10.9, 11.1, 13.9, 50, 99.5, 200].map((time) => rowAt(times, time))).toEqual([
    0,
    0,
    1,
    2,
    null,
    3,
    null,
  ]);
  expect(rowAt([], 5)).toBeNull();
});

it('csvOf quotes names, and lets no formula through', () => {
  const text = csvOf(
    ['a,"b"', '=1+1'],
    [
      [0, 2.5],
      [1, null],
      [0.5, 2],
    ],
  );
  expect(text).toBe(
    'time,"a,""b""",\'=1+1\r\n1970-01-01T00:00:00.000Z,1,0.5\r\n1970-01-01T00:00:02.500Z,,2\r\n',
  );
});
