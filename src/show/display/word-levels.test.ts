import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../measure/levels/limits.ts';
import processlist from '../../measure/plugins/processlist/processlist.ts';
import { wordLevels } from './process-levels.ts';

const defaults = limitsOf(processlist, { section: {}, historySize: 1200, cores: 2 });

describe('levels of words', () => {
  it.each([
    ['R', null],
    ['S', null],
    ['D', 'critical'],
    ['Z', 'critical'],
    ['__proto__', null],
  ])('of state %s', (value, expected) => {
    expect(wordLevels(defaults, 'processlist_status')(value)).toBe(expected);
  });

  it('are none without limits', () => {
    expect(wordLevels(undefined, 'x')('undefined')).toBeNull();
    expect(wordLevels({}, 'x')('')).toBeNull();
  });

  it('take single numbers, and words with blanks around them', () => {
    const limits = { x_careful: 5, x_critical: ['T', ' Z'], x_ok: ['T'] };
    const level = wordLevels(limits, 'x');
    expect([level(5), level('Z'), level('T')]).toEqual(['careful', 'critical', null]);
  });
});
