/** Metrics of programs: processes grouped by name, so that their number stays bounded and short-lived ones count. */
import { labelValue } from './escape.ts';
import { type Descriptor, type Family, type LabelSet, labelSet } from './family.ts';

/** Used members of a process list entry. */
export interface ProcessRow {
  readonly pid: number;
  readonly name: string;
  readonly num_threads?: number;
  readonly cpu_times?: { readonly user: number; readonly system: number };
  readonly memory_info?: { readonly rss: number; readonly vms: number } | null;
  /** Five numbers per process; the first two are bytes read and written so far, the last is 1 if they are known. */
  readonly io_counters: readonly number[];
}

interface ProgramMetrics {
  /** @param time of the snapshot, milliseconds since the epoch */
  collect(rows: readonly ProcessRow[], time: number): Family[];
}

/** Name for all programs that are not shown individually; no program's name has parentheses. */
const OTHERS = '(other)';
/** Time that a program stays after its last selection. */
const STAY_MS = 600_000;
const RECENT_MS = 60_000;

/** Counters of a program. */
type Amounts = [user: number, system: number, read: number, written: number];
/** Number of the first amounts, which are CPU time. */
const CPU_AMOUNTS = 2;

interface Seen {
  row: ProcessRow;
  program: Program;
  readonly amounts: Amounts;
}

interface Program {
  readonly name: string;
  /** Counted while it was shown; otherwise {@link OTHERS} counts it, so that the sum counts nothing twice. */
  readonly totals: Amounts;
  /** Counted since the last collection, not assigned yet. */
  readonly pending: Amounts;
  /** CPU seconds of about the last minute, in two halves of it. */
  recent: [now: number, before: number];
  /** Time since which it is shown; null: it is not. */
  shownAt: number | null;
  /** Sums over its processes. */
  rss: number;
  vms: number;
  threads: number;
  processes: number;
  readonly labels: Labels;
}

interface Labels {
  readonly plain: LabelSet;
  readonly user: LabelSet;
  readonly system: LabelSet;
}

const family = (words: string, type: Descriptor['type'], unit: string | null, help: string): Descriptor => ({
  name: `gander_program_${words}`,
  type,
  unit,
  help,
});

const CPU = family(
  'cpu_seconds',
  'counter',
  'seconds',
  'CPU time used by processes of the program since the agent started.',
);
const READ = family('read_bytes', 'counter', 'bytes', 'Bytes they read from storage since then.');
const WRITTEN = family('written_bytes', 'counter', 'bytes', 'Bytes they wrote to storage since then.');
const RESIDENT = family(
  'resident_memory_bytes',
  'gauge',
  'bytes',
  'Memory they hold resident; shared parts count for each.',
);
const VIRTUAL = family('virtual_memory_bytes', 'gauge', 'bytes', 'Memory they have mapped.');
const THREADS = family('threads', 'gauge', null, 'Threads of its processes.');
const PROCESSES = family('processes', 'gauge', null, 'Processes of the program.');

