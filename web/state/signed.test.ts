import { expect, it } from 'vitest';
import { speak } from '../../src/show/display/language.ts';
import { showChange, withMinus } from './signed.ts';

it.each([
  [0.99, '+99.0 %'],
  [7.42, '+742 %'],
  [-0.0101, '−1.0 %'],
  [0.0001, '0.0 %'],
  [-0.0001, '0.0 %'],
  [1e12, '+99999 %'],
])('shows a change by %d as %s', (share, text) => {
  expect(showChange(share)).toBe(text);
});

it('gives a minus to numbers alone', () => {
  expect(['-20', '-0.5', '–', '-bash', '5', '-'].map(withMinus)).toEqual([
    '−20',
    '−0.5',
    '–',
    '-bash',
    '5',
    '-',
  ]);
});

it('has a plus in languages with a decimal comma, too', () => {
  speak('de', {});
  expect(showChange(0.742)).toBe('+74,2 %');
  speak('en', {});
});
