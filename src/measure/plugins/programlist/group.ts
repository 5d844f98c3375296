import type { ValueCheck } from '../../../core/value-check.ts';
import { sortInSteps, STEP, type Steps } from '../../../core/steps.ts';
import { markUnknown, unknownIn } from '../../../core/unknown.ts';
import type { CpuTimes, MemoryInfo, ProcessEntry } from '../../sources/processes/entry.ts';
import type { SortKey } from '../../../core/process-order.ts';
import { orderOf, recentIo } from '../../sources/processes/sort.ts';

/** Placeholder for a value that the processes do not share. */
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

/** Groups processes by name, at each scan. */
export class Programs {
  #groups: ReadonlyMap<string, ProgramGroup> = new Map();
  readonly #check: ValueCheck;

  constructor(check: ValueCheck) {
    this.#check = check;
  }

  /**
   * Programs in their order; ties and members in the order of `entries`. A program whose processes are all unchanged keeps its
   * object, with the current time.
   */
  *update(entries: readonly ProcessEntry[], key: SortKey): Steps<Program[]> {
    const groups = new Map<string, ProgramGroup>();
    const times: number[] = [];
    for (const [name, members] of yield* membersByName(entries)) {
      const before = this.#groups.get(name);
      groups.set(
        name,
        before && isSameList(before.members, members) ? before : yield* this.#groupOf(name, members),
      );
      times.push(timeOf(members));
      if (groups.size % STEP === 0) yield;
    }
    const programs = Array.from(groups.values(), ({ program }) => program);
    const inOrder = yield* sortInSteps(programs, orderOf(programs, key));
    // All at once: unchanged ones belong to the served snapshot until now.
    for (const [at, program] of programs.entries()) program.time_since_update = times[at] as number;
    this.#groups = groups;
    return inOrder;
  }

  *#groupOf(name: string, members: readonly ProcessEntry[]): Steps<ProgramGroup> {
    const program = yield* sumUp(members);
    this.#check(program, name);
    return { members, program };
  }
}

interface ProgramGroup {
  readonly program: Program;
  /** At least one. */
  readonly members: readonly ProcessEntry[];
}

function* membersByName(entries: readonly ProcessEntry[]): Steps<Map<string, ProcessEntry[]>> {
  const byName = new Map<string, ProcessEntry[]>();
  // By index, as there may be thousands: the steps of an iterator are objects each.
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] as ProcessEntry;
    const members = byName.get(entry.name);
    if (members === undefined) byName.set(entry.name, [entry]);
    else members.push(entry);
    if (at % STEP === 0) yield;
  }
  return byName;
}

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

function* sumUp(members: readonly ProcessEntry[]): Steps<Program> {
  const program = begin(members[0] as ProcessEntry);
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] as ProcessEntry;
    if (at > 0) join(program, member);
    // A sum lacks what is unknown of a process.
    unknownIn(member)?.forEach((reason, name) => markUnknown(program, name, reason));
    if (at % STEP === 0) yield;
  }
  return program;
}

/** Returns the time that turns the sum of `io_counters` into the sum of rates: idle processes may be read less often. */
function timeOf(members: readonly ProcessEntry[]): number {
  const { time_since_update: first } = members[0] as ProcessEntry;
  // Nearly always: most scans read all counters together.
  if (members.every(({ time_since_update: seconds }) => seconds === first)) return first;
  let bytes = 0;
  let rate = 0;
  let least = first;
  for (const entry of members) {
    const moved = recentIo(entry);
    const seconds = entry.time_since_update;
    bytes += moved;
    rate += moved / seconds;
    least = Math.min(least, seconds);
  }
  return rate <= 0 ? least : bytes / rate;
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
  // By index, as above.
  for (let at = 0; at < entry.io_counters.length; at += 1) program.io_counters.push(entry.io_counters[at]!);
}

const common = <T>(a: T, b: T): T | typeof DIFFERENT => (a === b ? a : DIFFERENT);

/** Null counts 0 beside a number. */
const sum = (total: number | null, value: number | null | undefined): number | null =>
  total === null ? (value ?? null) : total + (value ?? 0);

/** Adds objects; null counts as 0 beside an object. The total is a new object. */
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
