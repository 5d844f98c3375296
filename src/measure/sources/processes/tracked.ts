import { createPidIo } from '../../linux/pid-io.ts';
import { parsePidStat, PidStat } from '../../linux/pid-stat.ts';
import { parsePidStatm } from '../../linux/pid-statm.ts';
import type { Host } from '../../../core/host.ts';
import type { Origin } from '../../../core/process-origin.ts';
import { cpuTimes, memoryInfo, MemoryMark } from './amounts.ts';
import type { CpuTimes, MemoryInfo, ProcessEntry, Wanted } from './entry.ts';
import type { Descriptors, KeptFile } from './descriptors.ts';
import type { CgroupOwner } from './cgroup-owner.ts';
import { type Identify, type Identity, isKernelThread, isSameIdentity } from './identity.ts';
import { IoCounters } from './io-counters.ts';
import { LastContent } from './last-content.ts';
import { RunWatch } from './run-watch.ts';
import { isDenied } from '../../../core/files/error-code.ts';

/** Thrown when a pid turns out to belong to another process than before. */
export class PidReused extends Error {
  override readonly name = 'PidReused';
}

/** Scans between two at which a process that never ran is read in full; `stat` is enough at these. */
const KNOWN_TURNS = 9;

/** Parse buffers, shared by all processes and used sequentially. */
export class Scratch {
  readonly stat = new PidStat();
  readonly io = createPidIo();
}

/** A process from its first to its last scan: its open file and state between scans. */
export class Tracked {
  readonly pid: number;
  /** Last scan that saw it. */
  scan = 0;
  /** Its entry in that scan; null when its state was secret. */
  entry: ProcessEntry | null = null;
  /** False: its entry is not served. */
  isServed = false;
  /** Its entry is unchanged while it is idle. */
  isSettled = false;
  /** Monotonic time at which it is to be read in full, though it may not have run. */
  dueAt = Number.NEGATIVE_INFINITY;
  /** CPU time at the last scan, clock ticks. */
  ticks = 0;
  /** Threads, state letter's character code, and whether it is a kernel thread, at the last scan. */
  threads = 0;
  state = 0;
  isKernelThread = false;
  /** Null when the kernel refuses to tell. */
  memory: MemoryInfo | null = null;
  cpuTimes: CpuTimes | null = null;
  readonly io: IoCounters;
  identity: Identity | null = null;
  /** Clock ticks since boot; with the pid it identifies the process. NaN until it was read. */
  startTime = Number.NaN;
  /** Number of its parent. */
  parent = 0;
  /** Unit and container; null until they are wanted. */
  cgroupOwner: CgroupOwner | null = null;
  /** Name under which it ran when its control group was read: a manager moves a process before it runs the program. */
  cgroupName: string | undefined;
  /** Page faults that read a disk, since its start. */
  majorFaults = 0;
  /** Last reported value. */
  origin: Origin | null = null;
  #comm = '';
  /** Its last two `stat` reads were equal. */
  #isStill = false;
  readonly #memoryMark = new MemoryMark();
  readonly #scratch: Scratch;
  /** Of `stat`; forgotten while idle by another file. */
  readonly #lastStat = new LastContent();
  readonly #statFile: KeptFile;
  readonly #runs: RunWatch;
  /** Scans for which its data remain valid, since it was idle. */
  #turnsKnown = 0;
  readonly #host: Host;

  constructor(pid: number, host: Host, files: Descriptors, scratch: Scratch) {
    this.pid = pid;
    this.#host = host;
    this.#scratch = scratch;
    this.#statFile = files.file(`/proc/${pid}/stat`);
    this.#runs = new RunWatch(files.file(`/proc/${pid}/schedstat`));
    this.io = new IoCounters(scratch.io);
  }

