/** Columns and orders of processes and programs. */
import { showCpuTime, showMoment } from './durations.ts';
import type { SortValue } from './order.ts';
import { ioRates } from './process-io.ts';
import type { Process, Program } from './snapshots.ts';
import { amountColumn, percentColumn, type TableColumn, textColumn } from './table-column.ts';

export type Running = Process | Program;

/** What a program with several processes has in place of their values. */
export const SEVERAL = '_';
/** Processes may have an empty name. */
export const NO_NAME = '(no name)';

/** CPU seconds used. */
export const cpuSeconds = ({ cpu_times: times }: Running): number | null =>
  times ? times.user + times.system : null;

/** Bytes read and written per second: the order of both columns of I/O. */
const ioSum = (row: Running): number | null => {
  const rates = ioRates(row);
  return rates === null ? null : rates.read + rates.write;
};
export const RUNNING_ORDERS = { io_counters: ioSum };

/** Ties are ordered by memory, as by the agent. */
export const byMemory = ({ memory_percent: percent }: Running): SortValue => percent;

/** CPU by preference: 100 % is one core or the whole host. */
export const cpuShare =
  (isPerMachine: boolean, cores: number): CpuShare =>
  ({ cpu_percent: percent }) =>
    typeof percent === 'number' ? percent / (isPerMachine ? Math.max(1, cores) : 1) : null;

type CpuShare = (row: Running) => number | null;

/** Rounded as shown, so rows that look equal are sorted by memory and stay in place. */
const shownShare = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10) / 10;

export const usageColumns = (cpu: CpuShare): readonly TableColumn<Running>[] => [
  {
    ...percentColumn({ key: 'cpu_percent', heading: 'CPU %', short: 'CPU%', hint: 'CPU', keep: 0 }, cpu),
    sort: (row) => shownShare(cpu(row)),
  },
  percentColumn(
    {
      key: 'memory_percent',
      heading: 'Mem %',
      short: 'MEM%',
      hint: 'Share of the memory of the machine',
      keep: 0,
    },
    ({ memory_percent: percent }) => percent,
  ),
];

const MEMORY: readonly TableColumn<Running>[] = [
  amountColumn(
    {
      key: 'rss',
      heading: 'Resident',
      short: 'RES',
      hint: 'Memory that is resident',
      keep: 2,
      kind: 'bytes',
    },
    ({ memory_info: memory }) => memory?.rss,
  ),
  amountColumn(
    { key: 'vms', heading: 'Virtual', hint: 'Virtual size', keep: 9, kind: 'bytes' },
    ({ memory_info: memory }) => memory?.vms,
  ),
];

const OWNER: readonly TableColumn<Running>[] = [
  textColumn(
    { key: 'username', heading: 'User', short: 'USER', hint: 'User', keep: 3 },
    ({ username }) => username,
  ),
  {
    ...textColumn<Running>({ key: 'status', heading: 'S', hint: 'State', keep: 4 }, ({ status }) => status),
    isZero: ({ status }) => status !== 'R',
  },
  {
    key: 'nice',
    heading: 'Nice',
    short: 'NI',
    hint: 'Nice: −20 highest priority, 19 lowest',
    align: 'right',
    keep: 8,
    sort: ({ nice }) => (typeof nice === 'number' ? nice : null),
    first: 'asc',
    cell: ({ nice }) => nice,
    isZero: ({ nice }) => nice === 0,
  },
  {
    ...amountColumn<Running>(
      { key: 'num_threads', heading: 'Thr', short: 'THR', hint: 'Threads', keep: 7 },
      ({ num_threads: threads }) => threads,
    ),
    isZero: ({ num_threads: threads }) => threads === 1,
  },
  {
    key: 'cpu_times',
    heading: 'Time',
    short: 'TIME',
    hint: 'CPU time used so far',
    align: 'right',
    keep: 6,
    sort: cpuSeconds,
    cell: (row) => showCpuTime(cpuSeconds(row)),
  },
];

const IO: readonly TableColumn<Running>[] = [
  amountColumn(
    { key: 'io_read', heading: 'Read', short: 'R/s', hint: 'Read from storage', keep: 5, kind: 'byteRate' },
    (row) => ioRates(row)?.read,
  ),
  amountColumn(
    {
      key: 'io_write',
      heading: 'Write',
      short: 'W/s',
      hint: 'Written to storage',
      keep: 5,
      kind: 'byteRate',
    },
    (row) => ioRates(row)?.write,
  ),
];

/** A number that names something: the smallest first. */
const numberColumn = (
  column: Pick<TableColumn<Process>, 'key' | 'heading' | 'hint' | 'keep'>,
  cell: (row: Process) => number | null | undefined,
): TableColumn<Process> => ({ ...column, align: 'right', sort: cell, first: 'asc', cell });

const ORIGIN: readonly TableColumn<Process>[] = [
  numberColumn(
    { key: 'ppid', heading: 'Parent', hint: 'Process id of the parent', keep: 10 },
    ({ ppid }) => ppid,
  ),
  {
    key: 'create_time',
    heading: 'Started',
    hint: 'When it was started',
    keep: 11,
    sort: ({ create_time: at }) => at,
    cell: ({ create_time: at }) => (typeof at === 'number' ? showMoment(at * 1000).slice(0, 16) : ''),
  },
  textColumn(
    { key: 'unit', heading: 'Unit', hint: 'Unit of systemd it runs in', keep: 12 },
    ({ unit }) => unit,
  ),
];

export const processColumns = (cpu: CpuShare): readonly TableColumn<Process>[] => [
  ...usageColumns(cpu),
  ...MEMORY,
  numberColumn({ key: 'pid', heading: 'PID', hint: 'Process id', keep: 1 }, ({ pid }) => pid),
  ...ORIGIN,
  numberColumn(
    { key: 'cpu_num', heading: 'Core', hint: 'Core it last ran on', keep: 8 },
    ({ cpu_num: core }) => core,
  ),
  ...OWNER,
  ...IO,
  textColumn({ key: 'name', heading: 'Command', hint: 'Command line', keep: 0 }, ({ name }) => name),
];

export const programColumns = (cpu: CpuShare): readonly TableColumn<Program>[] => [
  ...usageColumns(cpu),
  ...MEMORY,
  {
    ...amountColumn<Program>(
      { key: 'nprocs', heading: 'Proc', short: 'PROC', hint: 'Processes', keep: 1 },
      ({ nprocs }) => nprocs,
    ),
    isZero: ({ nprocs }) => nprocs === 1,
  },
  ...OWNER,
  ...IO,
  {
    ...textColumn<Program>(
      { key: 'name', heading: 'Program', hint: 'Name of the program', keep: 0 },
      ({ name }) => name,
    ),
    cell: ({ name }) => name || NO_NAME,
  },
];
