/** The cells of a screen, as numbers: comparing two screens costs microseconds. */
import type { Glyph } from './characters.ts';
import type { Style } from './style.ts';

const BLANK = 0x20;
/** The second cell of a wide character. */
export const CONTINUED = 0xff_ff_ff_ff;
/** Numbers from here on stand for characters with marks. */
const FIRST_COMPOSED = 0x11_00_00;
/** Names may be made up of ever new compositions; beyond this many, the letter alone is shown. */
const MOST_COMPOSED = 4096;

/** Characters that take several code points, by number; shared by screens that are compared. */
export class Composed {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  numberOf(text: string): number {
    const first = text.codePointAt(0) as number;
    if (text.length === (first > 0xff_ff ? 2 : 1)) return first;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= MOST_COMPOSED) return first;
    const number = FIRST_COMPOSED + this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  textOf(number: number): string {
    return number < FIRST_COMPOSED
      ? String.fromCodePoint(number)
      : (this.#texts[number - FIRST_COMPOSED] ?? ' ');
  }
}

export class Cells {
  readonly width: number;
  readonly height: number;
  readonly characters: Uint32Array;
  readonly styles: Uint16Array;
  readonly #composed: Composed;
  /** The memory of each line. */
  readonly #lines: readonly (readonly [characters: Buffer, styles: Buffer])[];

  constructor(width: number, height: number, composed: Composed) {
    this.width = width;
    this.height = height;
    this.characters = new Uint32Array(width * height).fill(BLANK);
    this.styles = new Uint16Array(width * height);
    this.#composed = composed;
    const lineOf = ({ buffer, BYTES_PER_ELEMENT: bytes }: Uint32Array | Uint16Array, y: number): Buffer =>
      Buffer.from(buffer, y * width * bytes, width * bytes);
    this.#lines = Array.from({ length: height }, (_, y) => [
      lineOf(this.characters, y),
      lineOf(this.styles, y),
    ]);
  }

  /** True if a line looks as it does on another screen of this size. */
  isSameLine(other: Cells, y: number): boolean {
    const [characters, styles] = this.#lines[y] as readonly [Buffer, Buffer];
    const [otherCharacters, otherStyles] = other.#lines[y] as readonly [Buffer, Buffer];
    return characters.equals(otherCharacters) && styles.equals(otherStyles);
  }

  clear(): void {
    this.characters.fill(BLANK);
    this.styles.fill(0);
  }

  /** Nothing on a screen equals it. */
  invalidate(): void {
    this.characters.fill(0);
  }

  putCode(x: number, y: number, code: number, style: Style): void {
    const at = y * this.width + x;
    const { characters } = this;
    // Half of a wide character is nothing: what is left of it goes.
    if (characters[at] === CONTINUED && x > 0) characters[at - 1] = BLANK;
    if (characters[at + 1] === CONTINUED && x + 1 < this.width) characters[at + 1] = BLANK;
    characters[at] = code;
    this.styles[at] = style;
  }

  putGlyph(x: number, y: number, { text, width }: Glyph, style: Style): void {
    this.putCode(x, y, this.#composed.numberOf(text), style);
    if (width === 1) return;
    this.putCode(x + 1, y, BLANK, style);
    this.characters[y * this.width + x + 1] = CONTINUED;
  }

  textAt(at: number): string {
    return this.#composed.textOf(this.characters[at] as number);
  }

  /** Returns the line as text, without blanks at its end. */
  line(y: number): string {
    let text = '';
    for (let at = y * this.width; at < (y + 1) * this.width; at += 1)
      if (this.characters[at] !== CONTINUED) text += this.textAt(at);
    return text.trimEnd();
  }
}
