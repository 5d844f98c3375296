import { describe, expect, it } from 'vitest';
import { ENTRIES } from '../entries.ts';
import { toggleHidden } from '../parts/key.ts';

const KEYS = ENTRIES.flatMap(({ keys }) => keys ?? []);

/** Keys of the specification (service.md 3.7), each with a word of what it is about. */
const SPECIFIED = 'a c m u p o i t A d Q f j k n s 2 z S D b B L l 1 h T U F 3 5 6 7 G I P V W 0'.split(' ');

describe('keys', () => {
  it('are those of the specification, each once', () => {
    const keys = KEYS.flatMap(({ keys: own }) => own);
    expect(SPECIFIED.filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('have a line for each thing they do', () => {
    const texts = KEYS.map(({ group, text }) => `${group}: ${text}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('hide and show', () => {
    expect(toggleHidden([], ['a', 'b'])).toEqual(['a', 'b']);
    expect(toggleHidden(['a', 'x'], ['a', 'b'])).toEqual(['x', 'a', 'b']);
    expect(toggleHidden(['a', 'x', 'b'], ['a', 'b'])).toEqual(['x']);
  });
});
