/**
 * A column of numbers as bytes. Statistics are whole numbers and short decimals that change little: they are stored as differences
 * of whole numbers of a power of ten. NaN and infinities are gaps.
 *
 * Layout: a byte (bits 0 to 2 kind, bit 3 gaps, bits 4 to 7 exponent of ten), the number of rows, runs of gaps, and then
 * - constant: the value; constant double: the same in eight bytes
 * - differences and offsets: divisor, first or smallest value, Rice-coded numbers
 * - doubles: eight bytes each
 */
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { DamageError } from './damage.ts';
import { commonDivisor, exponentOf, POWERS_OF_TEN, roundAll } from './decimal.ts';
import { presentIn, readGaps, spread, writeGaps } from './gaps.ts';
import { readRice, writeRice } from './rice.ts';

const KIND = { none: 0, constant: 1, differences: 2, offsets: 3, doubles: 4, constantDouble: 5 } as const;
const HAS_GAPS = 8;
/** Rows of one column; an hour at the fastest refresh has far fewer. */
export const MOST_ROWS = 1 << 17;
/** Differences of both signs must fit into 32 bits. */
const MOST_SPAN = 2 ** 31;
/** For small numbers, a divisor costs more than it saves. */
const LEAST_DIVIDED = 64;
/** Offsets are used if they are clearly shorter. */
const OFFSETS_GAIN = 0.95;

/** Encodes and decodes columns. Holds reusable buffers; one instance serves a whole archive. */
export class ColumnCodec {
  #dense = new Float64Array(2048);
  #coded = new Uint32Array(2048);

