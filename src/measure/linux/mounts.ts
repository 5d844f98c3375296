import { type ByteCursor, decode, eachLine, isBlank } from './bytes.ts';

export interface Mount {
  device: string;
  /** Mount point, for calls. */
  path: string;
  /** Displayed mount point: no-break spaces become blanks, which can be typed. */
  mountPoint: string;
  type: string;
  /** As in the file: `rw,relatime`. */
  options: string;
}

const HASH = 0x23;
const BACKSLASH = 0x5c;
const ZERO = 0x30;

/** Reads /proc/self/mounts or /etc/mtab (fstab(5)), in file order. Lines with fewer than four words are skipped. */
export function parseMounts(bytes: Uint8Array): Mount[] {
  const mounts: Mount[] = [];
  eachLine(bytes, (cursor) => {
    if (cursor.peek() === HASH) return; // a comment; the kernel writes the character as \043
    // A mount may have an empty device name: then the line begins with the blank behind it.
    const device = isBlank(cursor.peek()) ? '' : readWord(cursor);
    const path = readWord(cursor);
    const type = readWord(cursor);
    const options = readWord(cursor);
    if (options === '') return;
    mounts.push({ device, path, mountPoint: path.replaceAll('\u00a0', ' '), type, options });
  });
  return mounts;
}

/** Reads a word in which blanks, line feeds and backslashes are written as `\040`. */
function readWord(cursor: ByteCursor): string {
  cursor.skipBlanks();
  const start = cursor.position;
  cursor.skipWords(1);
  const word = cursor.bytes.subarray(start, cursor.position);
  return decode(word.includes(BACKSLASH) ? unescape(word) : word);
}

function unescape(word: Uint8Array): Uint8Array {
  const plain = new Uint8Array(word.length);
  let length = 0;
  for (let at = 0; at < word.length; length++) {
    const code = word[at] === BACKSLASH ? octal(word, at + 1) : -1;
    plain[length] = code >= 0 ? code : word[at]!;
    at += code >= 0 ? 4 : 1;
  }
  return plain.subarray(0, length);
}

/** Parses three octal digits at `at`; -1 if there are none. */
function octal(word: Uint8Array, at: number): number {
  if (at + 3 > word.length) return -1;
  let value = 0;
  for (let i = at; i < at + 3; i++) {
    const digit = word[i]! - ZERO;
    if (digit < 0 || digit > 7) return -1;
    value = value * 8 + digit;
  }
  return value <= 0xff ? value : -1;
}
