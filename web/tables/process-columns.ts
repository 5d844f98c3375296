/** Columns and orders shared by processes and programs. */
import type { Gander } from '../state/gander.ts';
import { showCpuTime } from '../../src/show/display/durations.ts';
import { cpuSeconds, type Running, RUNNING_ORDERS, SEVERAL } from '../../src/show/display/process-columns.ts';
import type { Look } from './column.ts';
import { stateWord } from '../../src/show/display/process-words.ts';
import { type Level, rankOf, worstOf } from '../../src/show/display/levels.ts';
import { levelReason, processLevels } from '../../src/show/display/process-levels.ts';
import { t } from '../../src/show/display/language.ts';

/** State of the page that columns depend on. */
export type ColumnHelp = Pick<Gander, 'show' | 'text' | 'level' | 'store' | 'preferences'>;

/** The row with the most memory while memory is short. */
export interface Hog<T> {
  readonly level: Level;
  is(row: T): boolean;
}

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

const shared = (value: string | number | null | undefined): string | undefined =>
  value === SEVERAL ? t('several') : value?.toString();
const sign = (value: string | number | null | undefined): string | undefined =>
  value === SEVERAL ? '∗' : value?.toString();

/** @param cores of the host */
export function usageLooks<T extends Running>(
  { text, preferences, store }: ColumnHelp,
  cores: number,
  hog: Hog<T> | null,
): Readonly<Record<string, Look<T>>> {
  const levels = processLevels(store.limits.value['processlist'], cores);
  return {
    cpu_percent: {
      hint: preferences.perMachine
        ? 'CPU: 100 % is the whole machine (key 0: one core)'
        : 'CPU: 100 % is one core (key 0: the whole machine)',
      width: 64,
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
    memory_percent: {
      width: 64,
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
  };
}

const RATE = { width: 84, class: 'rate', rule: 'io_counters' } as const;
const DIM = { class: 'dim' } as const;

/** @param cores of the host */
export function runningLooks<T extends Running>(
  help: ColumnHelp,
  cores: number,
  hog: Hog<T> | null,
): Readonly<Record<string, Look<T>>> {
  const levels = processLevels(help.store.limits.value['processlist'], 1);
  const hasVirtual = !isSwitchedOn(help, 'processlist_disable_virtual_memory');
  return {
    ...usageLooks(help, cores, hog),
    rss: { width: 72 },
    ...(hasVirtual && { vms: { width: 72 } }),
    username: {
      width: 92,
      text: ({ username }) => shared(username),
      title: ({ username }) => shared(username) ?? '',
      ...DIM,
    },
    status: {
      width: 34,
      text: ({ status }) => sign(status),
      title: ({ status }) => stateWord(status),
      level: ({ status }) => levels.status(status),
      why: ({ status }, level) => levelReason(level, stateWord(status)),
      class: 'mono',
    },
    nice: { width: 42, text: ({ nice }) => sign(nice) },
    num_threads: { width: 42, ...DIM },
    cpu_times: { width: 74, ...DIM },
    io_read: RATE,
    io_write: RATE,
  };
}

const isSwitchedOn = ({ store }: ColumnHelp, option: string): boolean => {
  const value: unknown = store.limits.value['processlist']?.[option];
  return String(Array.isArray(value) ? value[0] : value).toLowerCase() === 'true';
};

/** Order by the sum of both I/O columns. */
export const RULES = {
  io_counters: { title: 'I/O' as const, value: RUNNING_ORDERS.io_counters, first: 'desc' as const },
};