  /**
   * Reads `stat`, and parses it if the process ran since the last scan or `isWanted`. True: it ran. Throws `ENOENT` or `ESRCH` if it
   * has ended, {@link PidReused} if its pid was reused, `EACCES` or `EPERM` if its state is hidden.
   */
  look(isWanted: boolean): boolean {
    if (this.#runs.isOn && this.#runs.hasRun()) this.#wake();
    const isAtRest = this.#runs.isOn;
    if (isAtRest && !isWanted) return false;
    if (!isAtRest && this.threads === 1) this.#runs.prepare(this.#isStill);
    const bytes = this.#statFile.read();
    const ran = !isAtRest && this.#hasChanged(bytes);
    if (ran) this.#wake();
    if (ran || isWanted) this.#parse(bytes);
    if (this.#runs.isOn) this.#rest();
    return ran;
  }

  #hasChanged(bytes: Uint8Array): boolean {
    this.#isStill = !this.#lastStat.update(bytes);
    return !this.#isStill;
  }

  /** One open file of each process, and the content of one. */
  #rest(): void {
    this.#statFile.close();
    this.#lastStat.forget();
  }

  /** Idle since its last full read, so only resident memory and nice value can differ. */
  get isKnown(): boolean {
    return this.#turnsKnown > 0;
  }

  #wake(): void {
    this.#runs.end();
    this.#turnsKnown = 0;
  }

  #parse(bytes: Uint8Array): void {
    const { stat } = this.#scratch;
    // The parser reuses the string if the name is the same.
    stat.comm = this.#comm;
    parsePidStat(bytes, stat);
    if (Number.isNaN(this.startTime)) this.startTime = stat.starttime;
    else if (this.startTime !== stat.starttime) throw new PidReused(String(this.pid));
    this.parent = stat.ppid;
    this.majorFaults = stat.majflt;
    this.threads = stat.numThreads;
    this.state = stat.state;
    this.isKernelThread = isKernelThread(stat);
    this.cpuTimes = cpuTimes(stat, this.cpuTimes);
  }

  /** The result of {@link look}; valid until another process is read. */
  get stat(): PidStat {
    return this.#scratch.stat;
  }

  /**
   * Reads the other files of a process.
   * @param isDue read all, whether or not `stat` suggests a change
   */
  readRest(wanted: Wanted, isDue: boolean, now: number): void {
    if (isDue) {
      this.#memoryMark.forget();
      this.#turnsKnown = this.#runs.isOn ? KNOWN_TURNS : 0;
    }
    this.#readMemory(wanted);
    if (wanted.io_counters) this.io.update(() => this.#host.read(`/proc/${this.pid}/io`), now);
  }

  /**
   * Replaces {@link readRest} for a process that {@link isKnown}: memory may have been reclaimed or its nice value changed. True if
   * so.
   */
  readKnown(wanted: Wanted): boolean {
    const { memory } = this;
    this.#turnsKnown -= 1;
    this.#readMemory(wanted);
    this.io.rest();
    return this.memory !== memory || this.stat.nice !== this.entry?.nice;
  }

  /** Reads its identity if it ran or is due. */
  identify(look: Identify, isDue: boolean): void {
    // Kernel workers only change their name, to their current task.
    if (this.identity !== null && this.isKernelThread && !isDue) return this.#rename(this.identity);
    this.#comm = this.stat.comm;
    if (isDue) this.io.retry();
    const identity = look(this.pid, this.stat, this.identity);
    if (this.identity === null || !isSameIdentity(this.identity, identity)) this.identity = identity;
  }

  #rename(identity: Identity): void {
    if (this.#comm === this.stat.comm) return;
    this.#comm = this.stat.comm;
    this.identity = { ...identity, comm: this.#comm, name: this.#comm };
  }

  close(): void {
    this.#rest();
    this.#runs.close();
  }

  /** `statm` is not read if `stat` is unchanged. */
  #readMemory(wanted: Wanted): void {
    if (!wanted.memory_info && !wanted.memory_percent) return;
    if (!this.#memoryMark.update(this.stat)) return;
    try {
      const statm = parsePidStatm(this.#host.read(`/proc/${this.pid}/statm`));
      this.memory = memoryInfo(statm, this.#host.pageSize, this.memory);
    } catch (error) {
      if (!isDenied(error)) throw error;
      this.memory = null;
    }
  }
}
