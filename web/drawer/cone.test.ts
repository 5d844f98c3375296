import { expect, it } from 'vitest';
import type { ToldForecast } from '../api/forecasts.ts';
import { type Cone, coneOf, edgeAt, futureOf } from './cone.ts';

const DAY = 86_400_000;
const forecast: ToldForecast = {
  kind: 'fs',
  subject: '/home',
  label: '/home',
  from: 9 * DAY,
  likely: 10 * DAY,
  to: 14 * DAY,
  growth: { low: 1, likely: 2, high: 4 },
  used: 150,
  limit: 200,
  unit: 'byte',
  sentence: '/home is full in 9 to 14 days.',
};
const look = { kind: 'bytes', color: '#123456' } as const;
const of = (field: string, more: Partial<ToldForecast> = {}) =>
  coneOf({ plugin: 'fs', item: '/home', field }, { ...forecast, ...more }, look);

it.each([
  ['used', { value: 150, limit: 200, low: 1, likely: 2, high: 4 }],
  ['percent', { value: 75, limit: 100, low: 0.5, likely: 1, high: 2 }],
  ['free', { value: 50, limit: 0, low: -1, likely: -2, high: -4 }],
])('is in the unit of the series: %s', (field, cone) => {
  expect(of(field)).toEqual({ ...look, ...cone });
});

it('is of its item and of use alone', () => {
  expect([of('size'), of('used', { subject: '/' }), of('used', { growth: null })]).toEqual([
    null,
    null,
    null,
  ]);
});

it('ends at its limit', () => {
  const [used, free] = [of('used') as Cone, of('free') as Cone];
  expect([edgeAt(used, used.high, 10), edgeAt(used, used.high, 100)]).toEqual([190, 200]);
  expect([edgeAt(free, free.high, 10), edgeAt(free, free.high, 100)]).toEqual([10, 0]);
});

it('has a part of the chart, as far as the window reaches the present', () => {
  const cones = [of('used') as Cone];
  const at = (from: number, to: number) =>
    futureOf(cones, { from: from * DAY, to: to * DAY }, { now: 0, to: 14 * DAY });
  const shown = at(-10, 0);
  expect(shown).toMatchObject({ from: 0, lead: 6 * DAY, cones });
  const window = { from: -10 * DAY, to: 0 };
  expect([shown?.reach('bytes', window), shown?.reach('percent', window)]).toEqual([[150, 200], []]);
  expect(at(-100, 0)?.lead).toBe(17.5 * DAY);
  expect(at(-12, -2)?.lead).toBe(4 * DAY);
  expect([at(-30, -20), at(-0.5, 0)]).toEqual([null, null]);
  expect(futureOf([], { from: -10 * DAY, to: 0 }, { now: 0, to: DAY })).toBeNull();
});
