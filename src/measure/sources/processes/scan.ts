import type { Host } from '../../../core/host.ts';
import { ArgumentReads } from './arguments.ts';
import { CpuLedger } from './cpu-ledger.ts';
import { ParseError } from '../../../core/parse-error.ts';
import { Descriptors, descriptorBudget } from './descriptors.ts';
import { createEntryBuilder, type EntryBuilder, isInTurn, type ScanFacts } from './entry-builder.ts';
import { type ProcessEntry, type Wanted, wantedStats } from './entry.ts';
import { filterProcesses } from '../../../core/linear-filter.ts';
import type { Origin } from '../../../core/process-origin.ts';
import type { ProcessOptions } from './options.ts';
import type { CgroupOwner } from './cgroup-owner.ts';
import { LastKnown } from './last-known.ts';
import { hidingOption } from './hidden.ts';
import { Origins } from './origins.ts';
import { countIn, type EntryChanges, type Scan } from './pass.ts';
import { PidList } from './pids.ts';
import type { Slice } from '../../../core/slice.ts';
import { isDenied, isGone } from '../../../core/files/error-code.ts';
import { PidReused, Scratch, Tracked } from './tracked.ts';
import { type Meminfo, parseMeminfo } from '../../linux/meminfo.ts';
import { parseStat, type Stat } from '../../linux/stat.ts';
import { TICKS_PER_SECOND } from './amounts.ts';

/** Processes read between two looks at the time. */
const BATCH = 8;
/** It always runs, so an agent that does not see it does not see everything. */
const FIRST_PID = 1;
/** `kthreadd`: in a container, this is another process, or none. */
const FIRST_KERNEL_THREAD = 2;

/** Scans /proc repeatedly, and stores what rates and names need. */
export class Scanner {
  readonly #host: Host;
  readonly #pids: PidList;
  readonly #wanted: Wanted;
  readonly #files: Descriptors;
  readonly #arguments: ArgumentReads;
  readonly #builder: EntryBuilder;
  readonly #hidesKernelThreads: boolean;
  readonly #focus: ((entry: ProcessEntry) => boolean) | null;
  readonly #scratch = new Scratch();
  readonly #tracked = new Map<number, Tracked>();
  readonly #ledger = new CpuLedger();
  /** The last list of pids and their data: most lists are equal, so thousands are found by index without a lookup. */
  #listed: Uint32Array = new Uint32Array();
  #rows: (Tracked | undefined)[] = [];
  readonly #origins: Origins;
  readonly #memory: LastKnown<Meminfo>;
  readonly #stat: LastKnown<Stat>;
  /** Of all processes since boot, in seconds; null: unknown. */
  #busy: number | null = null;
  #wantsOrigins = false;
  #passNumber = 0;
  #facts: ScanFacts = { now: 0, seconds: 1, isWatched: true, totalMemory: null };
  /** True if the inputs of all entries have changed since the previous pass. */
  #isRenewed = false;
  #changes: EntryChanges = { come: [], gone: new Set() };

  constructor(host: Host, options: ProcessOptions) {
    this.#host = host;
    this.#pids = new PidList(host);
    this.#wanted = wantedStats(options.disable_stats);
    this.#files = new Descriptors(host, descriptorBudget(host));
    this.#arguments = new ArgumentReads(host);
    this.#builder = createEntryBuilder(host, this.#wanted, this.#arguments);
    this.#stat = new LastKnown(host, '/proc/stat', parseStat);
    this.#origins = new Origins(host, this.#stat);
    this.#memory = new LastKnown(host, '/proc/meminfo', parseMeminfo);
    this.#hidesKernelThreads = options.hide_kernel_threads;
    this.#focus = options.focus.length === 0 ? null : filterProcesses(options.focus);
  }

