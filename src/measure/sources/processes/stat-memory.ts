/** Few, so that a chunk is soon free as a whole. */
const SLOTS_OF_CHUNK = 32;

interface Chunk {
  readonly bytes: Uint8Array;
  /** Numbers of slots. */
  readonly free: number[];
}

/**
 * The last content of one file of every process: bytes side by side, without an object for each. Memory of which all slots have
 * been given back is let go.
 */
export class StatMemory {
  readonly #slotBytes: number;
  /** Null: let go. */
  readonly #chunks: (Chunk | null)[] = [];
  /** No chunk before this one has a free slot. */
  #first = 0;

  /** @param slotBytes longest content that is remembered; a longer one counts as changed each time */
  constructor(slotBytes: number) {
    this.#slotBytes = slotBytes;
  }

  /** Bytes that are allocated. */
  get size(): number {
    return this.#chunks.reduce((sum, chunk) => sum + (chunk?.bytes.length ?? 0), 0);
  }

  /** Reserves a slot, which holds nothing yet: one of the first that are free, so that later ones become free together. */
  take(): number {
    while (this.#chunks[this.#first]?.free.length === 0) this.#first += 1;
    const chunk = (this.#chunks[this.#first] ??= this.#made(this.#first));
    const slot = chunk.free.pop() as number;
    chunk.bytes[this.#start(slot)] = 0;
    return slot;
  }

  giveBack(slot: number): void {
    const number = Math.floor(slot / SLOTS_OF_CHUNK);
    const chunk = this.#chunks[number] as Chunk;
    chunk.free.push(slot);
    this.#first = Math.min(this.#first, number);
    if (chunk.free.length === SLOTS_OF_CHUNK) this.#chunks[number] = null;
  }

  /** Remembers the content of a slot; true when it is not what it was. */
  update(slot: number, bytes: Uint8Array): boolean {
    const { bytes: chunk } = this.#chunks[Math.floor(slot / SLOTS_OF_CHUNK)] as Chunk;
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

  #made(number: number): Chunk {
    const first = number * SLOTS_OF_CHUNK;
    const free = Array.from({ length: SLOTS_OF_CHUNK }, (_, at) => first + SLOTS_OF_CHUNK - 1 - at);
    return { bytes: new Uint8Array(SLOTS_OF_CHUNK * this.#slotBytes), free };
  }
}
