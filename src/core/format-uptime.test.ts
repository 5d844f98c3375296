import { expect, it } from 'vitest';
import { formatUptime } from './format-uptime.ts';

it.each([
  [0, '0:00:00'],
  [59.9, '0:00:59'],
  [3 * 3600 + 4 * 60 + 5, '3:04:05'],
  [86_399, '23:59:59'],
  [86_400, '1 day, 0:00:00'],
  [12 * 86_400 + 36_061, '12 days, 10:01:01'],
  [-5, '0:00:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatUptime(seconds)).toBe(text);
});
