/**
 * A large buffer that is reused after its release: allocating megabytes per snapshot costs page faults and full garbage collections.
 * A reader that never releases it keeps it, and another one is allocated.
 */
export class PooledBuffer {
  readonly #bytes: Buffer;
  #readers = 0;
  #isKept = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** True if the buffer may be reused. */
  get isFree(): boolean {
    return this.#readers === 0 && !this.#isKept;
  }

  /** Returns the bytes, valid forever. */
  keep(): Buffer {
    this.#isKept = true;
    return this.#bytes;
  }

  /** Returns the bytes, valid until {@link release}. */
  take(): Buffer {
    this.#readers += 1;
    return this.#bytes;
  }

  release(): void {
    this.#readers -= 1;
  }

  /** Returns the whole buffer for writing; only if {@link isFree}. */
  reuse(): Buffer {
    const { buffer } = this.#bytes;
    return Buffer.from(buffer as ArrayBuffer);
  }
}
