/** The table of processes. */
import type { Process } from '../api/types.ts';
import type { Column, TableSpec } from './column.ts';
import { type CommandParts, commandParts } from '../../src/display/command-line.ts';
import {
  byMemory,
  type ColumnHelp,
  cpuColumns,
  ioColumns,
  memoryColumns,
  ownerColumns,
  RULES,
} from './process-columns.ts';
import { shortStateWord } from '../../src/display/process-words.ts';

const pidColumn: Column<Process> = {
  key: 'pid',
  heading: 'PID',
  hint: 'Process id',
  width: 58,
  align: 'right',
  keep: 1,
  sort: ({ pid }) => pid,
  first: 'asc',
  text: ({ pid }) => String(pid),
  class: 'dim',
};

const coreColumn: Column<Process> = {
  key: 'cpu_num',
  heading: 'Core',
  hint: 'Core it last ran on',
  width: 40,
  align: 'right',
  keep: 8,
  sort: ({ cpu_num: core }) => core,
  first: 'asc',
  text: ({ cpu_num: core }) => core?.toString(),
  class: 'dim',
};

const subOf = ({ pid, username, status }: Process): string =>
  [pid, username, shortStateWord(status)].filter(Boolean).join(' · ');

/** Processes may call themselves nothing at all. */
const NO_NAME = '(no name)';

/** Its command line with the program standing out, long: with the folder it is in; its name where there is none. */
function commandColumn(isLong: boolean): Column<Process> {
  const parts = ({ cmdline, name }: Process): CommandParts =>
    cmdline?.length ? commandParts(cmdline) : { folder: '', program: name, rest: '' };
  return {
    key: 'name',
    heading: 'Command',
    hint: isLong ? 'Command line (key S: without folders)' : 'Command line (key S: with folders)',
    width: 'rest',
    keep: 0,
    sort: ({ name }) => name,
    first: 'asc',
    lead: (row) => (isLong ? parts(row).folder : ''),
    text: (row) => parts(row).program || row.name || NO_NAME,
    tail: (row) => parts(row).rest,
    title: ({ name, cmdline }) => (cmdline?.length ? cmdline.join(' ') : name),
    sub: subOf,
    class: 'mono',
  };
}

/**
 * @param cores how many the machine has
 * @param hasCore whether the agent collects the core of each process
 */
export function processSpec(help: ColumnHelp, cores: number, hasCore: boolean): TableSpec<Process> {
  return {
    label: 'Processes',
    columns: [
      ...cpuColumns(help, cores),
      ...memoryColumns(help),
      pidColumn,
      ...(hasCore ? [coreColumn] : []),
      ...ownerColumns(help),
      ...ioColumns(help),
      commandColumn(help.preferences.longNames),
    ],
    rules: RULES,
    tie: byMemory,
    standard: 'cpu_percent',
    narrow: ['name', 'cpu_percent', 'memory_percent'],
    keyOf: ({ pid }) => pid,
  };
}
