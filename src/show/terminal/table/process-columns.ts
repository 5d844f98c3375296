/** Columns that processes and programs have in common. */
import { showCpuTime } from '../../display/durations.ts';
import { ioRates } from '../../display/process-io.ts';
import { type ProcessLevels, processLevels } from '../../display/process-levels.ts';
import type { Process, Program } from '../../display/snapshots.ts';
import type { Kind } from '../../display/units.ts';
import { DIM, FAINT, levelStyle, TEXT, type Ui } from '../state/ui.ts';
import type { Column } from './column.ts';

export type Running = Process | Program;

/** `1.23G`: the first letter of the unit is enough below a heading. */
export function short(ui: Ui, value: unknown, kind: Kind): string {
  const { digits, unit } = ui.show(value, kind);
  const letter = unit.charAt(0);
  return /[kKMGTPEZY]/.test(letter) ? digits + letter.toUpperCase() : digits;
}

const isNothing = (value: number | null | undefined): boolean => !((value ?? 0) >= 0.05);

const cpuSeconds = ({ cpu_times: times }: Running): number | null =>
  times ? times.user + times.system : null;

const ioSum = (row: Running): number | null => {
  const rates = ioRates(row);
  return rates === null ? null : rates.read + rates.write;
};

/** Order that both columns of I/O share. */
export const ORDERS = { io_counters: ioSum };

export const byMemory = ({ memory_percent: percent }: Running): number | null => percent ?? null;

export function levelsOf(ui: Ui): ProcessLevels {
  return processLevels(ui.source.limits('processlist'), coresOf(ui));
}

/** Plugins may be off; several tell it. */
export const coresOf = ({ source }: Ui): number =>
  source.latest('cpu')?.cpucore ?? source.latest('load')?.cpucore ?? (source.latest('percpu')?.length || 1);

/** Cores that are 100 % of CPU. */
export const scaleOf = (ui: Ui): number => (ui.view.preferences.perMachine ? Math.max(1, coresOf(ui)) : 1);

/** CPU and memory. */
export function usageColumns(ui: Ui): Column<Running>[] {
  const levels = levelsOf(ui);
  const cores = scaleOf(ui);
  const cpu = ({ cpu_percent: percent }: Running): number | null =>
    cores === 1 || typeof percent !== 'number' ? (percent ?? null) : percent / cores;
  return [
    {
      key: 'cpu_percent',
      heading: 'CPU%',
      width: 5,
      align: 'right',
      keep: 0,
      sort: cpu,
      first: 'desc',
      text: (row) => ui.show(cpu(row), 'percent').digits,
      style: (row) => levelStyle(levels.cpu(row.cpu_percent), isNothing(cpu(row)) ? FAINT : TEXT),
    },
    {
      key: 'memory_percent',
      heading: 'MEM%',
      width: 5,
      align: 'right',
      keep: 0,
      sort: byMemory,
      first: 'desc',
      text: ({ memory_percent: percent }) => ui.show(percent, 'percent').digits,
      style: ({ memory_percent: percent }) =>
        levelStyle(levels.memory(percent), isNothing(percent) ? FAINT : TEXT),
    },
    bytesColumn(ui, 'rss', 'RES', 4, ({ memory_info: memory }) => memory?.rss),
  ];
}

function bytesColumn(
  ui: Ui,
  key: string,
  heading: string,
  keep: number,
  value: (row: Running) => number | null | undefined,
): Column<Running> {
  return {
    key,
    heading,
    width: 5,
    align: 'right',
    keep,
    sort: value,
    first: 'desc',
    text: (row) => short(ui, value(row), 'bytes'),
    style: (row) => ((value(row) ?? 0) === 0 ? FAINT : DIM),
  };
}

export const ioColumns = (ui: Ui): Column<Running>[] => [
  { ...bytesColumn(ui, 'io_read', 'R/s', 6, (row) => ioRates(row)?.read) },
  { ...bytesColumn(ui, 'io_write', 'W/s', 6, (row) => ioRates(row)?.write) },
];

/** `_` stands for several. */
const shared = (value: string | number | null | undefined): string =>
  value === '_' ? '*' : (value?.toString() ?? '');

export function ownerColumns(ui: Ui): Column<Running>[] {
  const levels = levelsOf(ui);
  return [
    {
      key: 'username',
      heading: 'USER',
      width: 8,
      align: 'left',
      keep: 2,
      sort: ({ username }) => username,
      first: 'asc',
      text: ({ username }) => shared(username),
      style: () => DIM,
    },
    {
      key: 'status',
      heading: 'S',
      width: 1,
      align: 'left',
      keep: 3,
      sort: ({ status }) => status,
      first: 'asc',
      text: ({ status }) => shared(status),
      style: ({ status }) => levelStyle(levels.status(status), status === 'R' ? TEXT : FAINT),
    },
    {
      key: 'nice',
      heading: 'NI',
      width: 3,
      align: 'right',
      keep: 8,
      sort: ({ nice }) => (typeof nice === 'number' ? nice : null),
      first: 'asc',
      text: ({ nice }) => shared(nice),
      style: ({ nice }) => (nice === 0 ? FAINT : DIM),
    },
    {
      key: 'num_threads',
      heading: 'THR',
      width: 4,
      align: 'right',
      keep: 7,
      sort: ({ num_threads: threads }) => threads,
      first: 'desc',
      text: ({ num_threads: threads }) => shared(threads),
      style: ({ num_threads: threads }) => (threads === 1 ? FAINT : DIM),
    },
    {
      key: 'cpu_times',
      heading: 'TIME',
      width: 9,
      align: 'right',
      keep: 5,
      sort: cpuSeconds,
      first: 'desc',
      text: (row) => showCpuTime(cpuSeconds(row)),
      style: () => DIM,
    },
  ];
}
