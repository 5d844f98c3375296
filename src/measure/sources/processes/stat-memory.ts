/** Few, so a chunk soon becomes entirely free. */
const SLOTS_OF_CHUNK = 32;

interface Chunk {
  readonly bytes: Uint8Array;
  /** Numbers of slots. */
  readonly free: number[];
}

/** The last content of a file per process, as packed bytes. Memory is released when all of its slots are free. */
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

  /** Reserves an empty slot, among the first free ones, so later ones become free together. */
  take(): number {
    while (this.#chunks[this.#first]?.free.length === 0) this.#first += 1;
    const chunk = (this.#chunks[this.#first] ??= this.#made(this.#first));
    const slot = chunk.free.pop() as number;
    chunk.bytes[this.#start(slot)] = 0;
    return slot;
  }

  release(slot: number): void {
    const number = Math.floor(slot / SLOTS_OF_CHUNK);
    const chunk = this.#chunks[number] as Chunk;
    chunk.free.push(slot);
    this.#first = Math.min(this.#first, number);
    if (chunk.free.length === SLOTS_OF_CHUNK) this.#chunks[number] = null;
  }

  /** Stores the content of a slot; true: it changed. */
  update(slot: number, bytes: Uint8Array): boolean {
    const { bytes: chunk } = this.#chunks[Math.floor(slot / SLOTS_OF_CHUNK)] as Chunk;
    const from = this.#start(slot);
    const { length } = bytes;
    if (length > this.#slotBytes) return true;
    let at = 0;
    while (at < length && chunk[from + at] === bytes[at]) at += 1;
    // Ends with its only line feed, so none is a prefix of another.
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
