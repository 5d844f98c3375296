/** The table of the main part: its counts, then its rows. */
import { endedShare } from '../../display/process-words.ts';
import { sectionTitle } from '../../display/section-titles.ts';
import type { Region } from '../screen/region.ts';
import { ACCENT, FAINT, levelStyle, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { TABLE_PLUGINS } from '../data-source/table-plugins.ts';
import { rowsOf, type ShownRows, wantedRows } from '../table/rows.ts';
import { scaleOf } from '../table/process-columns.ts';
import { type Row, tableOf } from '../table/tables.ts';
import { drawGrid } from './grid.ts';
import { t } from '../../display/language.ts';

export function drawTable(ui: Ui, region: Region): void {
  if (region.height < 2) return;
  const table = tableOf(ui);
  const shown = rowsOf(ui, table, wantedRows(ui.view, region.height));
  drawTitle(ui, region.row(0), shown);
  const first = ui.view.table === 'processes' ? endedCells(ui) : null;
  drawGrid(ui, region.part({ x: 0, y: 1, width: region.width, height: region.height - 1 }), {
    table,
    shown,
    first,
  });
}

/** CPU use of processes that ended before a sample, which no other row has; null where it does not matter. */
function endedCells(ui: Ui): Readonly<Record<string, string>> | null {
  const ended = endedShare(ui.source.latest('processcount'), scaleOf(ui));
  return ended === null
    ? null
    : { cpu_percent: ui.show(ended, 'percent').digits, name: t('ended processes') };
}

/** Counts, and the filter where there is one. */
function drawTitle(ui: Ui, line: Region, shown: ShownRows<Row>): void {
  const { view, source } = ui;
  let x = line.text(0, 0, sectionTitle(TABLE_PLUGINS[view.table]), TITLE) + 1;
  x = drawCount(line, x, shown, view.filter);
  const count = source.latest('processcount');
  if (view.table === 'processes' && count !== null) {
    const { running, thread } = count;
    x =
      line.text(
        x,
        0,
        t('{running} running, {thread} threads', { running: running ?? 0, thread: thread ?? 0 }),
        FAINT,
      ) + 1;
  }
  if (view.sort === null) line.right(line.width, 0, t('auto'), FAINT, line.width - x);
}

/** Draws the number of rows, with the filter if there is one. Returns the column behind. */
export function drawCount(
  line: Region,
  x: number,
  { count, total, filters, problem }: ShownRows,
  filter: string,
): number {
  if (filters.alternatives.length === 0) return line.text(x, 0, String(total), TEXT) + 1;
  const behind = line.text(x, 0, t('{shown} of {all}', { shown: count, all: total }), TEXT) + 1;
  const style = problem === null ? ACCENT : levelStyle('critical');
  const end = line.text(behind, 0, t('matching {filter}', { filter }), style) + 1;
  return problem === null ? end : line.text(end, 0, problem, style) + 1;
}
