import { ParseError } from '../../core/parse-error.ts';
import { type PidIo, parsePidIo } from '../../linux/pid-io.ts';
import type { KeptFile } from './descriptors.ts';
import { isAbsent, isDenied } from './system-errors.ts';

/** How /proc/<pid>/io could be read at the last attempt. */
export type IoAccess = 'untried' | 'ok' | 'denied' | 'unsupported';

/** Bytes that one process moved from and to storage. */
export class IoCounters {
  access: IoAccess = 'untried';
  /** As {@link ProcessEntry.io_counters} says; the same array as at the scan before when nothing changed. */
  values: number[] = [0, 0, 0, 0, 0];
  readonly #file: KeptFile;
  readonly #scratch: PidIo;

  constructor(file: KeptFile, scratch: PidIo) {
    this.#file = file;
    this.#scratch = scratch;
  }

  /** Reads the file, unless that was refused before. Throws `ESRCH`, `ENOENT` when the process has gone. */
  update(): void {
    if (this.access === 'denied' || this.access === 'unsupported') return;
    const isFirst = this.access !== 'ok';
    try {
      parsePidIo(this.#file.read(), this.#scratch);
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    this.access = 'ok';
    const { readBytes, writeBytes } = this.#scratch;
    const [read = 0, written = 0] = this.values;
    if (isFirst) this.values = [readBytes, writeBytes, 0, 0, 0];
    else if (!this.#isStill(readBytes, writeBytes)) this.values = [readBytes, writeBytes, read, written, 1];
  }

  /** Makes the next {@link update} try again. */
  retry(): void {
    if (this.access !== 'ok') this.access = 'untried';
  }

  close(): void {
    this.#file.close();
  }

  /** True when nothing moved now, nor before. */
  #isStill(readBytes: number, writeBytes: number): boolean {
    const [read, written, readBefore, writtenBefore, tag] = this.values;
    const stillNow = read === readBytes && written === writeBytes;
    return stillNow && readBefore === read && writtenBefore === written && tag === 1;
  }

  #giveUp(error: unknown): void {
    if (isDenied(error)) this.access = 'denied';
    // A kernel without I/O accounting has no such file, or not these lines.
    else if (error instanceof ParseError || (isAbsent(error) && this.access === 'untried')) {
      this.access = 'unsupported';
    } else throw error;
    this.values = [0, 0, 0, 0, 0];
    this.#file.close();
  }
}
