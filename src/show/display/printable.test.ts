import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { printable, withoutBidi } from './printable.ts';

describe('text of others', () => {
  it.each([
    ['bash', 'bash'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['naïve 進程 🦆', 'naïve 進程 🦆'],
    ['a\nb\tc\0', 'a␊b␉c␀'],
    ['\u007F\u0085', '␡⟨0085⟩'],
    ['gnp.\u202Eexe', 'gnp.⟨202E⟩exe'],
    ['\u2066x\u2069\u200F', '⟨2066⟩x⟨2069⟩⟨200F⟩'],
    ['עברית', 'עברית'],
  ])('%j shows as %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('of a title has nothing that reorders it, and its joined characters', () => {
    expect(withoutBidi('a\u202Eb\u2066c\u2069\u200F\u061C')).toBe('abc');
    expect(withoutBidi('👩\u200D💻 می\u200Cخواهم')).toBe('👩\u200D💻 می\u200Cخواهم');
  });

  it('is cut, but not within a character', () => {
    expect(printable('abcdef', 3)).toBe('abc…');
    expect(printable('ab🦆', 4)).toBe('ab🦆');
    expect(printable('ab🦆d', 3)).toBe('ab…');
    expect(printable('x'.repeat(4096)).length).toBe(401);
  });

  it('holds nothing that cannot be seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      }),
    );
  });
});
