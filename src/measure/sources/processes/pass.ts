/** Result of one pass over all processes. */
import type { CpuUse } from './cpu-ledger.ts';
import type { ProcessEntry } from './entry.ts';
import type { Tracked } from './tracked.ts';

/** Counts over all processes, including those not served. */
export interface ProcessCounts {
  total: number;
  /** State R. */
  running: number;
  /** State S; neither idle kernel threads nor waiting for a disk (D). */
  sleeping: number;
  /** Threads of all processes; null when they are not collected. */
  thread: number | null;
}

/** Lack of permission. */
export interface Refusals {
  /** Number of processes with an unreadable file. */
  stat: number;
  io: number;
  /** Mount option that keeps processes out of the list; null if none are missing. */
  hidepid: string | null;
  /** Processes whose arguments are not told, since the kernel does not answer. */
  silent: readonly number[];
  /** True if the kernel does not answer, so the machine's memory is the last known. */
  isMemorySilent: boolean;
}

/** One pass over all processes. */
export interface Scan {
  /** Those to be served, by ascending pid. */
  entries: ProcessEntry[];
  /** Differences from the last complete scan. */
  changes: EntryChanges;
  /** Over all processes, whatever is served. */
  counts: ProcessCounts;
  /** Page faults that read a disk, since the pass before, by pid; without the processes that had none. */
  majorFaults: Map<number, number>;
  /** Processes that used CPU time since the pass before, served or not. */
  cpu: readonly CpuUse[];
  /** Seconds of CPU time since the pass before of processes that no pass has seen. */
  ended: number;
  /** Since the pass before; null at the first. */
  seconds: number | null;
  refusals: Refusals;
}

/** Entries that came and went. An entry may be in both, when the pass in which it came was not completed. */
export interface EntryChanges {
  readonly come: ProcessEntry[];
  readonly gone: Set<ProcessEntry>;
}

const RUNNING = 'R'.charCodeAt(0);
const SLEEPING = 'S'.charCodeAt(0);

/** @param number 1, or -1 for one that turns out to have ended */
export function countIn(process: Tracked, { counts, refusals }: Scan, number: 1 | -1): void {
  counts.total += number;
  if (counts.thread !== null) counts.thread += number * process.threads;
  if (process.state === RUNNING) counts.running += number;
  else if (process.state === SLEEPING) counts.sleeping += number;
  if (process.io.access === 'denied') refusals.io += number;
}
