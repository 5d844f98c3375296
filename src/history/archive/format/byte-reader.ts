import { DamageError } from './damage.ts';

/** Reads numbers within bounds; throws `DamageError` beyond the end and for invalid data. */
export class ByteReader {
  readonly #buffer: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #at: number;
  /** Bits read from the buffer but not consumed. */
  #bits = 0;
  #bitCount = 0;

  constructor(buffer: Uint8Array, start = 0, end = buffer.length) {
    this.#buffer = buffer;
    this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    this.#at = start;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }

  skip(count: number): void {
    this.#need(count);
    this.#at += count;
  }

  byte(): number {
    this.#need(1);
    return this.#buffer[this.#at++] as number;
  }

  double(): number {
    this.#need(8);
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
    }
    throw new DamageError('a number is too long');
  }

  /** A count of following items. */
  count(most: number): number {
    const count = this.varint();
    if (count > most) throw new DamageError(`${count} where ${most} is the most there can be`);
    return count;
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(most = 4096): string {
    const length = this.count(most);
    return Buffer.from(this.bytes(length)).toString();
  }

  /** A view of the next bytes. */
  bytes(length: number): Uint8Array {
    this.#need(length);
    this.#at += length;
    return this.#buffer.subarray(this.#at - length, this.#at);
  }

  /** Reads the next `count` bits, up to 24. */
  bits(count: number): number {
    this.#fill(count);
    this.#bitCount -= count;
    const value = this.#bits >>> this.#bitCount;
    this.#bits &= (1 << this.#bitCount) - 1;
    return value;
  }

  /** Counts zero bits up to the next one bit, which is consumed, or up to `limit` zeros. */
  zeros(limit: number): number {
    this.#fillUpTo(limit + 1);
    const zeros = Math.clz32(this.#bits) - 32 + this.#bitCount;
    const used = zeros < limit ? zeros + 1 : limit;
    if (used > this.#bitCount) throw new DamageError('the bits end too early');
    this.#bitCount -= used;
    this.#bits &= (1 << this.#bitCount) - 1;
    return Math.min(zeros, limit);
  }

  /** Skips to the next byte boundary and returns whole bytes read ahead. */
  endBits(): void {
    this.#at -= this.#bitCount >> 3;
    this.#bits = 0;
    this.#bitCount = 0;
  }

  #need(count: number): void {
    if (this.#at + count > this.#end) throw new DamageError('the data ends too early');
  }

  #fill(count: number): void {
    while (this.#bitCount < count) {
      this.#need(1);
      this.#bits = (this.#bits << 8) | (this.#buffer[this.#at++] as number);
      this.#bitCount += 8;
    }
  }

  /** Like {@link fill}, near the end, where fewer bits may be left. */
  #fillUpTo(count: number): void {
    while (this.#bitCount < count && this.#at < this.#end) {
      this.#bits = (this.#bits << 8) | (this.#buffer[this.#at++] as number);
      this.#bitCount += 8;
    }
  }
}
