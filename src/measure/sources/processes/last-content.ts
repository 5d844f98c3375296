/** Last content of a small file, to detect changes. */
export class LastContent {
  #bytes: Uint8Array | null = null;

  /** Keeps a copy of the content; true: it differs from the last one. */
  update(bytes: Uint8Array): boolean {
    if (this.#bytes !== null && Buffer.compare(this.#bytes, bytes) === 0) return false;
    if (this.#bytes?.length === bytes.length) this.#bytes.set(bytes);
    else this.#bytes = new Uint8Array(bytes);
    return true;
  }

  forget(): void {
    this.#bytes = null;
  }
}
