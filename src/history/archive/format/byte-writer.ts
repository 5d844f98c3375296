/** Writes numbers into a growing, reusable buffer. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #bits = 0;
  #bitCount = 0;

  constructor(capacity = 1 << 16) {
    this.#buffer = Buffer.allocUnsafeSlow(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** A view of the bytes from `start` on, valid until the next write. */
  view(start = 0, end = this.#length): Buffer {
    return this.#buffer.subarray(start, end);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Reserves `count` bytes; the `put…` methods do not check. */
  reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(this.#buffer.length * 2 + count);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.#buffer[this.#length++] = value;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  setUint32(at: number, value: number): void {
    this.#buffer.writeUInt32LE(value, at);
  }

  double(value: number): void {
    this.reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte, the low ones first. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }

  /** A whole number of either sign, below 2^52. */
  signed(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  text(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.varint(bytes);
    this.reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Appends the lowest `count` bits of a value, up to 24; after {@link reserve}. */
  putBits(value: number, count: number): void {
    let bits = (this.#bits << count) | value;
    let left = this.#bitCount + count;
    while (left >= 8) {
      left -= 8;
      this.#buffer[this.#length++] = bits >>> left;
    }
    bits &= (1 << left) - 1;
    this.#bits = bits;
    this.#bitCount = left;
  }

  /** Fills the last byte with zeros. */
  endBits(): void {
    if (this.#bitCount > 0) this.#buffer[this.#length++] = this.#bits << (8 - this.#bitCount);
    this.#bits = 0;
    this.#bitCount = 0;
  }
}
