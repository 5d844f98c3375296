import type { Host } from '../../core/host.ts';
import { TICKS_PER_SECOND } from './amounts.ts';
import type { Gids } from '../../linux/pid-status.ts';
import { type CpuTimes, type MemoryInfo, type ProcessEntry, STATUS_LETTERS, type Wanted } from './entry.ts';
import { createIdentifier } from './identity.ts';
import { totalMemory } from './total-memory.ts';
import type { Tracked } from './tracked.ts';

export interface EntryBuilder {
  /** Before each pass. */
  begin(now: number, seconds: number): void;
  /** The entry of a process whose files have just been read; a new object at each pass. */
  build(process: Tracked): ProcessEntry;
}

/** Members are always set in the same order and by one constructor, so that all entries share one hidden class. */
class Entry implements ProcessEntry {
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

  constructor(process: Tracked, wanted: Wanted, pass: PassFacts) {
    const { stat, identity } = process;
    this.pid = process.pid;
    this.name = identity?.name ?? stat.comm;
    this.status = wanted.status ? (STATUS_LETTERS[stat.state] ?? '?') : '?';
    this.io_counters = process.io.values;
    this.time_since_update = pass.seconds;
    if (wanted.cmdline) this.cmdline = identity?.cmdline ?? null;
    if (wanted.username) this.username = identity?.username ?? null;
    if (wanted.nice) this.nice = stat.nice;
    if (wanted.num_threads) this.num_threads = stat.numThreads;
    if (wanted.cpu_percent) this.cpu_percent = cpuPercent(process, pass.now);
    if (wanted.memory_percent) this.memory_percent = memoryPercent(process, pass);
    if (wanted.cpu_times && process.cpuTimes !== null) this.cpu_times = process.cpuTimes;
    if (wanted.memory_info) this.memory_info = process.memory;
    if (wanted.gids) this.gids = identity?.gids ?? null;
    if (wanted.cpu_num) this.cpu_num = stat.processor;
  }
}

/** The common part of the entries of one pass. */
interface PassFacts {
  now: number;
  seconds: number;
  /** Bytes; null when unknown. */
  totalMemory: number | null;
}

export function createEntryBuilder(host: Host, wanted: Wanted): EntryBuilder {
  const pass: PassFacts = { now: 0, seconds: 1, totalMemory: null };
  const identify = createIdentifier(host, wanted);
  return {
    begin(now, seconds) {
      pass.now = now;
      pass.seconds = seconds;
      if (wanted.memory_percent) pass.totalMemory = totalMemory(host);
    },
    build(process) {
      process.identify(identify, pass.now);
      if (wanted.io_counters) process.io.update();
      const entry = new Entry(process, wanted, pass);
      process.ticks = process.stat.utime + process.stat.stime;
      process.sampledAt = pass.now;
      return entry;
    },
  };
}

/** Share of one core since the previous scan, rounded to a tenth; 0 at the first. */
function cpuPercent({ stat, ticks, sampledAt }: Tracked, now: number): number {
  if (sampledAt === null || now <= sampledAt) return 0;
  const used = (stat.utime + stat.stime - ticks) / TICKS_PER_SECOND;
  const seconds = (now - sampledAt) / 1000;
  return Math.max(0, Math.round((used / seconds) * 1000) / 10);
}

function memoryPercent({ memory }: Tracked, { totalMemory }: PassFacts): number | null {
  return memory === null || totalMemory === null ? null : (memory.rss / totalMemory) * 100;
}
