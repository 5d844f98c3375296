import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LastContent } from './last-content.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

it('tells whether a content differs from the one before', () => {
  const line = fc.stringMatching(/^[01 ]{0,4}$/);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const last = new LastContent();
      let before: string | null = null;
      for (const text of lines) {
        expect(last.update(bytes(text))).toBe(text !== before);
        before = text;
      }
    }),
  );
});

it('keeps a copy, since buffers are used again', () => {
  const last = new LastContent();
  const buffer = bytes('1');
  last.update(buffer);
  buffer.set(bytes('2'));
  expect(last.update(buffer)).toBe(true);
});

it('takes the same content for another one after it was forgotten', () => {
  const last = new LastContent();
  last.update(bytes('1'));
  last.forget();
  expect(last.update(bytes('1'))).toBe(true);
});
