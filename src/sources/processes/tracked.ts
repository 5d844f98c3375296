import { ParseError } from '../../core/parse-error.ts';
import { createPidIo, parsePidIo } from '../../linux/pid-io.ts';
import { createPidStat, parsePidStat } from '../../linux/pid-stat.ts';
import { parsePidStatm } from '../../linux/pid-statm.ts';
import { cpuTimes, memoryInfo, MemoryMark } from './amounts.ts';
import type { CpuTimes, MemoryInfo, Wanted } from './entry.ts';
import type { Descriptors, KeptFile } from './descriptors.ts';
import { hasArguments, type Identify, type Identity } from './identity.ts';
import { isAbsent, isDenied } from './system-errors.ts';

const IDENTITY_MS = 60_000;

/** How /proc/<pid>/io could be read at the last attempt. */
export type IoAccess = 'untried' | 'ok' | 'denied' | 'unsupported';

/** Thrown when a pid turns out to belong to another process than before. */
export class PidReused extends Error {
  override readonly name = 'PidReused';
}

/** A process from its first to its last scan: its open files, and what is remembered between scans. */
export class Tracked {
  readonly pid: number;
  readonly stat = createPidStat();
  /** Scan that saw it last. */
  scan = 0;
  /** Monotonic time of its last scan; null until its first is complete. */
  sampledAt: number | null = null;
  /** CPU time at the last scan, clock ticks. */
  ticks = 0;
  /** Null when the kernel refuses to tell. */
  memory: MemoryInfo | null = null;
  cpuTimes: CpuTimes | null = null;
  ioAccess: IoAccess = 'untried';
  readBytes = 0;
  writeBytes = 0;
  /** Whether the two above are known. */
  ioKnown = false;
  identity: Identity | null = null;
  #startTime = Number.NaN;
  #comm = '';
  #hadArguments = false;
  #identityDueAt = 0;
  readonly #memoryMark = new MemoryMark();
  readonly #io = createPidIo();
  readonly #statFile: KeptFile;
  readonly #statmFile: KeptFile;
  readonly #ioFile: KeptFile;

  constructor(pid: number, files: Descriptors) {
    this.pid = pid;
    this.#statFile = files.file(`/proc/${pid}/stat`);
    this.#statmFile = files.file(`/proc/${pid}/statm`);
    this.#ioFile = files.file(`/proc/${pid}/io`);
  }

  /**
   * Reads its files. Throws `ENOENT` or `ESRCH` when the process has gone, {@link PidReused} when another one has
   * its pid, `EACCES` or `EPERM` when even its state is secret.
   */
  read(wanted: Wanted, pageSize: number): void {
    parsePidStat(this.#statFile.read(), this.stat);
    if (Number.isNaN(this.#startTime)) this.#startTime = this.stat.starttime;
    else if (this.#startTime !== this.stat.starttime) throw new PidReused(String(this.pid));
    if (wanted.memory_info || wanted.memory_percent) this.#readMemory(pageSize);
    if (wanted.cpu_times) this.cpuTimes = cpuTimes(this.stat, this.cpuTimes);
  }

  /** Reads its I/O counters into `into`, as {@link ProcessEntry.io_counters} says, and remembers them. */
  countIo(into: number[]): void {
    if (this.ioAccess === 'denied' || this.ioAccess === 'unsupported' || !this.#readIo()) return;
    const { readBytes, writeBytes } = this.#io;
    into[0] = readBytes;
    into[1] = writeBytes;
    if (this.ioKnown) {
      into[2] = this.readBytes;
      into[3] = this.writeBytes;
      into[4] = 1;
    }
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
    this.ioKnown = true;
  }

  /** Looks up who it is: at first, when its program changed, and every minute. */
  identify(look: Identify, now: number): Identity {
    const { stat } = this;
    const same = this.#comm === stat.comm && this.#hadArguments === hasArguments(stat);
    if (this.identity !== null && same && now < this.#identityDueAt) return this.identity;
    // Those seen first at the same scan come due spread over half a minute.
    const early = this.identity === null ? (this.pid % 32) / 64 : 0;
    this.#identityDueAt = now + IDENTITY_MS * (1 - early);
    this.#comm = stat.comm;
    this.#hadArguments = hasArguments(stat);
    if (this.ioAccess !== 'ok') this.ioAccess = 'untried';
    this.#memoryMark.forget();
    this.identity = look(this.pid, stat);
    return this.identity;
  }

  close(): void {
    this.#statFile.close();
    this.#statmFile.close();
    this.#ioFile.close();
  }

  /** Most processes idle at any moment; then their statm is what it was, and is not read. */
  #readMemory(pageSize: number): void {
    if (!this.#memoryMark.update(this.stat)) return;
    try {
      this.memory = memoryInfo(parsePidStatm(this.#statmFile.read()), pageSize);
    } catch (error) {
      if (!isDenied(error)) throw error;
      this.memory = null;
    }
  }

  /** False when they cannot be had; then the next attempt is made when the identity is looked up again. */
  #readIo(): boolean {
    try {
      parsePidIo(this.#ioFile.read(), this.#io);
      this.ioAccess = 'ok';
      return true;
    } catch (error) {
      this.#giveUpIo(error);
      return false;
    }
  }

  #giveUpIo(error: unknown): void {
    if (isDenied(error)) this.ioAccess = 'denied';
    // A kernel without I/O accounting has no such file, or not these lines.
    else if (error instanceof ParseError || (isAbsent(error) && this.ioAccess === 'untried')) {
      this.ioAccess = 'unsupported';
    } else throw error;
    this.ioKnown = false;
    this.#ioFile.close();
  }
}
