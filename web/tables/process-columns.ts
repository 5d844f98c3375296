/** Columns and orders shared by processes and programs. */
import type { Process, Program } from '../api/types.ts';
import type { Gander } from '../state/gander.ts';
import { showCpuTime } from '../../src/show/display/durations.ts';
import type { Column } from './column.ts';
import type { SortValue } from '../../src/show/display/order.ts';
import { ioRates } from '../../src/show/display/process-io.ts';
import { stateWord } from '../../src/show/display/process-words.ts';
import { type Level, rankOf, worstOf } from '../../src/show/display/levels.ts';
import { levelReason, processLevels } from '../../src/show/display/process-levels.ts';
import { t } from '../../src/show/display/language.ts';

export type Running = Process | Program;

/** State of the page that columns depend on. */
export type ColumnHelp = Pick<Gander, 'show' | 'text' | 'level' | 'store' | 'preferences'>;

/** CPU seconds used. */
export const cpuSeconds = ({ cpu_times: times }: Running): number | null =>
  times ? times.user + times.system : null;

/** Bytes read and written per second. */
export const ioSum = (row: Running): number | null => {
  const rates = ioRates(row);
  return rates === null ? null : rates.read + rates.write;
};

const scaleOf = ({ preferences }: ColumnHelp, cores: number): number =>
  preferences.perMachine && cores > 0 ? 1 / cores : 1;

/** CPU by preference: 100 % is one core or the whole host. */
export function cpuShare(help: ColumnHelp, cores: number): (row: Running) => number | null {
  const scale = scaleOf(help, cores);
  return ({ cpu_percent: percent }) => (typeof percent === 'number' ? percent * scale : null);
}

/** The row with the most memory while memory is short. */
export interface Hog<T> {
  readonly level: Level;
  is(row: T): boolean;
}

/** Rounded as shown, so rows that look equal are sorted by memory and stay in place. */
const shownShare = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10) / 10;

/** Returns the row with the most memory. @param level the host's memory level */
export function hogKey<T extends Running>(
  rows: readonly T[],
  keyOf: (row: T) => string | number,
  level: Level | null,
): string | number | null {
  if (rankOf(level) < rankOf('warning')) return null;
  let most: T | null = null;
  for (const row of rows) if ((row.memory_percent ?? 0) > (most?.memory_percent ?? 0)) most = row;
  return most === null ? null : keyOf(most);
}

const isNothing = (value: number | null | undefined): boolean => !((value ?? 0) >= 0.05);

/** @param cores of the host */
export function cpuColumns<T extends Running>(
  help: ColumnHelp,
  cores: number,
  hog: Hog<T> | null,
): Column<T>[] {
  const { show, text, preferences, store } = help;
  const levels = processLevels(store.limits.value['processlist'], cores);
  const cpu = cpuShare(help, cores);
  return [
    {
      key: 'cpu_percent',
      heading: 'CPU %',
      hint: preferences.perMachine
        ? 'CPU: 100 % is the whole machine (key 0: one core)'
        : 'CPU: 100 % is one core (key 0: the whole machine)',
      width: 64,
      align: 'right',
      keep: 0,
      sort: (row) => shownShare(cpu(row)),
      text: (row) => show(cpu(row), 'percent').digits,
      isZero: (row) => isNothing(cpu(row)),
      bar: ({ cpu_percent: percent }) => (percent ?? 0) / 100 / Math.max(1, cores),
      level: ({ cpu_percent: percent }) => levels.cpu(percent),
      why({ cpu_percent: percent }, level) {
        const share = t('{percent} of {cores} cores', {
          percent: text((percent ?? 0) / Math.max(1, cores), 'percent'),
          cores,
        });
        return levelReason(level, share, text(levels.thresholds.cpu[level], 'percent'));
      },
      sub: (row) => showCpuTime(cpuSeconds(row)),
    },
    {
      key: 'memory_percent',
      heading: 'Mem %',
      hint: 'Share of the memory of the machine',
      width: 64,
      align: 'right',
      keep: 0,
      sort: ({ memory_percent: percent }) => percent,
      text: ({ memory_percent: percent }) => show(percent, 'percent').digits,
      isZero: ({ memory_percent: percent }) => isNothing(percent),
      bar: ({ memory_percent: percent }) => (percent ?? 0) / 100,
      level: (row) => worstOf([levels.memory(row.memory_percent), hog?.is(row) === true ? hog.level : null]),
      why({ memory_percent: percent }, level) {
        const share = t('{percent} of the memory', { percent: text(percent, 'percent') });
        return levels.memory(percent) === level
          ? levelReason(level, share, text(levels.thresholds.memory[level], 'percent'))
          : levelReason(level, t('{share}, more than any other, and little is left', { share }));
      },
      sub: ({ memory_info: memory }) => text(memory?.rss, 'bytes'),
    },
  ];
}

