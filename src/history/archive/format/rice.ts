/**
 * Adaptive Rice coding of whole numbers below 2^32, in blocks with their own number of low bits. A value is its high part in unary
 * (zeros, then a one) and its low bits; from a high part of 16 it is escaped and follows in 32 bits. After R. F. Rice, "Some
 * practical universal noiseless coding techniques", JPL 79-22, 1979.
 */
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

const BLOCK = 32;
/** In place of the number of low bits: a block of zeros. */
const ALL_ZERO = 31;
const PARAMETER_BITS = 5;
const MOST_LOW_BITS = 29;
const ESCAPE = 16;
/** About log2(m × ln 2) low bits are optimal for a mean of m. */
const MEAN_TO_SCALE = 0.7;

export function writeRice(writer: ByteWriter, values: Uint32Array, count: number): void {
  // Five bits a block, and at most 48 a value.
  writer.reserve(count * 7 + 16);
  for (let start = 0; start < count; start += BLOCK) {
    writeBlock(writer, values, start, Math.min(start + BLOCK, count));
  }
  writer.endBits();
}

function writeBlock(writer: ByteWriter, values: Uint32Array, start: number, end: number): void {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += values[index] as number;
  if (sum === 0) return writer.putBits(ALL_ZERO, PARAMETER_BITS);
  const low = lowBits(sum / (end - start));
  writer.putBits(low, PARAMETER_BITS);
  for (let index = start; index < end; index += 1) writeValue(writer, values[index] as number, low);
}

const lowBits = (mean: number): number =>
  mean < 1 ? 0 : Math.min(MOST_LOW_BITS, 31 - Math.clz32(Math.floor(mean * MEAN_TO_SCALE + 0.5) || 1));

function writeValue(writer: ByteWriter, value: number, low: number): void {
  const high = value >>> low;
  if (high >= ESCAPE) {
    writer.putBits(0, ESCAPE);
    writer.putBits(value >>> 16, 16);
    return writer.putBits(value & 0xffff, 16);
  }
  writer.putBits(1, high + 1);
  if (low > 16) {
    writer.putBits((value >>> 16) & ((1 << (low - 16)) - 1), low - 16);
    writer.putBits(value & 0xffff, 16);
  } else if (low > 0) writer.putBits(value & ((1 << low) - 1), low);
}

/** Fills the first `count` of `values`. Throws `DamageError`. */
export function readRice(reader: ByteReader, values: Uint32Array, count: number): void {
  for (let start = 0; start < count; start += BLOCK) {
    const end = Math.min(start + BLOCK, count);
    const low = reader.bits(PARAMETER_BITS);
    if (low === ALL_ZERO) values.fill(0, start, end);
    else for (let index = start; index < end; index += 1) values[index] = readValue(reader, low);
  }
  reader.endBits();
}

function readValue(reader: ByteReader, low: number): number {
  const high = reader.zeros(ESCAPE);
  if (high === ESCAPE) {
    const upper = reader.bits(16);
    return upper * 65_536 + reader.bits(16);
  }
  if (low === 0) return high;
  if (low <= 16) return high * 2 ** low + reader.bits(low);
  const upper = reader.bits(low - 16);
  return high * 2 ** low + upper * 65_536 + reader.bits(16);
}
