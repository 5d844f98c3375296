import { expect, it } from 'vitest';
import { History } from '../../core/store/history.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import { standingSince } from './standing.ts';

const GAP = Number.NaN;

it.each<[what: string, values: readonly number[], since: number | null, isLow?: boolean]>([
  ['the first of the latest values above', [80, 10, 75, 95, 71], 3],
  ['nothing where the newest is below', [95, 95, 69], null],
  ['through a gap, which says nothing', [10, 80, GAP, 75], 2],
  ['the oldest known, where all are above', [80, 80, 80], 1],
  ['the first of the latest below, where low is bad', [80, 10, 70], 2, true],
  ['nothing without a value', [], null],
])('a value stands since %s', (_, values, since, isLow = false) => {
  const history = new History(10);
  for (const [index, value] of values.entries()) {
    history.begin(index + 1);
    if (!Number.isNaN(value)) history.record('total', value);
  }
  const series = { total: { careful: 50, warning: 70, critical: 90 } };
  expect(standingSince(history, { item: null, series, isLow } as unknown as ShownVerdict)).toBe(since);
});
