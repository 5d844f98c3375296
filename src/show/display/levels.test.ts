import { expect, it } from 'vitest';
import { reachedLevel, shownLevel, UNSET, worstOf } from './levels.ts';

it('values reach levels', () => {
  const thresholds = { careful: 50, warning: 70, critical: 90 };
  const values = [49, 50, 70, 90, 1e9, null, Number.NaN];
  expect(values.map((value) => reachedLevel(value, thresholds))).toEqual([
    null,
    'careful',
    'warning',
    'critical',
    'critical',
    null,
    null,
  ]);
  expect(reachedLevel(1e9, UNSET)).toBe(null);
});

it('the worst counts', () => {
  expect(worstOf([null, 'warning', 'careful'])).toBe('warning');
  expect(worstOf([])).toBe(null);
});

it('what is well has no level', () => {
  expect((['DEFAULT', 'OK', 'CAREFUL', 'ERROR'] as const).map(shownLevel)).toEqual([
    null,
    null,
    'careful',
    'critical',
  ]);
});
