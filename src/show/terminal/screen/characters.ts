/** Text in cells: which characters are drawn together, and how many cells they take. */
import { eastAsianWidth } from 'get-east-asian-width';
import { printable } from '../../display/printable.ts';

/** Marks above and below a letter; more than two only serve to fill a screen. */
const MOST_MARKS = 2;
const ASCII = /^[ -~]*$/;
const MARK =
  /^[\p{Mn}\p{Me}\p{Cf}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]$/u;

/** A character with its marks. */
export interface Glyph {
  readonly text: string;
  readonly width: 1 | 2;
}

/** Glyphs of untrusted text, without effects on the terminal: control and zero-width characters are replaced, joined sequences split. */
export function glyphsOf(text: string): Glyph[] {
  const glyphs: { text: string; width: 1 | 2; marks: number }[] = [];
  for (const character of printable(text)) {
    const code = character.codePointAt(0) as number;
    if (code > 0x7e && MARK.test(character)) {
      const last = glyphs.at(-1);
      if (last !== undefined && last.marks < MOST_MARKS && isLetterMark(character)) {
        last.text += character;
        last.marks += 1;
      }
      continue;
    }
    glyphs.push({ text: isLone(code) ? '\uFFFD' : character, width: widthOf(code), marks: 0 });
  }
  return glyphs;
}

const isLetterMark = (character: string): boolean => /^[\p{Mn}\p{Me}]$/u.test(character);
/** Half of a pair, which stands for nothing. */
const isLone = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const widthOf = (code: number): 1 | 2 => (code < 0x1100 ? 1 : eastAsianWidth(code));

/** True for text that needs none of this: a cell for each code unit. */
export const isPlain = (text: string): boolean => ASCII.test(text);

/** Cells that a text takes. */
export const widthOfText = (text: string): number =>
  isPlain(text) ? text.length : glyphsOf(text).reduce((sum, { width }) => sum + width, 0);
