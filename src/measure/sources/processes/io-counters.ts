import { ParseError } from '../../../core/parse-error.ts';
import { type PidIo, parsePidIo } from '../../linux/pid-io.ts';
import { isAbsent, isDenied } from '../../../core/files/error-code.ts';

/** Outcome of the last read of /proc/<pid>/io. */
type IoAccess = 'untried' | 'ok' | 'denied' | 'unsupported';

/** Bytes that one process moved from and to storage. */
export class IoCounters {
  access: IoAccess = 'untried';
  /** Values as {@link ProcessEntry.io_counters} declares them; the same array as in the previous scan if nothing changed. */
  values: number[] = [0, 0, 0, 0, 0];
  /** Milliseconds between the last two readings, covered by the change. */
  spanMs = 0;
  /** Monotonic time of the last reading. */
  #readAt = 0;
  readonly #scratch: PidIo;

  constructor(scratch: PidIo) {
    this.#scratch = scratch;
  }

  /** Stores the result of `read`, unless denied before. Throws `ESRCH`, `ENOENT` if the process has ended. */
  update(read: () => Uint8Array, now: number): void {
    if (this.access === 'denied' || this.access === 'unsupported') return;
    const isFirst = this.access !== 'ok';
    try {
      parsePidIo(read(), this.#scratch);
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    this.access = 'ok';
    this.spanMs = now - this.#readAt;
    this.#readAt = now;
    const { readBytes, writeBytes } = this.#scratch;
    const { 0: before = 0, 1: writtenBefore = 0 } = this.values;
    if (isFirst) this.values = [readBytes, writeBytes, 0, 0, 0];
    else this.#set(readBytes, writeBytes, before, writtenBefore);
  }

  /** A scan without reading the file: no known change. */
  rest(): void {
    if (this.access !== 'ok') return;
    const { 0: read = 0, 1: written = 0 } = this.values;
    this.#set(read, written, read, written);
  }

  /** True when {@link rest} would change nothing. */
  get isStill(): boolean {
    return this.access !== 'ok' || (this.values[4] === 1 && !this.hasMoved);
  }

  /** True when something moved between two readings. */
  get hasMoved(): boolean {
    const { values } = this;
    return values[4] === 1 && (values[0] !== values[2] || values[1] !== values[3]);
  }

  /** Makes the next {@link update} try again. */
  retry(): void {
    if (this.access !== 'ok') this.access = 'untried';
  }

  /** Keeps an equal array. */
  #set(read: number, written: number, readBefore: number, writtenBefore: number): void {
    const { values } = this;
    const isSame =
      values[4] === 1 &&
      values[0] === read &&
      values[1] === written &&
      values[2] === readBefore &&
      values[3] === writtenBefore;
    if (!isSame) this.values = [read, written, readBefore, writtenBefore, 1];
  }

  #giveUp(error: unknown): void {
    if (isDenied(error)) this.access = 'denied';
    // Kernels without I/O accounting lack the file or these lines.
    else if (error instanceof ParseError || (isAbsent(error) && this.access === 'untried')) {
      this.access = 'unsupported';
    } else throw error;
    this.values = [0, 0, 0, 0, 0];
  }
}
