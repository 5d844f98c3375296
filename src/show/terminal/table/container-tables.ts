/** Containers and virtual machines. */
import {
  containerColumns,
  containerTie,
  containerTraits,
  imageOf,
  MACHINE_COLUMNS,
} from '../../display/container-columns.ts';
import { type ContainerRow, containerRows, endingText } from '../../display/ended-containers.ts';
import { t } from '../../display/language.ts';
import type { VirtualMachine } from '../../display/snapshots.ts';
import { EMPTY_TABLES } from '../../display/table-column.ts';
import { absenceOf } from '../state/absence.ts';
import { DIM, FAINT, levelStyle, TEXT, type Ui } from '../state/ui.ts';
import type { Table } from './column.ts';
import { columnsOf, type Look } from './look.ts';

const AMOUNT = { width: 6, tone: TEXT } as const;

export function containerTable(ui: Ui): Table<ContainerRow> {
  const now = ui.source.now();
  const rows = containerRows(
    ui.source.latest('containers') ?? [],
    ui.source.latest('containerstates') ?? [],
    now,
  );
  const judged =
    (field: string): NonNullable<Look<ContainerRow>['style']> =>
    (row) =>
      row.ending === undefined ? levelStyle(ui.level('containers', field, row.name), TEXT) : FAINT;
  return {
    rows,
    columns: columnsOf<ContainerRow>(ui, containerColumns(containerTraits(rows)), {
      cpu_percent: { width: 6, style: judged('cpu_percent') },
      memory_percent: { width: 6, style: judged('memory_usage') },
      io_counters: AMOUNT,
      io_write: AMOUNT,
      net_rx: AMOUNT,
      net_tx: AMOUNT,
      status: { width: 9, style: judged('status') },
      uptime: { width: 10 },
      engine: { width: 7 },
      pod_name: { width: 12 },
      name: {
        width: 0,
        text: (row) => [row.name, endingText(row, now), imageOf(row)].filter(Boolean).join('  '),
      },
    }),
    orders: {},
    look: null,
    tie: containerTie,
    keyOf: ({ engine, name }) => `${engine}/${name}`,
    absence: () => absenceOf(ui, 'containers', t(EMPTY_TABLES.containers)),
  };
}

export const vmTable = (ui: Ui): Table<VirtualMachine> => ({
  rows: ui.source.latest('vms') ?? [],
  columns: columnsOf<VirtualMachine>(ui, MACHINE_COLUMNS, {
    cpu_percent: AMOUNT,
    memory_percent: AMOUNT,
    load_1min: AMOUNT,
    cpu_count: AMOUNT,
    status: { width: 9, style: ({ name }) => levelStyle(ui.level('vms', 'status', name), DIM) },
    engine: { width: 9 },
    ipv4: { width: 15 },
    name: { width: 0 },
  }),
  orders: {},
  look: null,
  tie: ({ memory_usage: memory }) => memory ?? null,
  keyOf: ({ engine, name }) => `${engine}/${name}`,
  absence: () => absenceOf(ui, 'vms', t(EMPTY_TABLES.vms)),
});
