/** A rectangle of the screen that is drawn into. Nothing leaves it: what does not fit is cut. */
import type { Cells } from './cells.ts';
import { type Glyph, glyphsOf, isPlain, widthOfText } from './characters.ts';
import type { GlyphSet } from './glyph-set.ts';
import { onBackground, type Style, styleOf, type Tone } from './style.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells of a line, of screens that share their {@link Composed} characters. */
export interface CapturedLine {
  readonly characters: Uint32Array;
  readonly styles: Uint16Array;
}

/** Terminal abilities that texts need. */
type Characters = Pick<GlyphSet, 'isUnicode' | 'ellipsis'>;

const BLANK = 0x20;
/** A question mark. */
const UNKNOWN = 0x3f;
const PLAIN = styleOf('text');

export class Region implements Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly #cells: Cells;
  readonly #glyphSet: Characters;

  constructor(cells: Cells, box: Box, glyphSet: Characters) {
    this.#cells = cells;
    this.#glyphSet = glyphSet;
    this.x = Math.min(Math.max(0, box.x), cells.width);
    this.y = Math.min(Math.max(0, box.y), cells.height);
    this.width = Math.max(0, Math.min(box.width, cells.width - this.x));
    this.height = Math.max(0, Math.min(box.height, cells.height - this.y));
  }

  /** A part of it, in its own coordinates. */
  part({ x, y, width, height }: Box): Region {
    return new Region(
      this.#cells,
      {
        x: this.x + x,
        y: this.y + y,
        width: Math.min(width, this.width - x),
        height: Math.min(height, this.height - y),
      },
      this.#glyphSet,
    );
  }

  /** A line of it. */
  row(y: number): Region {
    return this.part({ x: 0, y, width: this.width, height: 1 });
  }

  fill(on: Tone): void {
    const style = styleOf('text', { on });
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) this.#cells.putCode(this.x + x, this.y + y, BLANK, style);
  }

  /** Blank, whatever was there. */
  clear(): void {
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) this.#cells.putCode(this.x + x, this.y + y, BLANK, PLAIN);
  }

  /** Gives every cell of a line another background. */
  highlight(y: number, on: Tone): void {
    if (y < 0 || y >= this.height) return;
    for (let x = 0; x < this.width; x += 1) {
      const at = (this.y + y) * this.#cells.width + this.x + x;
      this.#cells.styles[at] = onBackground(this.#cells.styles[at] as number, on);
    }
  }

  /** Writes a text, cut with an ellipsis after `most` cells. Returns the column behind it. */
  text(x: number, y: number, text: string, style: Style = PLAIN, most = this.width): number {
    // Values of other machines may be anything.
    if (typeof text !== 'string') return this.text(x, y, String(text ?? ''), style, most);
    const end = Math.min(this.width, x + Math.max(0, most));
    if (y < 0 || y >= this.height || x >= end || x < 0) return x;
    return isPlain(text) ? this.#plain(x, y, text, style, end) : this.#glyphs(x, y, text, style, end);
  }

  /** Writes a text that ends before column `end`. Returns its first column. */
  right(end: number, y: number, text: string, style: Style = PLAIN, most = end): number {
    const width = Math.min(widthOfText(String(text ?? '')), most);
    this.text(Math.max(0, end - width), y, text, style, width);
    return Math.max(0, end - width);
  }

  /** One character, by its code point. */
  put(x: number, y: number, code: number, style: Style = PLAIN): void {
    if (x >= 0 && x < this.width && y >= 0 && y < this.height)
      this.#cells.putCode(this.x + x, this.y + y, code, style);
  }

  /** A copy of its first line. */
  capture(): CapturedLine {
    const [from, to] = [
      this.y * this.#cells.width + this.x,
      this.y * this.#cells.width + this.x + this.width,
    ];
    return {
      characters: this.#cells.characters.slice(from, to),
      styles: this.#cells.styles.slice(from, to),
    };
  }

  /** Shows a copy in its first line, which has the same width. */
  paste({ characters, styles }: CapturedLine): void {
    const at = this.y * this.#cells.width + this.x;
    this.#cells.characters.set(characters, at);
    this.#cells.styles.set(styles, at);
  }

  #plain(x: number, y: number, text: string, style: Style, end: number): number {
    const isCut = x + text.length > end;
    const stop = isCut ? end - 1 : x + text.length;
    for (let at = x; at < stop; at += 1)
      this.#cells.putCode(this.x + at, this.y + y, text.charCodeAt(at - x), style);
    if (isCut) this.put(stop, y, this.#glyphSet.ellipsis.codePointAt(0) as number, style);
    return isCut ? end : stop;
  }

  /** A terminal that knows ASCII only shows a sign in each cell of anything else. */
  #putPlain(x: number, y: number, { text, width }: Glyph, style: Style): void {
    const code = isPlain(text) ? text.charCodeAt(0) : UNKNOWN;
    for (let cell = 0; cell < width; cell += 1) this.put(x + cell, y, code, style);
  }

  #glyphs(start: number, y: number, text: string, style: Style, end: number): number {
    let x = start;
    const glyphs = glyphsOf(text);
    const whole = glyphs.reduce((sum, { width }) => sum + width, 0);
    const isCut = start + whole > end;
    const stop = isCut ? end - 1 : end;
    for (const glyph of glyphs) {
      if (x + glyph.width > stop) break;
      if (this.#glyphSet.isUnicode) this.#cells.putGlyph(this.x + x, this.y + y, glyph, style);
      else this.#putPlain(x, y, glyph, style);
      x += glyph.width;
    }
    if (isCut) {
      this.put(x, y, this.#glyphSet.ellipsis.codePointAt(0) as number, style);
      x += 1;
    }
    return x;
  }
}
