import { describe, expect, it } from 'vitest';
import { uptimeText } from './uptime-text.ts';

const DAY = 86_400;

describe('uptimeText', () => {
  it.each([
    [-1, ''],
    [0, 'just now'],
    [9.9, 'just now'],
    [10, '10 secs'],
    [59, '59 secs'],
    [60, 'a min'],
    [119, 'a min'],
    [120, '2 mins'],
    [3599, '59 mins'],
    [3600, 'an hour'],
    [7200, '2 hours'],
    [DAY - 1, '23 hours'],
    [DAY, 'yesterday'],
    [2 * DAY, '2 days'],
    [6 * DAY, '6 days'],
    [7 * DAY, 'a week'],
    [14 * DAY, '2 weeks'],
    [30 * DAY, '4 weeks'],
    [31 * DAY, 'a month'],
    [59 * DAY, 'a month'],
    [60 * DAY, '2 months'],
    [364 * DAY, '12 months'],
    [365 * DAY, 'an year'],
    [730 * DAY, '2 years'],
  ])('%d seconds are "%s"', (seconds, words) => {
    expect(uptimeText(seconds)).toBe(words);
  });
});
