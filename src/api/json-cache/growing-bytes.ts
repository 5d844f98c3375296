/** Bytes that are written one after another, with room for more. */
export class GrowingBytes {
  bytes: Buffer;
  length = 0;
  /** Expected final size; 0: unknown. */
  expected = 0;

  /** @param room initial memory */
  constructor(room: Buffer) {
    this.bytes = room;
  }

  push(byte: number): void {
    this.#makeRoom(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.bytes.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  write(text: string): void {
    // No character needs more.
    this.#makeRoom(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  whole(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  #makeRoom(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const needed = this.length + count;
    const larger = Buffer.allocUnsafeSlow(needed <= this.expected ? this.expected : Math.ceil(needed * 1.5));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
