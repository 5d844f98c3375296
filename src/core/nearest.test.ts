import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from './nearest.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['cpu', 'cpu', 0],
    ['cpu', 'cpuu', 1],
    ['cpu', 'pcu', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%j and %j', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('nearest', () => {
  const names = ['cpu', 'mem', 'memswap', 'network'];

  it.each([
    ['cpuu', 'cpu'],
    ['CPU', 'cpu'],
    ['netwrok', 'network'],
    ['memswp', 'memswap'],
    ['disk', undefined],
    ['x', undefined],
    ['n'.repeat(1000), undefined],
  ])('%s', (word, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });

  it('asks only when there is something to ask', () => {
    expect(didYouMean('mme', names)).toBe('; did you mean "mem"?');
    expect(didYouMean('docker', names)).toBe('.');
  });
});