function bytes(
  { show }: ColumnHelp,
  column: Pick<Column<Running>, 'key' | 'heading' | 'hint' | 'keep' | 'rule'>,
  value: (row: Running) => number | null | undefined,
  isRate = false,
): Column<Running> {
  return {
    ...column,
    width: isRate ? 84 : 72,
    align: 'right',
    sort: value,
    text: (row) => show(value(row), isRate ? 'byteRate' : 'bytes'),
    isZero: (row) => (value(row) ?? 0) === 0,
    class: isRate ? 'rate' : '',
  };
}

export function memoryColumns(help: ColumnHelp): Column<Running>[] {
  const hasVirtual = !isSwitchedOn(help, 'processlist_disable_virtual_memory');
  const resident = bytes(
    help,
    { key: 'rss', heading: 'Resident', hint: 'Memory that is resident', keep: 2 },
    ({ memory_info: memory }) => memory?.rss,
  );
  const virtual = bytes(
    help,
    { key: 'vms', heading: 'Virtual', hint: 'Virtual size', keep: 9 },
    ({ memory_info: memory }) => memory?.vms,
  );
  return hasVirtual ? [resident, virtual] : [resident];
}

const isSwitchedOn = ({ store }: ColumnHelp, option: string): boolean => {
  const value: unknown = store.limits.value['processlist']?.[option];
  return String(Array.isArray(value) ? value[0] : value).toLowerCase() === 'true';
};

export const ioColumns = (help: ColumnHelp): Column<Running>[] => [
  bytes(
    help,
    { key: 'io_read', heading: 'Read', hint: 'Read from storage', keep: 5, rule: 'io_counters' },
    (row) => ioRates(row)?.read,
    true,
  ),
  bytes(
    help,
    { key: 'io_write', heading: 'Write', hint: 'Written to storage', keep: 5, rule: 'io_counters' },
    (row) => ioRates(row)?.write,
    true,
  ),
];

/** Text that is not searched; `_` for several. */
const shared = (value: string | number | null | undefined): string | undefined =>
  value === '_' ? t('several') : value?.toString();

export function ownerColumns({ store }: ColumnHelp): Column<Running>[] {
  const levels = processLevels(store.limits.value['processlist'], 1);
  return [
    {
      key: 'username',
      heading: 'User',
      hint: 'User',
      width: 92,
      keep: 3,
      sort: ({ username }) => username,
      first: 'asc',
      text: ({ username }) => shared(username),
      title: ({ username }) => shared(username) ?? '',
      class: 'dim',
    },
    {
      key: 'status',
      heading: 'S',
      hint: 'State',
      width: 34,
      keep: 4,
      sort: ({ status }) => status,
      first: 'asc',
      text: ({ status }) => (status === '_' ? '∗' : status),
      title: ({ status }) => stateWord(status),
      level: ({ status }) => levels.status(status),
      why: ({ status }, level) => levelReason(level, stateWord(status)),
      isZero: ({ status }) => status !== 'R',
      class: 'mono',
    },
    {
      key: 'nice',
      heading: 'Nice',
      hint: 'Nice: −20 highest priority, 19 lowest',
      width: 42,
      align: 'right',
      keep: 8,
      sort: ({ nice: value }) => (typeof value === 'number' ? value : null),
      first: 'asc',
      text: ({ nice: value }) => (value === '_' ? '∗' : value?.toString()),
      isZero: ({ nice: value }) => value === 0,
    },
    {
      key: 'num_threads',
      heading: 'Thr',
      hint: 'Threads',
      width: 42,
      align: 'right',
      keep: 7,
      sort: ({ num_threads: threads }) => threads,
      text: ({ num_threads: threads }) => threads?.toString(),
      isZero: ({ num_threads: threads }) => threads === 1,
      class: 'dim',
    },
    {
      key: 'cpu_times',
      heading: 'Time',
      hint: 'CPU time used so far',
      width: 74,
      align: 'right',
      keep: 6,
      sort: cpuSeconds,
      text: (row) => showCpuTime(cpuSeconds(row)),
      class: 'dim',
    },
  ];
}

/** Order by the sum of both I/O columns. */
export const RULES = {
  io_counters: { title: 'I/O' as const, value: ioSum, first: 'desc' as const },
};

/** Ties are ordered by memory, as by the agent. */
export const byMemory = ({ memory_percent: percent }: Running): SortValue => percent;
