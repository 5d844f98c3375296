import type { Host } from '../../core/host.ts';
import { ParseError } from '../../core/parse-error.ts';
import { Descriptors, descriptorBudget } from './descriptors.ts';
import { createEntryBuilder, type EntryBuilder } from './entry-builder.ts';
import { type ProcessEntry, type Wanted, wantedStats } from './entry.ts';
import { filterProcesses } from '../../core/process-filter.ts';
import { isKernelThread } from './identity.ts';
import type { ProcessOptions } from './options.ts';
import { listPids } from './pids.ts';
import { createSlices } from './slices.ts';
import { isDenied, isGone } from './system-errors.ts';
import { PidReused, Scratch, Tracked } from './tracked.ts';

/** Longest time the event loop is kept from other work. */
const SLICE_MS = 4;
/** Processes read between two looks at the time. */
const BATCH = 8;

/** Counts over all processes, also those that are not served. */
export interface ProcessCounts {
  total: number;
  /** State R. */
  running: number;
  /** State S; neither idle kernel threads nor waiting for a disk (D). */
  sleeping: number;
  /** Threads of all processes; null when they are not collected. */
  thread: number | null;
}

/** Reads that were refused for lack of permission: number of processes by file. */
export interface Refusals {
  stat: number;
  io: number;
}

/** One pass over all processes. */
export interface Pass {
  /** Those to be served, by ascending pid. */
  entries: ProcessEntry[];
  counts: ProcessCounts;
  refusals: Refusals;
  /** Seconds since the previous pass; 1 at the first. */
  seconds: number;
}

/** Reads /proc again and again, and remembers what rates and names need. */
export class Scanner {
  readonly #host: Host;
  readonly #wanted: Wanted;
  readonly #files: Descriptors;
  readonly #builder: EntryBuilder;
  readonly #hidesKernelThreads: boolean;
  readonly #focus: ((entry: ProcessEntry) => boolean) | null;
  readonly #scratch = new Scratch();
  readonly #tracked = new Map<number, Tracked>();
  #passNumber = 0;
  #passAt: number | null = null;

  constructor(host: Host, options: ProcessOptions) {
    this.#host = host;
    this.#wanted = wantedStats(options.disable_stats);
    this.#files = new Descriptors(host, descriptorBudget(host));
    this.#builder = createEntryBuilder(host, this.#wanted);
    this.#hidesKernelThreads = options.hide_kernel_threads;
    this.#focus = options.focus.length === 0 ? null : filterProcesses(options.focus);
  }

  /** Reads all processes in slices. Rejects when /proc cannot be listed. */
  async pass(): Promise<Pass> {
    const slices = createSlices(this.#host.clock, SLICE_MS);
    const pass = this.#begin();
    let left = BATCH;
    const pids = await listPids(this.#host, slices, this.#tracked.size);
    for (const pid of pids) {
      this.#visit(pid, pass);
      left -= 1;
      if (left > 0) continue;
      left = BATCH;
      if (slices.isOver()) await slices.next();
    }
    this.#forgetVanished();
    return pass;
  }

  /** When a process started, in clock ticks since boot. */
  startTime(pid: number): number | undefined {
    return this.#tracked.get(pid)?.startTime;
  }

  /** Closes all files. */
  close(): void {
    for (const process of this.#tracked.values()) process.close();
    this.#tracked.clear();
  }

  #begin(): Pass {
    const now = this.#host.clock.monotonic();
    const seconds = this.#passAt === null ? 1 : Math.max((now - this.#passAt) / 1000, 0.001);
    this.#passAt = now;
    this.#passNumber += 1;
    this.#builder.begin(now, seconds);
    return {
      entries: [],
      counts: { total: 0, running: 0, sleeping: 0, thread: this.#wanted.num_threads ? 0 : null },
      refusals: { stat: 0, io: 0 },
      seconds,
    };
  }

  #visit(pid: number, pass: Pass): void {
    const known = this.#tracked.get(pid);
    if (known !== undefined) {
      if (this.#sample(known, pass)) return;
      // It has gone; but its number is in the list, so another process may have it now.
      this.#forget(known);
    }
    const fresh = new Tracked(pid, this.#files, this.#scratch);
    this.#tracked.set(pid, fresh);
    if (!this.#sample(fresh, pass)) this.#forget(fresh);
  }

  /** False when the process has gone. */
  #sample(process: Tracked, pass: Pass): boolean {
    process.scan = this.#passNumber;
    try {
      process.read(this.#wanted, this.#host.pageSize);
      this.#add(process, this.#builder.build(process), pass);
    } catch (error) {
      if (isDenied(error)) pass.refusals.stat += 1;
      else if (isGone(error) || error instanceof PidReused || error instanceof ParseError) return false;
      else throw error;
    }
    return true;
  }

  #add(process: Tracked, entry: ProcessEntry, { counts, refusals, entries }: Pass): void {
    const { stat } = process;
    counts.total += 1;
    if (counts.thread !== null) counts.thread += stat.numThreads;
    if (stat.state === RUNNING) counts.running += 1;
    else if (stat.state === SLEEPING) counts.sleeping += 1;
    if (process.io.access === 'denied') refusals.io += 1;
    if (this.#hidesKernelThreads && isKernelThread(stat)) return;
    if (this.#focus === null || this.#focus(entry)) entries.push(entry);
  }

  #forgetVanished(): void {
    for (const process of this.#tracked.values()) {
      if (process.scan !== this.#passNumber) this.#forget(process);
    }
  }

  #forget(process: Tracked): void {
    process.close();
    this.#tracked.delete(process.pid);
  }
}

const RUNNING = 'R'.charCodeAt(0);
const SLEEPING = 'S'.charCodeAt(0);