  /**
   * Reads all processes in slices; {@link complete} ends it. Rejects if /proc cannot be listed.
   * @param isWatched values are being watched, so idle processes must be current
   */
  async pass(isWatched: boolean, slice: Slice): Promise<Scan> {
    await Promise.all([this.#memory.renew(), this.#stat.renew()]);
    const pass = this.#begin(isWatched);
    let left = BATCH;
    const pids = await this.#pids.list(slice, this.#tracked.size);
    if (pids[0] !== FIRST_PID) pass.refusals.hidepid = hidingOption(this.#host);
    if (pids !== this.#listed) this.#list(pids);
    const rows = this.#rows;
    let found = 0;
    // By index: the steps of an iterator are objects each.
    for (let at = 0; at < pids.length; at += 1) {
      const process = this.#visit(pids[at] as number, rows[at], pass);
      rows[at] = process;
      if (process !== undefined) found += 1;
      left -= 1;
      if (left > 0) continue;
      left = BATCH;
      if (slice.isOver) await slice.next();
    }
    if (found < this.#tracked.size) this.#forgetGone();
    await this.#takeArguments(pass);
    pass.cpu = this.#ledger.take((pid) => this.#tracked.get(pid)?.entry?.name);
    pass.ended = this.#endedOf(pass);
    this.#changes = { come: [], gone: new Set() };
    return pass;
  }

  /**
   * Returns the CPU time of ended processes, no more than the machine was busy: children's times may be older than the previous
   * pass.
   */
  #endedOf({ cpu, refusals, seconds }: Scan): number {
    const before = this.#busy;
    this.#busy = this.#stat.value && busySeconds(this.#stat.value);
    const waited = cpu.reduce((sum, { ended }) => sum + ended, 0);
    if (seconds === null || before === null || this.#busy === null) return waited;
    const seen = cpu.reduce((sum, one) => sum + one.seconds, 0);
    const rest = Math.max(0, this.#busy - before - seen);
    // All processes of the machine were seen: this is no container, and nothing is hidden.
    const isWhole =
      this.#tracked.get(FIRST_KERNEL_THREAD)?.isKernelThread === true &&
      refusals.hidepid === null &&
      refusals.stat === 0;
    return isWhole ? rest : Math.min(waited, rest);
  }

  /** Moves unchanged entries to this scan, all at once, so nobody sees entries of two scans. */
  complete(): void {
    const { seconds } = this.#facts;
    const rows = this.#rows;
    for (let at = 0; at < rows.length; at += 1) {
      const process = rows[at];
      if (process === undefined || process.entry === null) continue;
      if (process.isSettled || !process.io.hasMoved) process.entry.time_since_update = seconds;
    }
  }

  /** When a process started, in clock ticks since boot. */
  startTime(pid: number): number | undefined {
    return this.#tracked.get(pid)?.startTime;
  }

  /** Origins of processes of the last scan; null for others. Later scans also read control groups. */
  askOrigins(): (pid: number) => Origin | null {
    this.#origins.ask();
    return (pid) => this.originOf(pid);
  }

  /** Returns the origin, as far as it is read. */
  originOf(pid: number): Origin | null {
    const process = this.#tracked.get(pid);
    return process === undefined ? null : this.#origins.of(process);
  }

  /** Later scans read control groups. Null for processes not yet read. */
  followOwners(): (pid: number) => CgroupOwner | null {
    this.#origins.follow();
    return (pid) => this.#tracked.get(pid)?.cgroupOwner ?? null;
  }

  userOf(pid: number): string | null {
    return this.#tracked.get(pid)?.identity?.username ?? null;
  }

  /** False where it is unknown. */
  get usesSwap(): boolean {
    const { value } = this.#memory;
    return value !== null && value.swapTotal > value.swapFree;
  }

  /** Closes all files. */
  close(): void {
    for (const process of this.#tracked.values()) process.close();
    this.#tracked.clear();
    this.#list(new Uint32Array());
  }

  /** Waits a moment for the arguments that the pass has asked for. */
  async #takeArguments(pass: Scan): Promise<void> {
    await this.#arguments.settle();
    pass.refusals.silent = this.#arguments.silent();
    let isChanged = false;
    for (const [pid, args] of this.#arguments.take()) {
      const process = this.#tracked.get(pid);
      if (process === undefined) continue;
      const { entry: before } = process;
      if (args === 'ended') {
        countIn(process, pass, -1);
        this.#forget(process);
      } else {
        this.#builder.putArguments(process, args);
        if (process.entry !== before) this.#replace(process, before);
      }
      isChanged ||= process.entry !== before;
    }
    if (isChanged) pass.entries = this.#rows.flatMap(servedBy);
  }

  #begin(isWatched: boolean): Scan {
    const before = this.#facts;
    const now = this.#host.clock.monotonic();
    const seconds = this.#passNumber === 0 ? 1 : Math.max((now - before.now) / 1000, 0.001);
    const totalMemory = this.#wanted.memory_percent ? (this.#memory.value?.memTotal ?? null) : null;
    this.#facts = { now, seconds, isWatched, totalMemory };
    this.#isRenewed = totalMemory !== before.totalMemory;
    this.#passNumber += 1;
    this.#wantsOrigins = this.#origins.isWanted;
    this.#builder.begin(this.#facts);
    return {
      entries: [],
      changes: this.#changes,
      majorFaults: new Map(),
      cpu: [],
      ended: 0,
      seconds: this.#passNumber === 1 ? null : seconds,
      counts: { total: 0, running: 0, sleeping: 0, thread: this.#wanted.num_threads ? 0 : null },
      refusals: { stat: 0, io: 0, hidepid: null, silent: [], isMemorySilent: this.#memory.isSilent },
    };
  }

  #list(pids: Uint32Array): void {
    this.#listed = pids;
    this.#rows = [];
    for (let at = 0; at < pids.length; at += 1) this.#rows.push(this.#tracked.get(pids[at] as number));
  }

  /** Reads the current process of a pid; undefined if there is none. */
  #visit(pid: number, known: Tracked | undefined, pass: Scan): Tracked | undefined {
    if (known !== undefined) {
      if (this.#sample(known, pass)) return known;
      // It has ended, but its pid is listed, so it may be reused.
      this.#forget(known);
    }
    const fresh = new Tracked(pid, this.#host, this.#files, this.#scratch);
    this.#tracked.set(pid, fresh);
    if (this.#sample(fresh, pass)) return fresh;
    this.#forget(fresh);
    return undefined;
  }

  /** False: the process has ended. */
  #sample(process: Tracked, pass: Scan): boolean {
    process.scan = this.#passNumber;
    const { entry: before, majorFaults, cpuTimes } = process;
    try {
      const isDue = isInTurn(process, this.#facts);
      const isWanted = !process.isSettled || this.#isRenewed || isDue;
      const ran = process.look(isWanted);
      if (ran || isWanted) this.#builder.update(process, ran);
      if (this.#wantsOrigins) this.#origins.readCgroup(process, isDue);
    } catch (error) {
      if (isDenied(error)) {
        pass.refusals.stat += 1;
        this.#drop(process);
        return true;
      }
      if (isGone(error) || error instanceof PidReused || error instanceof ParseError) return false;
      throw error;
    }
    if (process.entry !== before) this.#replace(process, before);
    // At the first pass these are the faults of all their lives.
    if (process.majorFaults > majorFaults && this.#passNumber > 1)
      pass.majorFaults.set(process.pid, process.majorFaults - majorFaults);
    if (process.cpuTimes !== cpuTimes && process.cpuTimes !== null && this.#passNumber > 1)
      this.#ledger.note(process.pid, cpuTimes, process.cpuTimes);
    countIn(process, pass, 1);
    if (process.isServed && process.entry !== null) pass.entries.push(process.entry);
    return true;
  }

  /** Notes that a process has another entry than before. */
  #replace(process: Tracked, before: ProcessEntry | null): void {
    if (before !== null && process.isServed) this.#changes.gone.add(before);
    process.isServed = process.entry !== null && this.#serves(process, process.entry);
    if (process.entry !== null && process.isServed) this.#changes.come.push(process.entry);
  }

  #serves(process: Tracked, entry: ProcessEntry): boolean {
    if (this.#hidesKernelThreads && process.isKernelThread) return false;
    return this.#focus === null || this.#focus(entry);
  }

  #drop(process: Tracked): void {
    const before = process.entry;
    process.entry = null;
    process.isSettled = false;
    if (before !== null) this.#replace(process, before);
  }

  #forgetGone(): void {
    for (const process of this.#tracked.values())
      if (process.scan !== this.#passNumber) this.#forget(process);
  }

  #forget(process: Tracked): void {
    this.#ledger.end(process.pid, process.parent, process.cpuTimes);
    this.#drop(process);
    process.close();
    this.#tracked.delete(process.pid);
  }
}

/** Returns the CPU time that the kernel counts for processes: interrupts and stolen time belong to none. */
const busySeconds = ({ cpu: { user, nice, system } }: Stat): number =>
  (user + nice + system) / TICKS_PER_SECOND;

const servedBy = (process: Tracked | undefined): ProcessEntry[] =>
  process?.isServed === true && process.entry !== null ? [process.entry] : [];
