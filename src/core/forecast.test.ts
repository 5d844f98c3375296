import { expect, it } from 'vitest';
import { inEnglish } from './said.ts';
import { forecastSaid, longSpan, shortSpan } from './forecast.ts';

const HOUR = 3_600_000;

it.each([
  [9 * 24, 14 * 24, '9–14 d', 'in 9 to 14 days'],
  [0, 14 * 24, '< 14 d', 'within 14 days'],
  [20.5, 30.2, '20–31 h', 'in 20 to 31 hours'],
  [-1, 0.5, '< 1 h', 'within 1 hour'],
  [240, 240, '10 d', 'in 10 days'],
])('words the time from %d to %d hours', (from, to, short, long) => {
  const dates = { from: from * HOUR, to: to * HOUR };
  expect([shortSpan(dates, 0), inEnglish(longSpan(dates, 0))]).toEqual([short, long]);
});

it.each([
  ['fs', '/home is full in 2 to 3 days.'],
  ['inodes', '/home has no free inodes in 2 to 3 days.'],
  ['certificates', 'The certificate of /home expires in 2 to 3 days.'],
] as const)('says what happens: %s', (kind, sentence) => {
  expect(inEnglish(forecastSaid({ kind, label: '/home', from: 48 * HOUR, to: 72 * HOUR }, 0))).toBe(sentence);
});
