/** The tables of the main part. */
import { widened } from '../../../core/widened.ts';
import type { Container, Process, Program, VirtualMachine } from '../../display/snapshots.ts';
import {
  byMemory,
  NO_NAME,
  processColumns,
  programColumns,
  RUNNING_ORDERS,
} from '../../display/process-columns.ts';
import { EMPTY_TABLES } from '../../display/table-column.ts';
import { type CommandParts, commandParts } from '../../display/command-line.ts';
import { styleOf } from '../screen/style.ts';
import { levelStyle, TEXT, type Ui } from '../state/ui.ts';
import { absenceOf } from '../state/absence.ts';
import type { TableLook } from '../state/kept-rows.ts';
import type { Table } from './column.ts';
import { containerTable, vmTable } from './container-tables.ts';
import { columnsOf, type Look } from './look.ts';
import { coresOf, runningLooks, shareOf } from './process-columns.ts';
import { t } from '../../display/language.ts';

export type Row = Process | Program | Container | VirtualMachine;

/** Rows may be of any kind: the columns of a table only ever see its own. */
export const tableOf = (ui: Ui): Table<Row> => widened(shownTable(ui));

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
    columns: columnsOf<Process>(ui, processColumns(shareOf(ui)), {
      ...runningLooks(ui),
      pid: { width: 7 },
      name: commandLook(ui),
    }),
    orders: { ...RUNNING_ORDERS, cpu_num: ({ cpu_num: core }) => core ?? null },
    tie: byMemory,
    keyOf: ({ pid }) => String(pid),
    identity: ({ pid }) => pid,
    look: lookOf(ui, 'processes'),
    absence: () => absenceOf(ui, 'processlist', t(EMPTY_TABLES.processlist)),
  };
}

function programTable(ui: Ui): Table<Program> {
  return {
    rows: ui.source.latest('programlist') ?? [],
    columns: columnsOf<Program>(ui, programColumns(shareOf(ui)), {
      ...runningLooks(ui),
      nprocs: { width: 4, tone: TEXT },
      name: { width: 0, tone: TEXT },
    }),
    orders: RUNNING_ORDERS,
    tie: byMemory,
    keyOf: ({ name }) => name,
    look: lookOf(ui, 'programs'),
    absence: () => absenceOf(ui, 'programlist', t(EMPTY_TABLES.programlist)),
  };
}

/** Processes and programs that have not changed are the same objects as before. */
function lookOf(ui: Ui, table: string): TableLook {
  const { binary, longNames, perMachine } = ui.view.preferences;
  return [table, binary, longNames, perMachine, coresOf(ui), ui.source.limits('processlist')];
}

/** No cell is wider. */
const MOST_TEXT = 512;

function commandLook(ui: Ui): Look<Process> {
  const { longNames } = ui.view.preferences;
  const parts = ({ cmdline, name }: Process): CommandParts =>
    cmdline?.length ? commandParts(cmdline) : { folder: '', program: name, rest: '' };
  return {
    width: 0,
    lead: (row) => (longNames ? parts(row).folder : ''),
    text: (row) => parts(row).program || row.name || NO_NAME,
    tail: (row) => parts(row).rest.slice(0, MOST_TEXT),
    style: ({ cmdline, status }) =>
      status === 'Z' ? levelStyle('careful') : cmdline?.length === 0 ? KERNEL_THREAD : TEXT,
  };
}
