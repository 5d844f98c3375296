import { createPidIo } from '../../linux/pid-io.ts';
import { createPidStat, parsePidStat, type PidStat } from '../../linux/pid-stat.ts';
import { parsePidStatm } from '../../linux/pid-statm.ts';
import { cpuTimes, memoryInfo, MemoryMark } from './amounts.ts';
import type { CpuTimes, MemoryInfo, Wanted } from './entry.ts';
import type { Descriptors, KeptFile } from './descriptors.ts';
import { hasArguments, type Identify, type Identity, isKernelThread } from './identity.ts';
import { IoCounters } from './io-counters.ts';
import { isDenied } from './system-errors.ts';

const IDENTITY_MS = 60_000;

/** Thrown when a pid turns out to belong to another process than before. */
export class PidReused extends Error {
  override readonly name = 'PidReused';
}

/** Where the files of one process after another are read into; making these for each process would cost more than reading. */
export class Scratch {
  readonly stat = createPidStat();
  readonly io = createPidIo();
}

/** A process from its first to its last scan: its open files, and what is remembered between scans. */
export class Tracked {
  readonly pid: number;
  /** Scan that saw it last. */
  scan = 0;
  /** Monotonic time of its last scan; null until its first is complete. */
  sampledAt: number | null = null;
  /** CPU time at the last scan, clock ticks. */
  ticks = 0;
  /** Null when the kernel refuses to tell. */
  memory: MemoryInfo | null = null;
  cpuTimes: CpuTimes | null = null;
  readonly io: IoCounters;
  identity: Identity | null = null;
  /** Clock ticks since boot; with the pid it identifies the process. NaN until it was read. */
  startTime = Number.NaN;
  #comm = '';
  #hadArguments = false;
  #identityDueAt = 0;
  readonly #memoryMark = new MemoryMark();
  readonly #scratch: Scratch;
  readonly #statFile: KeptFile;
  readonly #statmFile: KeptFile;

  constructor(pid: number, files: Descriptors, scratch: Scratch) {
    this.pid = pid;
    this.#scratch = scratch;
    this.#statFile = files.file(`/proc/${pid}/stat`);
    this.#statmFile = files.file(`/proc/${pid}/statm`);
    this.io = new IoCounters(files.file(`/proc/${pid}/io`), scratch.io);
  }

  /**
   * Reads its files. Throws `ENOENT` or `ESRCH` when the process has gone, {@link PidReused} when another one has
   * its pid, `EACCES` or `EPERM` when even its state is secret.
   */
  read(wanted: Wanted, pageSize: number): void {
    const { stat } = this.#scratch;
    // The parser makes no new string for a name that it finds there already.
    stat.comm = this.#comm;
    parsePidStat(this.#statFile.read(), stat);
    if (Number.isNaN(this.startTime)) this.startTime = stat.starttime;
    else if (this.startTime !== stat.starttime) throw new PidReused(String(this.pid));
    if (wanted.memory_info || wanted.memory_percent) this.#readMemory(pageSize);
    if (wanted.cpu_times) this.cpuTimes = cpuTimes(stat, this.cpuTimes);
  }

  /** The result of {@link read}; valid until another process is read. */
  get stat(): PidStat {
    return this.#scratch.stat;
  }

  /** Looks up who it is: at first, when its program changed, and every minute. */
  identify(look: Identify, now: number): Identity {
    const { stat } = this;
    const same = this.#comm === stat.comm && this.#hadArguments === hasArguments(stat);
    if (this.identity !== null && now < this.#identityDueAt) {
      if (same) return this.identity;
      // Workers of the kernel are named after what they do at the moment.
      if (isKernelThread(stat)) return this.#rename(this.identity);
    }
    // Those seen first at the same scan come due spread over half a minute.
    const early = this.identity === null ? (this.pid % 32) / 64 : 0;
    this.#identityDueAt = now + IDENTITY_MS * (1 - early);
    this.#comm = stat.comm;
    this.#hadArguments = hasArguments(stat);
    this.io.retry();
    if (this.identity !== null) this.#memoryMark.forget();
    this.identity = look(this.pid, stat);
    return this.identity;
  }

  #rename(identity: Identity): Identity {
    this.#comm = this.stat.comm;
    this.identity = { ...identity, name: this.#comm };
    return this.identity;
  }

  close(): void {
    this.#statFile.close();
    this.#statmFile.close();
    this.io.close();
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
}
