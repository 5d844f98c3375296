import { expect, it } from 'vitest';
import { createLocalTimestamps } from './history.ts';

it.each([
  Date.UTC(2026, 10, 21, 0, 52, 9) + 595.79,
  Date.UTC(2026, 5, 1) + 0.001,
  Date.UTC(2026, 2, 29, 1, 30),
])('a time without offset reads as the local one: %d', (time) => {
  const text = createLocalTimestamps()(time);
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
  // A date and time without offset is local: section 21.4.1.32 of ECMA-262.
  expect(new Date(text).getTime()).toBe(Math.floor(time));
});
