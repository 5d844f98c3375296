import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '../api/types.ts';
import { barsOf, inOrder, seriesOfEvent } from './timeline.ts';

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
  ['CPU_TOTAL', 'cpu/total'],
  ['MEM', 'mem/percent'],
  ['CPU_NONE', null],
  ['FS_/', null],
  ['LOAD___proto__', null],
])('%s is about %s', (type, id) => {
  const values: Record<string, unknown> = { cpu: { total: 1 }, mem: { percent: 2 }, fs: [], load: {} };
  expect(seriesOfEvent(event({ type }), (plugin) => values[plugin])).toBe(id);
});
