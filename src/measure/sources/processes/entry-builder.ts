import { createValueCheck } from '../../../core/value-check.ts';
import type { Host } from '../../../core/host.ts';
import { TICKS_PER_SECOND } from './amounts.ts';
import type { Gids } from '../../linux/pid-status.ts';
import { type CpuTimes, type MemoryInfo, type ProcessEntry, STATUS_LETTERS, type Wanted } from './entry.ts';
import { entryFields } from './entry-fields.ts';
import type { ArgumentReads } from './arguments.ts';
import { createIdentifier, withArguments } from './identity.ts';
import type { Tracked } from './tracked.ts';

/** Oldest value of a process while it is shown. */
const OLDEST_MS = 30_000;

/**
 * Returns the time of the next full read of a process: each has its own phase within a period, so a few are due per scan.
 * @param intervalMs between scans: a read falls due between two scans and happens at the second
 */
function nextTurn(pid: number, now: number, intervalMs: number): number {
  // A scan after a long pause does not predict the next interval.
  const period = intervalMs < OLDEST_MS ? OLDEST_MS - intervalMs : OLDEST_MS / 2;
  const moment = ((pid * GOLDEN) % 1) * period;
  return now + period - ((now + period - moment) % period);
}

/** Multiples are evenly distributed (Knuth, The Art of Computer Programming 6.4). */
const GOLDEN = 0.618_033_988_749_895;

export interface EntryBuilder {
  /** Before each pass. */
  begin(facts: ScanFacts): void;
  /**
   * Completes a process's data. Its entry keeps its object if nothing but the time changed.
   * @param ran `stat` changed since the previous scan
   */
  update(process: Tracked, ran: boolean): void;
  /** Takes over arguments that have come, null: denied. The entry is another one if they differ from before. */
  putArguments(process: Tracked, cmdline: string[] | null): void;
}

/** The common part of the entries of one pass. */
export interface ScanFacts {
  /** Monotonic milliseconds. */
  now: number;
  /** Since the previous pass; 1 at the first. */
  seconds: number;
  /** Values are being watched, so they must be current. */
  isWatched: boolean;
  /** Bytes; null when unknown. */
  totalMemory: number | null;
}

/** Members are set in one order by one constructor, so entries share a hidden class. */
class BuiltEntry implements ProcessEntry {
  readonly key = 'pid';
  pid: number;
  name: string;
  status: string;
  io_counters: number[];
  time_since_update: number;
  declare cmdline?: string[] | null;
  declare username?: string | null;
  declare nice?: number;
  declare num_threads?: number;
  declare cpu_percent?: number;
  declare memory_percent?: number | null;
  declare cpu_times?: CpuTimes;
  declare memory_info?: MemoryInfo | null;
  declare gids?: Gids | null;
  declare cpu_num?: number;

  constructor(process: Tracked, wanted: Wanted, pass: ScanFacts) {
    const { stat, identity } = process;
    this.pid = process.pid;
    this.name = identity?.name ?? stat.comm;
    this.status = wanted.status ? (STATUS_LETTERS[stat.state] ?? '?') : '?';
    this.io_counters = process.io.values;
    this.time_since_update = process.io.hasMoved ? process.io.spanMs / 1000 : pass.seconds;
    if (wanted.cmdline) this.cmdline = identity?.cmdline ?? null;
    if (wanted.username) this.username = identity?.username ?? null;
    if (wanted.nice) this.nice = stat.nice;
    if (wanted.num_threads) this.num_threads = stat.numThreads;
    if (wanted.cpu_percent) this.cpu_percent = cpuPercent(process, pass.seconds);
    if (wanted.memory_percent) this.memory_percent = memoryPercent(process, pass);
    if (wanted.cpu_times && process.cpuTimes !== null) this.cpu_times = process.cpuTimes;
    if (wanted.memory_info) this.memory_info = process.memory;
    if (wanted.gids) this.gids = identity?.gids ?? null;
    if (wanted.cpu_num) this.cpu_num = stat.processor;
  }
}

export function createEntryBuilder(host: Host, wanted: Wanted, reads: ArgumentReads): EntryBuilder {
  let pass: ScanFacts = { now: 0, seconds: 1, isWatched: true, totalMemory: null };
  /** All memory shares differ from the last scan. */
  let isRenewed = false;
  const identify = createIdentifier(host, wanted, reads);
  // Here, as most entries stay the same from scan to scan.
  const check = createValueCheck(entryFields);
  return {
    begin(facts) {
      isRenewed = facts.totalMemory !== pass.totalMemory;
      pass = facts;
    },
    update(process, ran) {
      const isDue = isInTurn(process, pass);
      if (!ran && process.isKnown) {
        const isSettled = process.isSettled && !isRenewed;
        if (!process.readKnown(wanted) && isSettled) {
          process.dueAt = nextTurn(process.pid, pass.now, pass.seconds * 1000);
          return;
        }
      } else if (ran || isDue) {
        process.identify(identify, isDue);
        process.readRest(wanted, isDue, pass.now);
      } else process.io.rest();
      if (isDue) process.dueAt = nextTurn(process.pid, pass.now, pass.seconds * 1000);
      const entry = new BuiltEntry(process, wanted, pass);
      if (process.entry === null || !isSame(process.entry, entry)) {
        check(entry, entry.name);
        process.entry = entry;
      }
      process.ticks = process.stat.utime + process.stat.stime;
      process.isSettled = process.io.isStill && (entry.cpu_percent ?? 0) === 0;
    },
    putArguments(process, cmdline) {
      const { entry, identity: known } = process;
      if (known === null || entry === null) return;
      const identity = withArguments(known, cmdline);
      if (identity === known) return;
      process.identity = identity;
      if (!wanted.cmdline && identity.name === entry.name) return;
      const named = Object.assign(Object.create(BuiltEntry.prototype) as BuiltEntry, entry);
      named.name = identity.name;
      if (wanted.cmdline) named.cmdline = identity.cmdline;
      process.entry = named;
    },
  };
}

/** True if a process is read in full although it may be idle. Without watchers, only new ones are. */
export const isInTurn = (process: Tracked, { now, isWatched }: ScanFacts): boolean =>
  now >= process.dueAt && (isWatched || process.entry === null);

/** Equal nested values are the same objects. */
const isSame = (a: ProcessEntry, b: ProcessEntry): boolean =>
  a.name === b.name &&
  a.status === b.status &&
  a.io_counters === b.io_counters &&
  a.cmdline === b.cmdline &&
  a.username === b.username &&
  a.nice === b.nice &&
  a.num_threads === b.num_threads &&
  a.cpu_percent === b.cpu_percent &&
  a.memory_percent === b.memory_percent &&
  a.cpu_times === b.cpu_times &&
  a.memory_info === b.memory_info &&
  a.gids === b.gids &&
  a.cpu_num === b.cpu_num;

/** Share of one core since the previous scan, rounded to a tenth; 0 at the first. */
function cpuPercent({ stat, ticks, entry }: Tracked, seconds: number): number {
  if (entry === null) return 0;
  const used = (stat.utime + stat.stime - ticks) / TICKS_PER_SECOND;
  // The kernel scales both times, so that their sum may fall by a tick (cputime_adjust).
  return used > 0 ? Math.round((used / seconds) * 1000) / 10 : 0;
}

function memoryPercent({ memory }: Tracked, { totalMemory }: ScanFacts): number | null {
  return memory === null || totalMemory === null ? null : (memory.rss / totalMemory) * 100;
}
