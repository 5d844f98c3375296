/** Keys of the table: its order, its filter, and the process under the cursor. */
import type { Process } from '../../display/snapshots.ts';
import type { ProcessControl } from '../data-source/data-source.ts';
import { sortBeside } from '../state/sorting.ts';
import type { Ui } from '../state/ui.ts';
import { rowsOf, sortKeyOf } from '../table/rows.ts';
import { type Row, tableOf } from '../table/tables.ts';
import { askFilter, movingKeys } from './common-keys.ts';
import { bind, type Key } from './key.ts';
import { PAGE_ACTIONS } from '../../display/page-actions.ts';
import { TERMINAL_ACTIONS } from '../../display/terminal-actions.ts';
import { t } from '../../display/language.ts';

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

export const processKeys: readonly Key[] = [
  ...movingKeys,
  bind(PAGE_ACTIONS.filter, ({ ui }) => askFilter(ui.view)),
  bind(PAGE_ACTIONS.noFilter, ({ ui }) => (ui.view.filter = '')),
  bind(PAGE_ACTIONS.tree, ({ ui }) => toggleTree(ui)),
  bind(TERMINAL_ACTIONS.follow, ({ ui }) => followRow(ui)),
  bind(PAGE_ACTIONS.details, ({ ui }) => toggleExtended(ui)),
  bind(TERMINAL_ACTIONS.end, ({ ui }) => askToEnd(ui)),
  bind(TERMINAL_ACTIONS.raiseNice, ({ ui }) => renice(ui, 1)),
  bind(TERMINAL_ACTIONS.lowerNice, ({ ui }) => renice(ui, -1)),
  bind(TERMINAL_ACTIONS.columnLeft, ({ ui }) => sortSideways(ui, -1)),
  bind(TERMINAL_ACTIONS.columnRight, ({ ui }) => sortSideways(ui, 1)),
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
