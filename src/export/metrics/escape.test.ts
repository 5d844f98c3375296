import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { escapeHelp, escapeLabel, labelValue } from './escape.ts';

describe('labels', () => {
  it('escape what ends them', () => {
    expect(escapeLabel('a\\b"c\nd')).toBe('a\\\\b\\"c\\nd');
    expect(escapeHelp('a"b\n')).toBe('a"b\\n');
  });

  it('are valid UTF-8 of 1,024 bytes at most, whatever the text', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: anyCharacter, minLength: 300, maxLength: 2000 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const value = labelValue(text);
        expect(Buffer.byteLength(value)).toBeLessThanOrEqual(1024);
        expect(value.startsWith('\uFFFD') || text === '' || value !== '').toBe(true);
        expect(Buffer.from(value).toString()).toBe(value);
      }),
    );
    expect(labelValue('\u{1F680}'.repeat(300))).toBe('\u{1F680}'.repeat(256));
    expect(labelValue('a\uD800b')).toBe('a\uFFFDb');
  });
});
