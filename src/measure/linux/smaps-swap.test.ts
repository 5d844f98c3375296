import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSmapsSwap } from './smaps-swap.ts';

describe('parseSmapsSwap', () => {
  it('reads a recorded file', () => expect(parseSmapsSwap(sample('smaps-swap'))).toBe(0));

  it.each<[string, number]>([
    ['', 0],
    ['Swap:', 0],
    ['Rss: 8 kB\nSwap:   3 kB\nSwapPss:  9 kB\n00-01 r--p 0 0 0 Swap: 5\nSwap:  4 kB\n', 7168],
  ])('of %j is %i', (text, bytes) => expect(parseSmapsSwap(bytesOf(text))).toBe(bytes));
});
