import { expect, it } from 'vitest';
import { bandOf, lineOf } from './line-path.ts';

const SIZE = { width: 40, height: 10, top: 100 };

it('draws values from the left to the right, with gaps', () => {
  expect(lineOf([0, 50, null, 100, 200], SIZE)).toBe('M0.0 10.0L10.0 5.0M30.0 0.0L40.0 0.0');
  expect(lineOf([null, null], SIZE)).toBe('');
  expect(lineOf([50], SIZE)).toBe('M0.0 5.0');
});

it('draws the range of values as an area for each stretch', () => {
  const past = { avg: [1, 1, null, 1], min: [0, 10, null, 20], max: [100, 50, null, 20] };
  expect(bandOf(past, { ...SIZE, width: 30 })).toBe(
    'M0.0 0.0L10.0 5.0L10.0 9.0L0.0 10.0ZM30.0 8.0L30.0 8.0Z',
  );
});