  /** Encodes the first `count` values. */
  write(writer: ByteWriter, values: Float64Array, count: number): void {
    this.#grow(count);
    const dense = this.#dense;
    let present = 0;
    for (let index = 0; index < count; index += 1) {
      const value = values[index] as number;
      if (Number.isFinite(value)) dense[present++] = value;
    }
    const head = (kind: number, exponent: number): void => {
      const hasGaps = kind !== KIND.none && present < count;
      writer.byte(kind | (hasGaps ? HAS_GAPS : 0) | (exponent << 4));
      writer.varint(count);
      if (hasGaps) writeGaps(writer, values, count);
    };
    if (present === 0) return head(KIND.none, 0);
    const isConstant = isAllEqual(dense, present);
    const exponent = this.#exponent(isConstant ? 1 : present);
    if (exponent === -1) return this.#writeDoubles(writer, present, isConstant, head);
    const scale = POWERS_OF_TEN[exponent] as number;
    if (isConstant) {
      head(KIND.constant, exponent);
      return writer.signed(Math.round((dense[0] as number) * scale));
    }
    if (!this.#writeIntegers(writer, present, scale, (kind) => head(kind, exponent)))
      this.#writeDoubles(writer, present, false, head);
  }

  /** Decodes one column into `out`, which must be large enough; returns the row count. Throws `DamageError`. */
  read(reader: ByteReader, out: Float64Array): number {
    const head = reader.byte();
    const kind = head & 7;
    const count = reader.count(Math.min(MOST_ROWS, out.length));
    if (kind === KIND.none) {
      out.fill(Number.NaN, 0, count);
      return count;
    }
    const runs = (head & HAS_GAPS) === 0 ? null : readGaps(reader, count);
    const present = runs === null ? count : presentIn(runs);
    const scale = POWERS_OF_TEN[head >> 4];
    if (present === 0 || scale === undefined) throw new DamageError('not a column');
    if (kind === KIND.constant) out.fill(reader.signed() / scale, 0, present);
    else if (kind === KIND.constantDouble) out.fill(reader.double(), 0, present);
    else if (kind === KIND.doubles) for (let row = 0; row < present; row += 1) out[row] = reader.double();
    else this.#readIntegers(reader, kind, present, scale, out);
    if (runs !== null) spread(out, runs, present);
    return count;
  }

  #grow(count: number): void {
    if (count > MOST_ROWS) throw new RangeError(`a column of ${count} rows is too long`);
    if (count <= this.#dense.length) return;
    this.#dense = new Float64Array(count);
    this.#coded = new Uint32Array(count);
  }

  /** Rounds values that are not short decimals first. */
  #exponent(count: number): number {
    const exact = exponentOf(this.#dense, count);
    if (exact !== -1) return exact;
    roundAll(this.#dense, count);
    return exponentOf(this.#dense, count);
  }

  #writeDoubles(
    writer: ByteWriter,
    present: number,
    isConstant: boolean,
    head: (kind: number, exponent: number) => void,
  ): void {
    head(isConstant ? KIND.constantDouble : KIND.doubles, 0);
    const rows = isConstant ? 1 : present;
    for (let index = 0; index < rows; index += 1) writer.double(this.#dense[index] as number);
  }

  /** False, without output, if the range of values is too large. */
  #writeIntegers(writer: ByteWriter, present: number, scale: number, head: (kind: number) => void): boolean {
    const dense = this.#dense;
    let [least, most] = [Infinity, -Infinity];
    for (let index = 0; index < present; index += 1) {
      const value = Math.round((dense[index] as number) * scale);
      dense[index] = value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    const divisor = most - least > LEAST_DIVIDED ? this.#divisor(present) : 1;
    if ((most - least) / divisor >= MOST_SPAN) {
      for (let index = 0; index < present; index += 1) dense[index] = (dense[index] as number) / scale;
      return false;
    }
    const useOffsets = this.#code(present, least, divisor);
    head(useOffsets ? KIND.offsets : KIND.differences);
    writer.varint(divisor);
    writer.signed(useOffsets ? least : (dense[0] as number));
    writeRice(writer, this.#coded, useOffsets ? present : present - 1);
    return true;
  }

  #divisor(present: number): number {
    const dense = this.#dense;
    const first = dense[0] as number;
    let divisor = 0;
    for (let index = 1; index < present && divisor !== 1; index += 1) {
      const distance = Math.abs((dense[index] as number) - first);
      if (distance !== 0) divisor = commonDivisor(distance, divisor);
    }
    return divisor;
  }

  /** Fills the coded numbers with the shorter encoding; true: offsets from the smallest value. */
  #code(present: number, least: number, divisor: number): boolean {
    const [dense, coded] = [this.#dense, this.#coded];
    let previous = dense[0] as number;
    let differences = 0;
    let offsets = (previous - least) / divisor;
    for (let index = 1; index < present; index += 1) {
      const value = dense[index] as number;
      const step = (value - previous) / divisor;
      const code = step < 0 ? -step * 2 - 1 : step * 2;
      coded[index - 1] = code;
      differences += code;
      offsets += (value - least) / divisor;
      previous = value;
    }
    if (offsets >= differences * OFFSETS_GAIN) return false;
    for (let index = 0; index < present; index += 1)
      coded[index] = ((dense[index] as number) - least) / divisor;
    return true;
  }

  #readIntegers(reader: ByteReader, kind: number, present: number, scale: number, out: Float64Array): void {
    if (kind !== KIND.differences && kind !== KIND.offsets)
      throw new DamageError(`a column of the unknown kind ${kind}`);
    this.#grow(present);
    const coded = this.#coded;
    const divisor = reader.varint();
    const first = reader.signed();
    if (kind === KIND.offsets) {
      readRice(reader, coded, present);
      for (let row = 0; row < present; row += 1)
        out[row] = (first + (coded[row] as number) * divisor) / scale;
      return;
    }
    readRice(reader, coded, present - 1);
    let value = first;
    out[0] = value / scale;
    for (let row = 1; row < present; row += 1) {
      const code = coded[row - 1] as number;
      value += (code & 1 ? -((code >>> 1) + 1) : code >>> 1) * divisor;
      out[row] = value / scale;
    }
  }
}

function isAllEqual(values: Float64Array, count: number): boolean {
  const first = values[0];
  for (let index = 1; index < count; index += 1) if (values[index] !== first) return false;
  return true;
}
