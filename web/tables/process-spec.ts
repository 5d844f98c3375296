/** The table of processes. */
import type { Process } from '../api/types.ts';
import type { Column, TableSpec } from './column.ts';
import { type CommandParts, commandParts } from '../../src/show/display/command-line.ts';
import {
  byMemory,
  type ColumnHelp,
  cpuColumns,
  type Hog,
  ioColumns,
  memoryColumns,
  ownerColumns,
  RULES,
} from './process-columns.ts';
import { showMoment } from '../../src/show/display/durations.ts';
import { type Arrangement, type ProcessGroup, isGroup } from './process-tree.ts';
import { shortStateWord } from '../../src/show/display/process-words.ts';
import { t } from '../../src/show/display/language.ts';

const pidColumn: Column<Process> = {
  key: 'pid',
  heading: 'PID',
  hint: 'Process id',
  width: 58,
  align: 'right',
  keep: 1,
  sort: ({ pid }) => pid,
  first: 'asc',
  text: (row) => (isGroup(row) ? '' : String(row.pid)),
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

const subOf = (row: Process): string =>
  isGroup(row)
    ? countOf(row)
    : [row.pid, row.username, shortStateWord(row.status)].filter(Boolean).join(' · ');

const countOf = ({ members }: ProcessGroup): string =>
  t('{members} {members|process|processes}', { members });

/** Process names may be empty. */
const NO_NAME = '(no name)';

/** Command line with the program emphasized, long: with its folder; the name if there is none. */
function commandColumn(isLong: boolean, arrangement: Arrangement | null): Column<Process> {
  /** Cached: command lines do not change and may have thousands of letters. */
  const known = new WeakMap<readonly string[], CommandParts & { whole: string }>();
  const parts = ({ cmdline, name }: Process): CommandParts & { whole: string } => {
    if (!cmdline?.length) return { folder: '', program: name, rest: '', whole: name };
    let found = known.get(cmdline);
    if (found === undefined) {
      found = { ...commandParts(cmdline), whole: cmdline.join(' ') };
      known.set(cmdline, found);
    }
    return found;
  };
  return {
    key: 'name',
    heading: 'Command',
    hint: isLong ? 'Command line (key S: without folders)' : 'Command line (key S: with folders)',
    width: 'rest',
    least: 0.39,
    keep: 0,
    sort: ({ name }) => name,
    first: 'asc',
    lead: (row) => (arrangement?.leadOf(row) ?? '') + (isLong ? parts(row).folder : ''),
    text: (row) => parts(row).program || row.name || NO_NAME,
    tail: (row) => (isGroup(row) ? countOf(row) : parts(row).rest),
    isStrong: isGroup,
    title: (row) => parts(row).whole,
    sub: subOf,
    class: 'mono',
  };
}

/** Parent, start time, unit and container. */
const originColumns: readonly Column<Process>[] = [
  {
    key: 'ppid',
    heading: 'Parent',
    hint: 'Process id of the parent',
    width: 58,
    align: 'right',
    keep: 10,
    sort: ({ ppid }) => ppid,
    first: 'asc',
    text: ({ ppid }) => ppid?.toString() ?? '',
    class: 'dim',
  },
  {
    key: 'create_time',
    heading: 'Started',
    hint: 'When it was started',
    width: 118,
    keep: 11,
    sort: ({ create_time: at }) => at,
    text: ({ create_time: at }) => (typeof at === 'number' ? showMoment(at * 1000).slice(0, 16) : ''),
    class: 'dim',
  },
  {
    key: 'unit',
    heading: 'Unit',
    hint: 'Unit of systemd it runs in',
    width: 130,
    keep: 12,
    sort: ({ unit }) => unit,
    first: 'asc',
    text: ({ unit }) => unit ?? '',
    title: ({ unit }) => unit ?? '',
    class: 'dim',
  },
];

export interface ProcessSpecSetup {
  readonly cores: number;
  /** The agent serves the core of each process. */
  readonly hasCore: boolean;
  /** The agent serves parents. */
  readonly hasOrigin: boolean;
  /** Null: a list. */
  readonly arrangement: Arrangement | null;
  readonly hog: Hog<Process> | null;
}

export function processSpec(
  help: ColumnHelp,
  { cores, hasCore, hasOrigin, arrangement, hog }: ProcessSpecSetup,
): TableSpec<Process> {
  return {
    label: t('Processes'),
    columns: [
      ...cpuColumns(help, cores, hog),
      ...memoryColumns(help),
      pidColumn,
      ...(hasOrigin ? originColumns : []),
      ...(hasCore ? [coreColumn] : []),
      ...ownerColumns(help),
      ...ioColumns(help),
      commandColumn(help.preferences.longNames, arrangement),
    ],
    rules: RULES,
    tie: byMemory,
    standard: 'cpu_percent',
    narrow: ['name', 'cpu_percent', 'memory_percent'],
    keyOf: ({ pid }) => pid,
    ...(arrangement === null ? { isPure: true } : { arrange: arrangement.arrange }),
  };
}
