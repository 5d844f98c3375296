/** The tables of the main part. */
import type { Container, Process, Program, VirtualMachine } from '../../display/snapshots.ts';
import { type CommandParts, commandParts } from '../../display/command-line.ts';
import { styleOf } from '../screen/style.ts';
import { DIM, levelStyle, TEXT, type Ui } from '../state/ui.ts';
import { absenceOf } from '../state/absence.ts';
import type { TableLook } from '../state/kept-rows.ts';
import type { Column, Table } from './column.ts';
import { containerTable, vmTable } from './container-tables.ts';
import { byMemory, coresOf, ioColumns, ORDERS, ownerColumns, usageColumns } from './process-columns.ts';
import { t } from '../../display/language.ts';

export type Row = Process | Program | Container | VirtualMachine;

/** Rows may be of any kind: the columns of a table only ever see its own. */
export const tableOf = (ui: Ui): Table<Row> => shownTable(ui) as unknown as Table<Row>;

function shownTable(ui: Ui) {
  switch (ui.view.table) {
    case 'programs':
      return programTable(ui);
    case 'containers':
      return containerTable(ui);
    case 'vms':
      return vmTable(ui);
    default:
      return processTable(ui);
  }
}

const KERNEL_THREAD = styleOf('faint');

function processTable(ui: Ui): Table<Process> {
  return {
    rows: ui.source.latest('processlist') ?? [],
    columns: [
      ...(usageColumns(ui) as Column<Process>[]),
      pidColumn,
      ...(ownerColumns(ui) as Column<Process>[]),
      ...(ioColumns(ui) as Column<Process>[]),
      commandColumn(ui),
    ],
    orders: { ...(ORDERS as Table<Process>['orders']), cpu_num: ({ cpu_num: core }) => core ?? null },
    tie: byMemory,
    keyOf: ({ pid }) => String(pid),
    identity: ({ pid }) => pid,
    look: lookOf(ui, 'processes'),
    absence: () => absenceOf(ui, 'processlist', t('Processes are not sampled.')),
  };
}

function programTable(ui: Ui): Table<Program> {
  return {
    rows: ui.source.latest('programlist') ?? [],
    columns: [
      ...(usageColumns(ui) as Column<Program>[]),
      {
        key: 'nprocs',
        heading: 'PROC',
        width: 4,
        align: 'right',
        keep: 1,
        sort: ({ nprocs }) => nprocs,
        first: 'desc',
        text: ({ nprocs }) => String(nprocs),
      },
      ...(ownerColumns(ui) as Column<Program>[]),
      ...(ioColumns(ui) as Column<Program>[]),
      {
        key: 'name',
        heading: t('Program'),
        width: 0,
        align: 'left',
        keep: 0,
        sort: ({ name }) => name,
        first: 'asc',
        text: ({ name }) => name || NO_NAME,
      },
    ],
    orders: ORDERS as Table<Program>['orders'],
    tie: byMemory,
    keyOf: ({ name }) => name,
    look: lookOf(ui, 'programs'),
    absence: () => absenceOf(ui, 'programlist', t('Programs are not sampled.')),
  };
}

/** Processes and programs that have not changed are the same objects as before. */
function lookOf(ui: Ui, table: string): TableLook {
  const { binary, longNames, perMachine } = ui.view.preferences;
  return [table, binary, longNames, perMachine, coresOf(ui), ui.source.limits('processlist')];
}

const pidColumn: Column<Process> = {
  key: 'pid',
  heading: 'PID',
  width: 7,
  align: 'right',
  keep: 1,
  sort: ({ pid }) => pid,
  first: 'asc',
  text: ({ pid }) => String(pid),
  style: () => DIM,
};

/** Processes may call themselves nothing at all. */
const NO_NAME = '(no name)';
/** No cell is wider. */
const MOST_TEXT = 512;

function commandColumn(ui: Ui): Column<Process> {
  const { longNames } = ui.view.preferences;
  const parts = ({ cmdline, name }: Process): CommandParts =>
    cmdline?.length ? commandParts(cmdline) : { folder: '', program: name, rest: '' };
  return {
    key: 'name',
    heading: t('Command'),
    width: 0,
    align: 'left',
    keep: 0,
    sort: ({ name }) => name,
    first: 'asc',
    lead: (row) => (longNames ? parts(row).folder : ''),
    text: (row) => parts(row).program || row.name || NO_NAME,
    tail: (row) => parts(row).rest.slice(0, MOST_TEXT),
    style: ({ cmdline, status }) =>
      status === 'Z' ? levelStyle('careful') : cmdline?.length === 0 ? KERNEL_THREAD : TEXT,
  };
}
