const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** Counters end at 2^64 - 1; longer digit runs are invalid. */
const LIMIT = 1e20;
/** Lines up to this length are searched byte by byte; beyond it, native code is faster. */
const SHORT_LINE = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text as bytes, for {@link ByteCursor.startsWith} and {@link ByteCursor.match}. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** `bytes[start, end)` as text; bytes that are not UTF-8 become U+FFFD. */
export function decode(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    // Native decoding costs more than building a short name, but is needed beyond ASCII.
    if (byte >= 0x80 || at - start >= SHORT_LINE) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** True when `bytes[start, end)` is the ASCII text `text`; false for any other text, even if it is equal. */
export function isAscii(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80 || byte !== text.charCodeAt(at - start)) return false;
  }
  return true;
}

/** True for the bytes that separate words within a line: space and tab. */
export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/**
 * Reads numbers from the bytes of a kernel file without creating strings. Words are separated by blanks (space, tab); only
 * {@link nextLine} leaves the current line.
 */
export class ByteCursor {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  /** True while bytes are left. */
  get more(): boolean {
    return this.position < this.bytes.length;
  }

  /** Returns the byte at the cursor, or -1 at the end. */
  peek(): number {
    return this.position < this.bytes.length ? this.bytes[this.position]! : -1;
  }

  /** Skips blanks. */
  skipBlanks(): void {
    const { bytes } = this;
    let at = this.position;
    while (at < bytes.length && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
    this.position = at;
  }

  /** Skips `count` words. */
  skipWords(count: number): void {
    const { bytes } = this;
    const end = bytes.length;
    let at = this.position;
    for (let word = 0; word < count; word++) {
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
      while (at < end && (bytes[at]! > SPACE || !isSeparator(bytes[at]!))) at += 1;
    }
    this.position = at;
  }

  /** Reads a decimal integer with optional sign; `missing`, without advancing, if there is none. */
  integer(missing = 0): number {
    const { bytes } = this;
    const end = bytes.length;
    let at = this.position;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
    this.position = at;
    const negative = at < end && bytes[at] === MINUS;
    if (negative) at += 1;
    const start = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === start) return missing;
    this.position = at;
    if (value >= LIMIT) return missing;
    return negative ? 0 - value : value;
  }

  /**
   * Reads consecutive integers into `into[from, to)` and returns the index after the last one; the rest is 0. Half the cost of as
   * many calls of {@link integer}.
   */
  integers(into: Float64Array, from: number, to: number): number {
    const { bytes } = this;
    const end = bytes.length;
    let at = this.position;
    let index = from;
    for (; index < to; index++) {
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
      const negative = at < end && bytes[at] === MINUS;
      if (negative) at += 1;
      const start = at;
      let value = 0;
      for (; at < end; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === start) break;
      into[index] = value < LIMIT ? (negative ? 0 - value : value) : 0;
    }
    this.position = at;
    into.fill(0, index, to);
    return index;
  }

  /** Reads an unsigned number such as `12.34`; `missing` if there is none. */
  decimal(missing = 0): number {
    const whole = this.integer(Number.NaN);
    if (Number.isNaN(whole)) return missing;
    if (this.peek() !== DOT) return whole;
    const start = this.position + 1;
    let at = start;
    while (at < this.bytes.length && isDigit(this.bytes[at]!)) at += 1;
    this.position = at;
    return Number(`${whole}.${decode(this.bytes, start, at)}`);
  }

  /** Reads hexadecimal digits of either case; `missing` if there are none. */
  hex(missing = 0): number {
    this.skipBlanks();
    const { bytes } = this;
    let at = this.position;
    let value = 0;
    for (; at < bytes.length; at++) {
      const digit = hexDigit(bytes[at]!);
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (at === this.position) return missing;
    this.position = at;
    return value < LIMIT ? value : missing;
  }

  /** Reads the next word of the line; empty if there is none. */
  word(): string {
    this.skipBlanks();
    const start = this.position;
    this.skipWords(1);
    return decode(this.bytes, start, this.position);
  }

  /** Index of the line's end: its line feed, or the end of the bytes. */
  lineEnd(): number {
    const { bytes } = this;
    const near = Math.min(bytes.length, this.position + SHORT_LINE);
    for (let at = this.position; at < near; at++) if (bytes[at] === NEWLINE) return at;
    if (near === bytes.length) return near;
    const found = bytes.indexOf(NEWLINE, near);
    return found < 0 ? bytes.length : found;
  }

  /** Reads the trimmed rest of the line. */
  restOfLine(): string {
    this.skipBlanks();
    let end = this.lineEnd();
    const start = this.position;
    this.position = end;
    while (end > start && isSeparator(this.bytes[end - 1]!)) end -= 1;
    return decode(this.bytes, start, end);
  }

  /** Moves to the start of the next line. */
  nextLine(): void {
    this.position = Math.min(this.lineEnd() + 1, this.bytes.length);
  }

  /** True when the bytes at the cursor begin with `key`. */
  startsWith(key: Uint8Array): boolean {
    const { bytes, position } = this;
    if (position + key.length > bytes.length) return false;
    for (let i = 0; i < key.length; i++) if (bytes[position + i] !== key[i]) return false;
    return true;
  }

  /** Index of the first of `keys` at the cursor, which advances past it; -1: none. */
  match(keys: readonly Uint8Array[]): number {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (!this.startsWith(key)) continue;
      this.position += key.length;
      return i;
    }
    return -1;
  }
}

/** Calls `visit` with the cursor at the start of each line that is not empty. */
export function eachLine(bytes: Uint8Array, visit: (cursor: ByteCursor) => void): void {
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    if (cursor.peek() !== NEWLINE) visit(cursor);
  }
}

function isSeparator(byte: number): boolean {
  return byte === SPACE || byte === NEWLINE || byte === TAB;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - ZERO;
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}