/** @param most number of programs shown individually */
export function createProgramMetrics(most: number): ProgramMetrics {
  const processes = new Map<number, Seen>();
  const programs = new Map<string, Program>();
  const others = emptyProgram(OTHERS);
  let last: readonly ProcessRow[] = [];
  let families: Family[] | null = null;
  let turnedAt = 0;

  const programOf = (row: ProcessRow): Program => {
    const name = programName(row.name);
    let program = programs.get(name);
    if (program === undefined) programs.set(name, (program = emptyProgram(name)));
    return program;
  };

  /** Adds the usage of a process since its last sample. */
  const addIncrease = (program: Program, amounts: Amounts, before: Amounts): void => {
    // A smaller amount: the process id was reused.
    const isSame = amounts.every((value, at) => value >= before[at as 0]);
    for (let at = 0; at < amounts.length; at += 1) {
      const increase = amounts[at as 0] - (isSame ? before[at as 0] : 0);
      before[at as 0] = amounts[at as 0];
      if (increase === 0) continue;
      // Counters start at zero with the agent, so that databases count earlier usage only once.
      if (families !== null) program.pending[at as 0] += increase;
      if (at < CPU_AMOUNTS) program.recent[0] += increase;
    }
  };

  const take = (row: ProcessRow): void => {
    const program = programOf(row);
    let seen = processes.get(row.pid);
    if (seen === undefined) processes.set(row.pid, (seen = { row, program, amounts: [0, 0, 0, 0] }));
    else count(seen.program, seen.row, -1);
    seen.row = row;
    seen.program = program;
    count(program, row, 1);
    addIncrease(program, amountsOf(row), seen.amounts);
  };

  /** Processes that did not run are the same objects as before. */
  const update = (rows: readonly ProcessRow[]): void => {
    const known = new Set(last);
    const present = new Set(rows);
    for (const row of rows) if (!known.has(row)) take(row);
    for (const row of last) {
      if (present.has(row) || processes.get(row.pid)?.row !== row) continue;
      count(programOf(row), row, -1);
      processes.delete(row.pid);
    }
    last = rows;
  };

  const choose = (time: number): Program[] => {
    const present = [...programs.values()].filter(isPresent);
    const rank = ({ recent, shownAt }: Program): number =>
      isFixed(shownAt, time) ? Number.POSITIVE_INFINITY : recent[0] + recent[1];
    const busiest = present.toSorted((a, b) => {
      const [first, second] = [rank(a), rank(b)];
      return first === second ? b.rss - a.rss : second - first;
    });
    const shown = busiest.slice(0, most);
    const before = new Set(present.filter(({ shownAt }) => shownAt !== null));
    for (const program of busiest.slice(most)) program.shownAt = null;
    // The time of its selection, from which it stays for a while.
    for (const program of shown) if (!isFixed(program.shownAt, time)) program.shownAt = time;
    // Databases see no increase at the first value of a series, nor after its last: the others count these.
    for (const program of present)
      settle(program, before.has(program) && program.shownAt !== null ? program : others);
    return shown;
  };

  const sumUp = (): void => {
    Object.assign(others, { rss: 0, vms: 0, threads: 0, processes: 0 });
    for (const program of programs.values())
      if (isPresent(program) && program.shownAt === null) addPresent(others, program);
  };

  return {
    collect(rows, time) {
      if (families !== null && rows === last) return families;
      if (time - turnedAt >= RECENT_MS / 2) {
        for (const program of programs.values()) program.recent = [0, program.recent[0]];
        turnedAt = time;
      }
      update(rows);
      for (const [name, program] of programs)
        if (!isPresent(program) && !isFixed(program.shownAt, time)) programs.delete(name);
      const shown = choose(time);
      sumUp();
      return (families = familiesOf([...shown, others], time));
    },
  };
}

const isFixed = (shownAt: number | null, time: number): boolean =>
  shownAt !== null && time - shownAt < STAY_MS;

/** Kernel threads that exist per core or work item count as one program. */
const programName = (name: string): string =>
  name.startsWith('kworker/') ? 'kworker' : name.replace(/\/\d+$/, '');

function emptyProgram(name: string): Program {
  const program = labelValue(name);
  const mode = (word: string): LabelSet =>
    labelSet([
      ['program', program],
      ['mode', word],
    ]);
  return {
    name,
    totals: [0, 0, 0, 0],
    pending: [0, 0, 0, 0],
    recent: [0, 0],
    shownAt: null,
    rss: 0,
    vms: 0,
    threads: 0,
    processes: 0,
    labels: { plain: labelSet([['program', program]]), user: mode('user'), system: mode('system') },
  };
}

const isPresent = ({ processes }: Program): boolean => processes > 0;

function settle({ pending }: Program, { totals }: Program): void {
  for (let at = 0; at < pending.length; at += 1) totals[at as 0] += pending[at as 0];
  pending.fill(0);
}

/** Adds or removes a process. */
function count(
  program: Program,
  { memory_info: memory, num_threads: threads }: ProcessRow,
  sign: 1 | -1,
): void {
  program.rss += sign * (memory?.rss ?? 0);
  program.vms += sign * (memory?.vms ?? 0);
  program.threads += sign * (threads ?? 0);
  program.processes += sign;
}

function addPresent(sum: Program, { rss, vms, threads, processes }: Program): void {
  sum.rss += rss;
  sum.vms += vms;
  sum.threads += threads;
  sum.processes += processes;
}

function amountsOf({ cpu_times, io_counters }: ProcessRow): Amounts {
  const { 0: read = 0, 1: written = 0 } = io_counters;
  return [cpu_times?.user ?? 0, cpu_times?.system ?? 0, read, written];
}

function familiesOf(programs: readonly Program[], time: number): Family[] {
  const each = (descriptor: Descriptor, value: (program: Program) => number): Family => ({
    ...descriptor,
    time,
    samples: programs.map((program) => ({ labels: program.labels.plain, value: value(program) })),
  });
  const cpu: Family = {
    ...CPU,
    time,
    samples: programs.flatMap(({ labels, totals: [user, system] }) => [
      { labels: labels.user, value: rounded(user) },
      { labels: labels.system, value: rounded(system) },
    ]),
  };
  return [
    cpu,
    each(READ, ({ totals }) => totals[2]),
    each(WRITTEN, ({ totals }) => totals[3]),
    each(RESIDENT, ({ rss }) => rss),
    each(VIRTUAL, ({ vms }) => vms),
    each(THREADS, ({ threads }) => threads),
    each(PROCESSES, ({ processes }) => processes),
  ];
}

/** Rounds to hundredths of a second, in which the kernel counts. */
const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;
