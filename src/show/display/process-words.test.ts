import { describe, expect, it } from 'vitest';
import { STATUS_LETTERS } from '../../measure/sources/processes/entry.ts';
import { ioniceWord, ranges, shortStateWord, stateWord } from './process-words.ts';

describe('words', () => {
  it('stand for every state that the agent serves', () => {
    for (const letter of new Set([...STATUS_LETTERS, '_']))
      expect(stateWord(letter)).not.toBe('unknown state');
    expect([stateWord('constructor'), shortStateWord('Z'), shortStateWord('R')]).toEqual([
      'unknown state',
      'zombie',
      'running',
    ]);
  });

  it.each([
    [{ ioclass: 0, value: 4 }, 'none'],
    [{ ioclass: 1, value: 0 }, 'real-time 0'],
    [{ ioclass: 2, value: 4 }, 'best effort 4'],
    [{ ioclass: 3, value: 7 }, 'idle'],
    [{ ioclass: 9, value: 1 }, 'class 9'],
    [null, null],
  ])('of the I/O priority %j: %s', (ionice, expected) => {
    expect(ioniceWord(ionice)).toBe(expected);
  });

  it.each([
    [[0, 1, 2, 3, 6], '0–3, 6'],
    [[5, 4, 0], '0, 4–5'],
    [[1], '1'],
    [[], null],
    [null, null],
  ])('of the cores %j: %s', (cores, expected) => {
    expect(ranges(cores)).toBe(expected);
  });
});
