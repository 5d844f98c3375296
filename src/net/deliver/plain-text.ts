/** Turns names from the machine, which may hold any bytes, into text on one line. */

/** Control characters (line ends, escape sequences), line and paragraph separators, bidirectional controls, and lone surrogates. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Returns the text on one line without control characters, cut to a number of characters. */
export function singleLine(text: string, longest = 100): string {
  return shortened(text.replaceAll(UNWANTED, ' ').trim(), longest);
}

/** Cuts a text to a number of code points, the last of which is …. */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(text.slice(0, longest * 2 + 2));
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** Puts a backslash before each of these characters. */
export const backslashed = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, String.raw`\$&`);
