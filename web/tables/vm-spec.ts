/** The table of virtual machines. */
import type { VirtualMachine } from '../api/types.ts';
import { reasonFor } from '../state/reason-for.ts';
import type { Series } from '../../src/show/display/series.ts';
import type { TableSpec } from './column.ts';
import type { ColumnHelp } from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

/** Percent of one core; null: unknown. */
export const cpuOf = ({ cpu_time_rate_per_sec: rate }: VirtualMachine): number | null => rate ?? null;

const memoryShare = ({ memory_usage: used, memory_total: total }: VirtualMachine): number | null =>
  typeof used === 'number' && typeof total === 'number' && total > 0 ? used / total : null;

const subOf = ({ status, release, cpu_count: cores, ipv4 }: VirtualMachine): string =>
  [status, release, cores ? `${cores} CPU` : '', ipv4].filter(Boolean).join(' · ');

const judged = ({ name }: VirtualMachine): Series => ({ plugin: 'vms', field: 'status', item: name });

export const vmSpec = ({ show, text, level, store }: ColumnHelp): TableSpec<VirtualMachine> => ({
  label: t('Virtual machines'),
  columns: [
    {
      key: 'cpu_percent',
      heading: 'CPU %',
      hint: 'CPU: 100 % is one core',
      width: 64,
      align: 'right',
      keep: 0,
      sort: cpuOf,
      text: (row) => show(cpuOf(row), 'percent').digits,
      isZero: (row) => !((cpuOf(row) ?? 0) >= 0.05),
      bar: (row) => (cpuOf(row) ?? 0) / 100 / (row.cpu_count && row.cpu_count > 0 ? row.cpu_count : 1),
    },
    {
      key: 'memory_percent',
      heading: 'Memory',
      hint: 'Memory in use',
      width: 76,
      align: 'right',
      keep: 0,
      sort: ({ memory_usage: used }) => used,
      text: ({ memory_usage: used }) => show(used, 'bytes'),
      bar: memoryShare,
      title: ({ memory_total: total }) => (total ? `of ${text(total, 'bytes')}` : ''),
      sub: ({ memory_total: total }) => (total ? `of ${text(total, 'bytes')}` : ''),
    },
    {
      key: 'load_1min',
      heading: 'Load',
      hint: 'Load over one minute',
      width: 52,
      align: 'right',
      keep: 3,
      sort: ({ load_1min: load }) => load,
      text: ({ load_1min: load }) => show(load, 'load'),
      isZero: ({ load_1min: load }) => (load ?? 0) === 0,
    },
    {
      key: 'cpu_count',
      heading: 'Cores',
      hint: 'Cores',
      width: 48,
      align: 'right',
      keep: 2,
      sort: ({ cpu_count: cores }) => cores,
      text: ({ cpu_count: cores }) => cores?.toString(),
      class: 'dim',
    },
    {
      key: 'status',
      heading: 'State',
      hint: 'State',
      width: 84,
      keep: 1,
      sort: ({ status }) => status,
      first: 'asc',
      text: ({ status }) => status,
      level: (row) => level(judged(row)),
      why: (row) => reasonFor(store, judged(row), text),
      isZero: ({ status }) => status !== 'running',
    },
    {
      key: 'engine',
      heading: 'Engine',
      hint: 'Engine',
      width: 90,
      keep: 5,
      sort: ({ engine }) => engine,
      first: 'asc',
      text: ({ engine }) => engine,
      title: ({ engine_version: version }) => version ?? '',
      class: 'dim',
    },
    {
      key: 'ipv4',
      heading: 'Address',
      hint: 'Address',
      width: 110,
      keep: 4,
      sort: ({ ipv4 }) => ipv4,
      first: 'asc',
      text: ({ ipv4 }) => ipv4,
      class: 'mono dim',
    },
    {
      key: 'name',
      heading: 'Name',
      hint: 'Name, and the system it runs',
      width: 'rest',
      keep: 0,
      sort: ({ name }) => name,
      first: 'asc',
      text: ({ name }) => name,
      tail: ({ release }) => release ?? '',
      title: ({ name, release }) => [name, release].filter(Boolean).join('\n'),
      sub: subOf,
      class: 'mono',
    },
  ],
  tie: ({ memory_usage: used }) => used,
  standard: 'cpu_percent',
  narrow: ['name', 'cpu_percent', 'memory_percent'],
  keyOf: ({ engine, name }) => `${engine}/${name}`,
});
