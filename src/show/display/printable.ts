/** Makes untrusted text (names, command lines) safe to display: it cannot affect its surroundings. */

/** Longest text in a cell; details show it in full. */
export const CELL_TEXT = 400;

/** Bidirectional marks and zero-width characters, which can disguise names. */
const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;
/** Those that reorder the text around them. */
const BIDI = /[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
/** Control characters of C0 and C1. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/g;

const codeOf = (character: string): string =>
  `⟨${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A visible sign for a control character: U+2400 and up are pictures of those of C0. */
function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x24_00 + code);
  return code === 0x7f ? '␡' : codeOf(character);
}

/** Truncates between characters, never within a surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const isPair = (text.codePointAt(most - 1) ?? 0) > 0xff_ff;
  return `${text.slice(0, isPair ? most - 1 : most)}…`;
}

/** For titles, which programs without isolation show: browsers' tabs, lists and messages. Joined emoji and scripts stay as they are. */
export const withoutBidi = (text: string): string => text.replaceAll(BIDI, '');

/** Fast path: nearly all text is printable ASCII. */
const UNUSUAL = /[^ -~]/;

/** Replaces invisible characters with symbols and truncates. */
export function printable(text: string, most: number = CELL_TEXT): string {
  const short = cut(text, most);
  return UNUSUAL.test(short) ? short.replaceAll(CONTROL, pictureOf).replaceAll(INVISIBLE, codeOf) : short;
}
