import type { Host } from '../../../core/host.ts';
import { inTime } from '../../../core/in-time.ts';
import { SCAN_WAIT_MS } from './in-time.ts';

/** A file of the machine whose last known content has to do while the kernel does not answer, so that no scan waits for it. */
export class LastKnown<T> {
  readonly #host: Host;
  readonly #path: string;
  readonly #parse: (bytes: Uint8Array) => T;
  #value: T | null = null;
  #isPending = false;
  #isSilent = false;

  constructor(host: Host, path: string, parse: (bytes: Uint8Array) => T) {
    this.#host = host;
    this.#path = path;
    this.#parse = parse;
  }

  /** Null: never read, or not understood. */
  get value(): T | null {
    return this.#value;
  }

  /** True while a read has not been answered within its time. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Reads it again. Waits for a moment, and not at all for a read that is late. Never rejects. */
  async renew(): Promise<void> {
    if (this.#isPending) return;
    this.#isPending = true;
    const reading = this.#host
      .readApart(this.#path)
      .then((bytes) => void (this.#value = this.#parse(bytes)))
      .catch(() => {})
      .finally(() => {
        this.#isPending = false;
        this.#isSilent = false;
      });
    this.#isSilent = !(await inTime(this.#host.clock, SCAN_WAIT_MS, reading)) && this.#isPending;
  }
}
