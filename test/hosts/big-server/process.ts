import { utf8 } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { CORES, PAGE_KB, counted, range } from './model.ts';
import type { Step } from './model.ts';

export type ProcessState = 'R' | 'S' | 'D' | 'I' | 'T' | 't' | 'Z';

/** One process as displayed; text is UTF-8 unless given as a byte string. */
export interface Process {
  pid: number;
  parent: number;
  /** At most 15 bytes, byte string. Workers of the kernel show more. */
  comm: string;
  /** Bytes of `cmdline`, byte string. */
  cmdline: string;
  state: ProcessState;
  uid: number;
  gid: number;
  nice: number;
  threads: number;
  isKernel: boolean;
  /** Ticks since boot. */
  startTime: number;
  /** Ticks at step 1, and additions at step 2. */
  user: [first: number, increase: number];
  system: [first: number, increase: number];
  /** Ticks of children that have ended, and ticks waited for block I/O. */
  childrenUser: number;
  childrenSystem: number;
  ioDelay: number;
  /** Pages. */
  virtualPages: number;
  residentPages: number;
  sharedPages: number;
  textPages: number;
  swapKb: number;
  /** Storage bytes at step 1, and additions at step 2; null: not readable. */
  io: { read: [first: number, increase: number]; written: [first: number, increase: number] } | null;
  cpu: number;
  /** Seen at one of the steps only. */
  only?: Step;
}

/** The defaults of a process: a quiet one of root. */
export const QUIET: Omit<Process, 'pid' | 'comm'> = {
  parent: 1,
  cmdline: '',
  state: 'S',
  uid: 0,
  gid: 0,
  nice: 0,
  threads: 1,
  isKernel: false,
  startTime: 1500,
  user: [120, 0],
  system: [60, 0],
  childrenUser: 0,
  childrenSystem: 0,
  ioDelay: 0,
  virtualPages: 4096,
  residentPages: 1024,
  sharedPages: 768,
  textPages: 128,
  swapKb: 0,
  io: { read: [0, 0], written: [0, 0] },
  cpu: 0,
};

/** Arguments as the kernel shows them: each ended by NUL. */
export function argv(...args: string[]): string {
  return args.map((arg) => `${utf8(arg)}\0`).join('');
}

const STATE_NAMES: Record<ProcessState, string> = {
  R: 'running',
  S: 'sleeping',
  D: 'disk sleep',
  I: 'idle',
  T: 'stopped',
  t: 'tracing stop',
  Z: 'zombie',
};

/** The files of `/proc/<pid>` (proc_pid_stat(5), proc_pid_status(5), …). */
export function composeProcess(step: Step, process: Process): Tree {
  const folder = `proc/${process.pid}`;
  const tree: Tree = new Map([
    [`${folder}/stat`, composePidStat(step, process)],
    [`${folder}/statm`, composeStatm(process)],
    [`${folder}/status`, composeStatus(step, process)],
    [`${folder}/cmdline`, process.cmdline],
    [`${folder}/comm`, `${process.comm}\n`],
  ]);
  if (process.io !== null) tree.set(`${folder}/io`, composeIo(step, process.io));
  return tree;
}

const FIRST_FIELD = 3;
const LAST_FIELD = 52;
/** The field's value for "no limit". */
const UNLIMITED = '18446744073709551615';
const SIGCHLD = 17;

/** Unread fields are 0. The name is raw bytes. */
function composePidStat(step: Step, process: Process): string {
  const { pid, comm, nice, virtualPages } = process;
  const group = process.isKernel ? 0 : pid;
  const known = new Map<number, string | number>([
    [3, process.state],
    [4, process.parent],
    [5, group],
    [6, group],
    [8, -1],
    [9, process.isKernel ? 2_129_984 : 4_194_560],
    [14, counted(step, ...process.user)],
    [15, counted(step, ...process.system)],
    [16, process.childrenUser],
    [17, process.childrenSystem],
    [18, 20 + nice],
    [19, nice],
    [20, process.threads],
    [22, process.startTime],
    [23, virtualPages * PAGE_KB * 1024],
    [24, process.residentPages],
    [25, UNLIMITED],
    [38, SIGCHLD],
    [39, process.cpu],
    [42, process.ioDelay],
  ]);
  const fields = range(LAST_FIELD - FIRST_FIELD + 1, FIRST_FIELD).map((field) => known.get(field) ?? 0);
  return `${pid} (${comm}) ${fields.join(' ')}\n`;
}

/** size resident shared text lib data dt, in pages. */
function composeStatm({ virtualPages, residentPages, sharedPages, textPages }: Process): string {
  const data = Math.max(0, virtualPages - sharedPages - textPages);
  return `${virtualPages} ${residentPages} ${sharedPages} ${textPages} 0 ${data} 0\n`;
}

function composeIo(step: Step, { read, written }: NonNullable<Process['io']>): string {
  const [bytesRead, bytesWritten] = [counted(step, ...read), counted(step, ...written)];
  return [
    `rchar: ${bytesRead}`,
    `wchar: ${bytesWritten}`,
    `syscr: ${Math.ceil(bytesRead / 4096)}`,
    `syscw: ${Math.ceil(bytesWritten / 4096)}`,
    `read_bytes: ${bytesRead}`,
    `write_bytes: ${bytesWritten}`,
    'cancelled_write_bytes: 0',
    '',
  ].join('\n');
}

function composeStatus(step: Step, process: Process): string {
  const { pid, comm, state, uid, gid, threads } = process;
  const rows: [string, string | number][] = [
    // unlike stat and comm, status escapes newline and backslash
    ['Name', comm.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`)],
    ['Umask', '0022'],
    ['State', `${state} (${STATE_NAMES[state]})`],
    ...([
      ['Tgid', pid],
      ['Ngid', 0],
      ['Pid', pid],
      ['PPid', process.parent],
    ] as [string, number][]),
    ['TracerPid', state === 't' ? process.parent : 0],
    ['Uid', Array(4).fill(uid).join('\t')],
    ['Gid', Array(4).fill(gid).join('\t')],
    ['FDSize', 64],
    ['Groups', ' '],
    ['Kthread', process.isKernel ? 1 : 0],
    ...(process.virtualPages > 0 ? memoryRows(process) : []),
    ['Threads', threads],
    ['NoNewPrivs', 0],
    ['Seccomp', 0],
    ['Cpus_allowed', 'ffffffff,ffffffff'],
    ['Cpus_allowed_list', `0-${CORES - 1}`],
    ['Mems_allowed', '00000000,00000003'],
    ['Mems_allowed_list', '0-1'],
    ['voluntary_ctxt_switches', counted(step, pid * 11, 6)],
    ['nonvoluntary_ctxt_switches', counted(step, pid * 3, 2)],
  ];
  return rows.map(([name, value]) => `${name}:\t${value}\n`).join('');
}

function memoryRows(process: Process): [string, string][] {
  const kb = (pages: number): string => `${String(pages * PAGE_KB).padStart(8)} kB`;
  const { virtualPages, residentPages, sharedPages, textPages, swapKb } = process;
  return [
    ['VmPeak', kb(virtualPages)],
    ['VmSize', kb(virtualPages)],
    ['VmHWM', kb(residentPages)],
    ['VmRSS', kb(residentPages)],
    ['RssAnon', kb(residentPages - sharedPages)],
    ['RssFile', kb(sharedPages)],
    ['VmExe', kb(textPages)],
    ['VmSwap', `${String(swapKb).padStart(8)} kB`],
  ];
}
