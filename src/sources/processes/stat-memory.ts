const SLOTS_OF_CHUNK = 256;

/** The last content of one file of every process: bytes side by side, without an object for each. */
export class StatMemory {
  readonly #slotBytes: number;
  readonly #chunks: Uint8Array[] = [];
  readonly #free: number[] = [];

  /** @param slotBytes longest content that is remembered; a longer one counts as changed each time */
  constructor(slotBytes: number) {
    this.#slotBytes = slotBytes;
  }

  /** Reserves a slot, which holds nothing yet. */
  take(): number {
    if (this.#free.length === 0) this.#grow();
    const slot = this.#free.pop() as number;
    this.#chunkOf(slot)[this.#start(slot)] = 0;
    return slot;
  }

  giveBack(slot: number): void {
    this.#free.push(slot);
  }

  /** Remembers the content of a slot; true when it is not what it was. */
  update(slot: number, bytes: Uint8Array): boolean {
    const chunk = this.#chunkOf(slot);
    const from = this.#start(slot);
    const { length } = bytes;
    if (length > this.#slotBytes) return true;
    let at = 0;
    while (at < length && chunk[from + at] === bytes[at]) at += 1;
    // It ends with a line feed and holds no other one, so none is the beginning of another.
    if (at === length && length > 0) return false;
    chunk.set(bytes, from);
    return true;
  }

  #start(slot: number): number {
    return (slot % SLOTS_OF_CHUNK) * this.#slotBytes;
  }

  #chunkOf(slot: number): Uint8Array {
    return this.#chunks[Math.floor(slot / SLOTS_OF_CHUNK)] as Uint8Array;
  }

  #grow(): void {
    const first = this.#chunks.length * SLOTS_OF_CHUNK;
    this.#chunks.push(new Uint8Array(SLOTS_OF_CHUNK * this.#slotBytes));
    for (let slot = first + SLOTS_OF_CHUNK - 1; slot >= first; slot -= 1) this.#free.push(slot);
  }
}
