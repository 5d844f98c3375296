/** Keys of the table: its order, its filter, and the process under the cursor. */
import type { Process } from '../../display/snapshots.ts';
import type { ProcessControl } from '../data-source/data-source.ts';
import { sortBeside, sortBy } from '../state/sorting.ts';
import type { Ui } from '../state/ui.ts';
import { rowsOf, sortKeyOf } from '../table/rows.ts';
import { type Row, tableOf } from '../table/tables.ts';
import { askFilter, movingKeys } from './common-keys.ts';
import type { Key } from './key.ts';
import { type Phrase, t } from '../../display/language.ts';

const sort = (key: string, by: string | null, text: Phrase): Key => ({
  keys: [key],
  group: 'Sort by',
  text,
  run: ({ ui }) => sortBy(ui.view, by),
});

/** Row under the cursor, with its key. */
export function selectedRow(ui: Ui): { row: Row; key: string } | null {
  const table = tableOf(ui);
  const { selected } = ui.view;
  const row = rowsOf(ui, table, selected + 1).rows[selected];
  return row === undefined ? null : { row, key: table.keyOf(row) };
}

/** Process under the cursor; null in other tables. */
export function selectedProcess(ui: Ui): Process | null {
  return ui.view.table === 'processes' ? ((selectedRow(ui)?.row ?? null) as Process | null) : null;
}

function sortSideways(ui: Ui, by: 1 | -1): void {
  const keys = tableOf(ui)
    .columns.map(({ key }) => (key === 'io_read' ? 'io_counters' : key))
    .filter((key) => key !== 'io_write');
  sortBeside(ui.view, keys, sortKeyOf(ui), by);
}

function toggleExtended(ui: Ui): void {
  const { view, source } = ui;
  const process = selectedProcess(ui);
  if (process === null) return void (view.message = t('Choose a process first.'));
  if (source.control === null)
    return void (view.message = t('Extended statistics are available for this machine only.'));
  view.extended = view.extended === process.pid ? null : process.pid;
  source.control.select(view.extended);
}

/** Calls back with a process that is really there. */
function withProcess(ui: Ui, act: (control: ProcessControl, process: Process, mark: string) => void): void {
  const { view, source } = ui;
  const { control } = source;
  const process = selectedProcess(ui);
  if (process === null) return void (view.message = t('Choose a process first.'));
  if (control === null)
    return void (view.message = t('Processes of other machines cannot be changed from here.'));
  const mark = control.mark(process.pid, process.name);
  if (mark === null) view.message = t('{pid} has ended.', { pid: process.pid });
  else act(control, process, mark);
}

function askToEnd(ui: Ui): void {
  const { view } = ui;
  withProcess(ui, (control, { pid, name }, mark) => {
    const end = (signal: 'SIGTERM' | 'SIGKILL') => () => {
      view.message =
        control.end(pid, mark, signal) ?? t('{signal} sent to {pid} ({name}).', { signal, pid, name });
    };
    view.question = {
      text: t('End {pid} ({name})? y: SIGTERM, K: SIGKILL, any other key: no', { pid, name }),
      answers: { y: end('SIGTERM'), K: end('SIGKILL') },
    };
  });
}

function renice(ui: Ui, by: 1 | -1): void {
  withProcess(ui, (control, { pid, name }, mark) => {
    const nice = control.renice(pid, mark, by);
    ui.view.message =
      typeof nice === 'string'
        ? nice
        : t('{pid} ({name}) has the nice value {nice} now.', { pid, name, nice });
  });
}

const processKey = (keys: readonly string[], text: Phrase, run: (ui: Ui) => void, hint?: Phrase): Key => ({
  keys,
  group: 'Processes',
  text,
  ...(hint !== undefined && { hint }),
  run: ({ ui }) => run(ui),
});

export const processKeys: readonly Key[] = [
  ...movingKeys,
  processKey(
    ['/', 'enter', 'f4'],
    'filter: words, /expression/, field:expression',
    ({ view }) => askFilter(view),
    'filter',
  ),
  processKey(['E'], 'no filter', ({ view }) => (view.filter = '')),
  processKey(['t', 'f5'], 'tree of processes', toggleTree),
  processKey(['space'], 'follow the process', followRow, 'follow'),
  processKey(['e'], 'extended statistics', toggleExtended, 'details'),
  processKey(['k', 'f9'], 'end the process, after a question', askToEnd, 'end'),
  processKey(['+', 'f8'], 'raise its nice value', (ui) => renice(ui, 1)),
  processKey(['-', 'f7'], 'lower its nice value', (ui) => renice(ui, -1)),
  sort('a', null, 'what is scarce at the moment'),
  sort('c', 'cpu_percent', 'CPU'),
  sort('m', 'memory_percent', 'memory'),
  sort('i', 'io_counters', 'reading and writing'),
  sort('Y', 'cpu_times', 'CPU time'),
  sort('u', 'username', 'user'),
  sort('p', 'name', 'name'),
  sort('o', 'cpu_num', 'core'),
  {
    keys: ['left', 'shift-left', '<'],
    group: 'Sort by',
    text: 'column to the left',
    run: ({ ui }) => sortSideways(ui, -1),
  },
  {
    keys: ['right', 'shift-right', '>'],
    group: 'Sort by',
    text: 'column to the right',
    run: ({ ui }) => sortSideways(ui, 1),
  },
];

function toggleTree({ view, source }: Ui): void {
  if (source.control === null) view.message = t('The tree is available for this machine only.');
  else view.tree = !view.tree;
}

function followRow(ui: Ui): void {
  const { view } = ui;
  const key = view.followed === null ? (selectedRow(ui)?.key ?? null) : null;
  view.followed = key;
  view.message = key === null ? t('The cursor stays in its place.') : t('Following {key}.', { key });
}
