/** The table of processes. */
import type { Process } from '../api/types.ts';
import { columnsOf, type Look, type TableSpec } from './column.ts';
import { type CommandParts, commandParts } from '../../src/show/display/command-line.ts';
import { byMemory, cpuShare, NO_NAME, processColumns } from '../../src/show/display/process-columns.ts';
import { type ColumnHelp, type Hog, RULES, runningLooks } from './process-columns.ts';
import { type Arrangement, type ProcessGroup, isGroup } from './process-tree.ts';
import { shortStateWord } from '../../src/show/display/process-words.ts';
import { t } from '../../src/show/display/language.ts';

const subOf = (row: Process): string =>
  isGroup(row)
    ? countOf(row)
    : [row.pid, row.username, shortStateWord(row.status)].filter(Boolean).join(' · ');

const countOf = ({ members }: ProcessGroup): string =>
  t('{members} {members|process|processes}', { members });

/** Command line with the program emphasized, long: with its folder; the name if there is none. */
function commandLook(isLong: boolean, arrangement: Arrangement | null): Look<Process> {
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
    hint: isLong ? 'Command line (key S: without folders)' : 'Command line (key S: with folders)',
    width: 'rest',
    least: 0.42,
    lead: (row) => (arrangement?.leadOf(row) ?? '') + (isLong ? parts(row).folder : ''),
    text: (row) => parts(row).program || row.name || NO_NAME,
    tail: (row) => (isGroup(row) ? countOf(row) : parts(row).rest),
    isStrong: isGroup,
    title: (row) => parts(row).whole,
    sub: subOf,
    class: 'mono',
  };
}

const DIM = { class: 'dim' } as const;
const ORIGIN: Readonly<Record<string, Look<Process>>> = {
  ppid: { width: 58, ...DIM },
  create_time: { width: 118, ...DIM },
  unit: { width: 130, title: ({ unit }) => unit ?? '', ...DIM },
};

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
    columns: columnsOf<Process>(help.show, processColumns(cpuShare(help.preferences.perMachine, cores)), {
      ...runningLooks(help, cores, hog),
      pid: { width: 58, text: (row) => (isGroup(row) ? '' : String(row.pid)), ...DIM },
      ...(hasOrigin && ORIGIN),
      ...(hasCore && { cpu_num: { width: 40, ...DIM } }),
      name: commandLook(help.preferences.longNames, arrangement),
    }),
    rules: RULES,
    tie: byMemory,
    standard: 'cpu_percent',
    narrow: ['name', 'cpu_percent', 'memory_percent'],
    keyOf: ({ pid }) => pid,
    ...(arrangement === null ? { isPure: true } : { arrange: arrangement.arrange }),
  };
}
