import type { Host, OpenFile } from '../../../core/host.ts';
import { isExhausted } from '../../../core/files/error-code.ts';

/** Limit of kept files, one per process; each takes 5 kB of kernel memory. */
const MOST = 16_384;
/** Reserved descriptors for connections, exporters, programs. */
const RESERVE = 256;
/** Customary limit, if ours is unknown. */
const CUSTOMARY_LIMIT = 1024;

/** How many files the process scan may keep open, from the limit in /proc/self/limits (proc_pid_limits(5)). */
export function descriptorBudget(host: Host): number {
  return Math.max(0, Math.min(softLimit(host) - RESERVE, MOST));
}

function softLimit(host: Host): number {
  const text = host.readText('/proc/self/limits') ?? '';
  const word = /^Max open files +(\d+|unlimited)/m.exec(text)?.[1];
  if (word === 'unlimited') return Number.POSITIVE_INFINITY;
  return word === undefined ? CUSTOMARY_LIMIT : Number(word);
}

/** Files read at every scan. Within the budget they stay open, which halves the cost of a read; others are opened each time. */
export class Descriptors {
  readonly #host: Host;
  #free: number;

  constructor(host: Host, budget: number) {
    this.#host = host;
    this.#free = budget;
  }

  file(path: string): KeptFile {
    return new KeptFile(this, this.#host, path);
  }

  /** Opens a file permanently; null: no room. */
  take(path: string): OpenFile | null {
    if (this.#free <= 0) return null;
    try {
      const file = this.#host.open(path);
      this.#free -= 1;
      return file;
    } catch (error) {
      if (!isExhausted(error)) throw error;
      // The reserve is used up: keep open files, but open no more until some are released.
      this.#free = 0;
      return null;
    }
  }

  release(file: OpenFile): void {
    file.close();
    this.#free += 1;
  }
}

/** A repeatedly read file, kept open if possible. */
export class KeptFile {
  readonly #descriptors: Descriptors;
  readonly #host: Host;
  readonly #path: string;
  #open: OpenFile | null = null;

  constructor(descriptors: Descriptors, host: Host, path: string) {
    this.#descriptors = descriptors;
    this.#host = host;
    this.#path = path;
  }

  /** Content now, in the shared buffer of {@link Host.read}. */
  read(): Uint8Array {
    this.#open ??= this.#descriptors.take(this.#path);
    return this.#open === null ? this.#host.read(this.#path) : this.#open.read();
  }

  close(): void {
    if (this.#open !== null) this.#descriptors.release(this.#open);
    this.#open = null;
  }
}
