/**
 * Lossless compact storage of numbers. Values of whole numbers, tenths or kibibytes fit in 16 bits about half of the time, nearly
 * all others in 32.
 */
type Cells = Int16Array | Int32Array | Float64Array;

interface Encoding {
  make(length: number): Cells;
  /** Stands for no value. */
  none: number;
  /** A cell is the value times this, rounded. */
  scale: number;
  /** A cell is the difference from another value. */
  isRelative: boolean;
}

/** Whole numbers, decimals, kibibytes. */
const SCALES = [1, 10, 100, 1000, 1 / 1024];
const short = { make: (length: number) => new Int16Array(length), none: -0x8000, isRelative: false };
const long = { make: (length: number) => new Int32Array(length), none: -0x80000000, isRelative: false };
const whole = { make: (length: number) => new Float64Array(length), none: Number.NaN };

/** The shortest first; the last one takes every number. */
const ENCODINGS: readonly [Encoding, ...Encoding[]] = [
  { ...short, scale: 1 },
  ...SCALES.slice(1).map((scale) => ({ ...short, scale })),
  ...SCALES.map((scale) => ({ ...long, scale })),
  { ...long, scale: 1, isRelative: true },
  { ...whole, scale: 1, isRelative: false },
];

export class CompactNumbers {
  #at = 0;
  #encoding: Encoding = ENCODINGS[0];
  #base = 0;
  #cells: Cells;

  /** All of them are NaN. */
  constructor(length: number) {
    this.#cells = this.#made(length);
  }

  get length(): number {
    return this.#cells.length;
  }

  at(slot: number): number {
    const cell = this.#cells[slot] ?? Number.NaN;
    const { none, scale } = this.#encoding;
    // Where NaN itself stands for no value, a cell is the value, the negative zero too.
    return none !== none ? cell : cell === none ? Number.NaN : cell / scale + this.#base;
  }

  set(slot: number, value: number): void {
    if (!this.#put(this.#cells, slot, value)) this.#widen(slot, value);
  }

  /** Makes room behind those that there are. */
  grow(length: number): void {
    const grown = this.#made(length);
    grown.set(this.#cells);
    this.#cells = grown;
  }

  #made(length: number): Cells {
    const { make, none } = this.#encoding;
    return make(length).fill(none);
  }

  /** False where the encoding does not give it back. */
  #put(cells: Cells, slot: number, value: number): boolean {
    const { none, scale } = this.#encoding;
    if (none !== none) cells[slot] = value;
    else if (Number.isNaN(value)) cells[slot] = none;
    else {
      const cell = Math.round((value - this.#base) * scale);
      if (!(Math.abs(cell) < -none) || !Object.is(cell / scale + this.#base, value)) return false;
      cells[slot] = cell;
    }
    return true;
  }

  /** Takes the next encoding that gives all of them back, with `value` in its place. */
  #widen(slot: number, value: number): void {
    const values = Float64Array.from({ length: this.length }, (_, kept) => this.at(kept));
    values[slot] = value;
    for (; ; this.#at += 1) {
      this.#encoding = ENCODINGS[this.#at] as Encoding;
      this.#base = this.#encoding.isRelative ? value : 0;
      const cells = this.#made(values.length);
      if (values.every((kept, at) => this.#put(cells, at, kept))) {
        this.#cells = cells;
        return;
      }
    }
  }
}
