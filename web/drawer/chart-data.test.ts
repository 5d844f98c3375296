import { describe, expect, it } from 'vitest';
import { alignPoints, csvOf, figuresOf, measuredRows, valueNear } from './chart-data.ts';

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
  it('has min, avg, max and p95, of steps the extremes of their samples', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(figuresOf([null, ...values])).toEqual({ min: 1, avg: 50.5, max: 100, p95: 95 });
    expect(figuresOf([5, 7], { min: [1, 2], max: [8, 9] })).toMatchObject({ min: 1, avg: 6, max: 9 });
  });

  it('is null without values', () => {
    expect(figuresOf([null, Number.NaN])).toBeNull();
  });
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

it('valueNear snaps to a value within two steps', () => {
  const times = [10, 12, 14, 100];
  const cells = [1, undefined, 3, 4];
  expect([5, 6, 9, 11.9, 12.1, 18, 19, 50, 97].map((time) => valueNear(times, cells, time, 2))).toEqual([
    null,
    1,
    1,
    1,
    3,
    3,
    null,
    null,
    4,
  ]);
  expect(valueNear([], [], 5, 2)).toBeNull();
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
