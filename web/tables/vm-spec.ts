/** The table of virtual machines. */
import type { VirtualMachine } from '../api/types.ts';
import { judgedReason } from '../state/reason-for.ts';
import type { Series } from '../../src/show/display/series.ts';
import { MACHINE_COLUMNS, machineCpu } from '../../src/show/display/container-columns.ts';
import { columnsOf, type TableSpec } from './column.ts';
import type { ColumnHelp } from './process-columns.ts';
import { t } from '../../src/show/display/language.ts';

const memoryShare = ({ memory_usage: used, memory_total: total }: VirtualMachine): number | null =>
  typeof used === 'number' && typeof total === 'number' && total > 0 ? used / total : null;

const subOf = ({ status, release, cpu_count: cores, ipv4 }: VirtualMachine): string =>
  [status, release, cores ? `${cores} CPU` : '', ipv4].filter(Boolean).join(' · ');

const judged = ({ name }: VirtualMachine): Series => ({ plugin: 'vms', field: 'status', item: name });

export const vmSpec = ({ show, text, level, store }: ColumnHelp): TableSpec<VirtualMachine> => ({
  label: t('Virtual machines'),
  columns: columnsOf<VirtualMachine>(show, MACHINE_COLUMNS, {
    cpu_percent: {
      width: 64,
      bar: (row) => (machineCpu(row) ?? 0) / 100 / (row.cpu_count && row.cpu_count > 0 ? row.cpu_count : 1),
    },
    memory_percent: {
      width: 76,
      bar: memoryShare,
      title: ({ memory_total: total }) => (total ? t('of {total}', { total: text(total, 'bytes') }) : ''),
      sub: ({ memory_total: total }) => (total ? t('of {total}', { total: text(total, 'bytes') }) : ''),
    },
    load_1min: { width: 52 },
    cpu_count: { width: 48, class: 'dim' },
    status: {
      width: 84,
      level: (row) => level(judged(row)),
      why: (row) => judgedReason(store, judged(row), text),
    },
    engine: { width: 90, title: ({ engine_version: version }) => version ?? '', class: 'dim' },
    ipv4: { width: 110, class: 'mono dim' },
    name: {
      width: 'rest',
      tail: ({ release }) => release ?? '',
      title: ({ name, release }) => [name, release].filter(Boolean).join('\n'),
      sub: subOf,
      class: 'mono',
    },
  }),
  tie: ({ memory_usage: used }) => used,
  standard: 'cpu_percent',
  narrow: ['name', 'cpu_percent', 'memory_percent'],
  keyOf: ({ engine, name }) => `${engine}/${name}`,
});
