import { describe, expect, it } from 'vitest';
import { problemIn } from '../../core/shape-check.ts';
import { clockOf, isScheduled, SCHEDULE, type Schedule } from './schedule.ts';

const SATURDAY_NIGHT: Schedule = { days: [6], from: '22:00', to: '04:00', zone: 'Europe/Berlin' };
const MINUTE = 60_000;

/** First and last minute within the schedule between two moments, and how many there are. */
function spanOf(schedule: Schedule, from: string, to: string): [string, string, number] {
  const within: number[] = [];
  const clock = clockOf(schedule.zone);
  for (let time = Date.parse(from); time < Date.parse(to); time += MINUTE)
    if (isScheduled(schedule, time, clock)) within.push(time);
  const text = (time?: number): string =>
    time === undefined ? 'never' : new Date(time).toISOString().slice(0, 16);
  return [text(within[0]), text(within.at(-1)), within.length];
}

describe('a schedule over midnight in Berlin', () => {
  it.each([
    ['of winter', '2026-01-10T12:00Z', '2026-01-12T12:00Z', ['2026-01-10T21:00', '2026-01-11T02:59', 360]],
    [
      'that begins daylight saving',
      '2026-03-28T12:00Z',
      '2026-03-30T12:00Z',
      ['2026-03-28T21:00', '2026-03-29T01:59', 300],
    ],
    ['of summer', '2026-07-11T12:00Z', '2026-07-13T12:00Z', ['2026-07-11T20:00', '2026-07-12T01:59', 360]],
    [
      'that ends daylight saving',
      '2026-10-24T12:00Z',
      '2026-10-26T12:00Z',
      ['2026-10-24T20:00', '2026-10-25T02:59', 420],
    ],
  ] as const)('keeps its local begin and end in a night %s', (_, from, to, expected) => {
    expect(spanOf(SATURDAY_NIGHT, from, to)).toEqual(expected);
  });

  it('is there on its days alone', () => {
    const sundayNight = [Date.parse('2026-01-11T22:00Z'), Date.parse('2026-01-12T01:00Z')];
    expect(sundayNight.map((time) => isScheduled(SATURDAY_NIGHT, time))).toEqual([false, false]);
    const everyDay = { ...SATURDAY_NIGHT, days: [1, 2, 3, 4, 5, 6, 7] };
    expect(sundayNight.map((time) => isScheduled(everyDay, time))).toEqual([true, true]);
  });
});

it('of a day has no minute beyond its end, whatever the zone of the agent', () => {
  const office: Schedule = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30', zone: 'America/New_York' };
  expect(spanOf(office, '2026-03-09T00:00Z', '2026-03-10T00:00Z')).toEqual([
    '2026-03-09T13:00',
    '2026-03-09T21:29',
    510,
  ]);
  expect(spanOf(office, '2026-03-07T06:00Z', '2026-03-09T04:00Z')[2]).toBe(0);
});

it('of a local time that a night leaves out is skipped in that night', () => {
  const missing: Schedule = { days: [7], from: '02:15', to: '02:45', zone: 'Europe/Berlin' };
  expect(spanOf(missing, '2026-03-29T00:00Z', '2026-03-30T00:00Z')[2]).toBe(0);
  expect(spanOf(missing, '2026-04-05T00:00Z', '2026-04-06T00:00Z')[2]).toBe(30);
});

it.each([
  [null, /^The value must be an object/],
  [{ ...SATURDAY_NIGHT, days: [] }, /^days/],
  [{ ...SATURDAY_NIGHT, days: [0] }, /^days\[0\] must be a whole number from 1 to 7$/],
  [{ ...SATURDAY_NIGHT, days: [1.5] }, /^days/],
  [{ ...SATURDAY_NIGHT, from: '24:00' }, /^from must be a time such as 22:00$/],
  [{ ...SATURDAY_NIGHT, to: '22:00' }, /must be a span between two different times$/],
  [{ ...SATURDAY_NIGHT, zone: 'Europe/Nowhere' }, /^zone/],
  [{ ...SATURDAY_NIGHT, zone: 5 }, /^zone/],
])('says why %j is none', (value, reason) => {
  expect(problemIn(SCHEDULE, value)).toMatch(reason);
  expect(problemIn(SCHEDULE, SATURDAY_NIGHT)).toBeNull();
});
