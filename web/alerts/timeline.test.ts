import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '../api/types.ts';
import { barsOf, inOrder, numbersOf, rangeFor } from './timeline.ts';

const NOW = 1_000_000;
const event = (change: Partial<AlertEvent>): AlertEvent => ({
  begin: NOW - 100,
  end: -1,
  state: 'WARNING',
  type: 'MEM',
  min: 1,
  max: 3,
  avg: 2,
  sum: 6,
  count: 3,
  top: [],
  desc: '',
  sort: '',
  global_msg: '',
  ...change,
});

describe('barsOf', () => {
  it('places events between three hours ago and now', () => {
    const [bar] = barsOf([event({ begin: NOW - 5400, end: NOW - 2700, state: 'CRITICAL' })], NOW);
    expect(bar).toMatchObject({ level: 'critical', left: 50, width: 25 });
  });

  it('cuts what began before, and leaves out what ended before', () => {
    const bars = barsOf([event({ begin: 1 }), event({ begin: 1, end: 2 })], NOW);
    expect(bars).toEqual([expect.objectContaining({ left: 0, width: 100 })]);
  });

  it('survives clocks that disagree', () => {
    expect(barsOf([event({ begin: NOW + 60, end: NOW + 30 })], NOW)[0]).toMatchObject({
      left: 100,
      width: 0,
    });
  });
});

it('inOrder has what is going on first, then the latest', () => {
  const events = [event({ begin: 1, end: 5 }), event({ begin: 2, end: 3 }), event({ begin: 0 })];
  expect(inOrder(events).map(({ begin }) => begin)).toEqual([0, 2, 1]);
});

it.each([
  [{ min: 70, max: 99, avg: 85 }, { of: '' }, '70% – 99%, mean 85%'],
  [{ min: 1, max: 2, avg: 1.5 }, { of: 'per core' }, '1% – 2%, mean 1.5% per core'],
  [{ min: 90, max: 90, avg: 90 }, { of: '' }, '90%'],
  [{ min: 1, max: 3, avg: 2 }, null, '1% – 3%, mean 2%'],
  [{ min: 0, max: 0, avg: 0 }, null, ''],
  [{ min: Number.NaN, max: 3, avg: 2 }, { of: '' }, ''],
])('numbers of %j', (change, compared, words) => {
  expect(numbersOf(event(change), compared, (value) => `${value}%`)).toBe(words);
});

it('rangeFor has room for the event', () => {
  expect([10, 1000, 5000].map(rangeFor)).toEqual([0, 3600, 21_600]);
});
