import type { CpuTimes, MemoryInfo, ProcessEntry } from '../../sources/processes/entry.ts';
import type { SortKey } from '../../core/process-order.ts';
import { sorted } from '../../sources/processes/sort.ts';

/** Stands for a value that the processes do not share. */
const DIFFERENT = '_';

/** Processes of one name. Sums are null when the statistic is not collected. */
export interface Program {
  name: string;
  pid: '_';
  childrens: number[];
  nprocs: number;
  cmdline: string[];
  username: string | null;
  status: string;
  nice: number | string | null;
  num_threads: number | null;
  cpu_percent: number | null;
  memory_percent: number | null;
  cpu_times: CpuTimes | null;
  memory_info: MemoryInfo | null;
  io_counters: number[];
  time_since_update: number;
}

/** Programs in the order of their own values; those that are equal, and their members, in the order of `entries`. */
export function groupByProgram(entries: readonly ProcessEntry[], key: SortKey): Program[] {
  const programs = new Map<string, Program>();
  for (const entry of entries) {
    const program = programs.get(entry.name);
    if (program === undefined) programs.set(entry.name, begin(entry));
    else join(program, entry);
  }
  return sorted([...programs.values()], key);
}

/** Entries are shared with the process list, so everything that will change is copied. */
function begin(entry: ProcessEntry): Program {
  return {
    name: entry.name,
    pid: '_',
    childrens: [entry.pid],
    nprocs: 1,
    cmdline: [entry.name],
    username: entry.username ?? null,
    status: entry.status,
    nice: entry.nice ?? null,
    num_threads: entry.num_threads ?? null,
    cpu_percent: entry.cpu_percent ?? null,
    memory_percent: entry.memory_percent ?? null,
    cpu_times: entry.cpu_times ? { ...entry.cpu_times } : null,
    memory_info: entry.memory_info ? { ...entry.memory_info } : null,
    io_counters: [...entry.io_counters],
    time_since_update: entry.time_since_update,
  };
}

function join(program: Program, entry: ProcessEntry): void {
  program.childrens.push(entry.pid);
  program.nprocs += 1;
  program.username = common(program.username, entry.username ?? null);
  program.status = common(program.status, entry.status);
  program.nice = common(program.nice, entry.nice ?? null);
  program.num_threads = sum(program.num_threads, entry.num_threads);
  program.cpu_percent = sum(program.cpu_percent, entry.cpu_percent);
  program.memory_percent = sum(program.memory_percent, entry.memory_percent);
  program.cpu_times = sumOf(program.cpu_times, entry.cpu_times, addCpuTimes);
  program.memory_info = sumOf(program.memory_info, entry.memory_info, addMemory);
  for (const number of entry.io_counters) program.io_counters.push(number);
}

const common = <T>(a: T, b: T): T | typeof DIFFERENT => (a === b ? a : DIFFERENT);

/** Null counts 0 beside a number. */
const sum = (total: number | null, value: number | null | undefined): number | null =>
  total === null ? (value ?? null) : total + (value ?? 0);

/** The same for objects, of which the total is our own. */
function sumOf<T extends object>(
  total: T | null,
  value: T | null | undefined,
  add: (total: T, value: T) => void,
): T | null {
  if (!value) return total;
  if (total === null) return { ...value };
  add(total, value);
  return total;
}

// Member by member: looking the keys up takes ten times as long, and there may be thousands of processes.
function addCpuTimes(total: CpuTimes, value: CpuTimes): void {
  total.user += value.user;
  total.system += value.system;
  total.children_user += value.children_user;
  total.children_system += value.children_system;
  total.iowait += value.iowait;
}

function addMemory(total: MemoryInfo, value: MemoryInfo): void {
  total.rss += value.rss;
  total.vms += value.vms;
  total.shared += value.shared;
  total.text += value.text;
  total.lib += value.lib;
  total.data += value.data;
  total.dirty += value.dirty;
}
