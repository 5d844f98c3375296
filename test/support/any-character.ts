import * as fc from 'fast-check';

/** Half characters of UTF-16: no character has these numbers. */
const SURROGATES = { first: 0xd800, count: 0x800 };

function characterOf(index: number): string {
  return String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count);
}

/** Lets fast-check generate names such as `__proto__`. */
function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
  const index = code < SURROGATES.first ? code : code - SURROGATES.count;
  if (index < 0 || characterOf(index) !== character) throw new Error('not a character');
  return index;
}

/**
 * The unit of texts that may hold any character of Unicode. fast-check's own, `binary`, fills a table of all 1.1 million first: a
 * second and 60 MB in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(characterOf, indexOf);
