/** The table of the main part. */
import type { Region } from '../screen/region.ts';
import type { Style } from '../screen/style.ts';
import { ACCENT, BOLD, DIM, FAINT, levelStyle, onPress, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { type Column, fitting, type Table } from '../table/column.ts';
import { rowsOf, type ShownRows } from '../table/rows.ts';
import { type Row, tableOf } from '../table/tables.ts';
import { pressHeading } from '../state/sorting.ts';
import { placeCursor } from '../state/cursor.ts';

type Fitted = Column<Row> & { cells: number };

export function drawTable(ui: Ui, region: Region): void {
  if (region.height < 2) return;
  const table = tableOf(ui);
  const shown = rowsOf(ui, table);
  const columns = fitting(table.columns, region.width);
  drawTitle(ui, region.row(0), table, shown);
  drawHeadings(ui, region.row(1), columns, shown);
  const body = region.part({ x: 0, y: 2, width: region.width, height: region.height - 2 });
  const find = (key: string): number => shown.rows.findIndex((row) => table.keyOf(row) === key);
  placeCursor(ui.view, { count: shown.rows.length, find }, body.height);
  drawRows(ui, body, columns, shown);
  if (shown.rows.length === 0) drawEmpty(ui, body, table, shown);
}

/** Counts, and the filter where there is one. */
function drawTitle(ui: Ui, line: Region, table: Table<Row>, { rows, total, filters }: ShownRows<Row>): void {
  const { view, subject } = ui;
  let x = line.text(0, 0, table.title, TITLE) + 1;
  const isFiltered = filters.alternatives.length > 0;
  x = line.text(x, 0, isFiltered ? `${rows.length} of ${total}` : String(total), TEXT) + 1;
  if (isFiltered) {
    const style = filters.invalid === null ? ACCENT : levelStyle('critical');
    x = line.text(x, 0, `matching ${view.filter}`, style) + 1;
    if (filters.invalid !== null) x = line.text(x, 0, 'not a regular expression', style) + 1;
  }
  const count = subject.latest('processcount');
  if (view.table === 'processes' && count !== null) {
    const { running, thread } = count;
    x = line.text(x, 0, `${running ?? 0} running, ${thread ?? 0} threads`, FAINT) + 1;
  }
  if (view.sort === null) line.right(line.width, 0, 'auto', FAINT, line.width - x);
}

function drawHeadings(ui: Ui, line: Region, columns: readonly Fitted[], shown: ShownRows<Row>): void {
  line.fill('heading');
  let x = 0;
  for (const column of columns) {
    const isSorted = isSortedBy(column, shown.sort);
    const [ascending, descending] = ui.glyphs.sorted;
    const arrow = isSorted ? (shown.direction === 'asc' ? ascending : descending) : '';
    const text = (column.heading + arrow).slice(0, Math.max(column.heading.length, column.cells));
    const cell = line.part({ x, y: 0, width: column.cells + 1, height: 1 });
    if (column.align === 'right') cell.right(column.cells, 0, text, isSorted ? BOLD : TITLE);
    else cell.text(0, 0, text, isSorted ? BOLD : TITLE);
    onPress(ui, cell, () => pressHeading(ui.view, column.key));
    x += column.cells + 1;
  }
  line.highlight(0, 'heading');
}

/** Both columns of I/O belong to one order. */
const isSortedBy = ({ key }: Fitted, sort: string): boolean =>
  key === sort || (sort === 'io_counters' && (key === 'io_read' || key === 'io_write'));

function drawRows(ui: Ui, body: Region, columns: readonly Fitted[], { rows, lines }: ShownRows<Row>): void {
  const { view, settings } = ui;
  for (let y = 0; y < body.height && view.top + y < rows.length; y += 1) {
    const row = rows[view.top + y] as Row;
    const line = body.row(y);
    let x = 0;
    for (const column of columns) {
      const style = column.style?.(row) ?? TEXT;
      if (column.align === 'right') line.right(x + column.cells, 0, column.text(row), style, column.cells);
      else
        drawText(
          line.part({ x, y: 0, width: column.cells, height: 1 }),
          column,
          { row, line: lines[view.top + y] ?? '' },
          style,
        );
      x += column.cells + 1;
    }
    if (settings.hasCursor && view.top + y === view.selected) line.highlight(0, 'selection');
  }
  onPress(ui, body, (_x, y) => {
    if (view.top + y < rows.length) view.selected = view.top + y;
  });
}

/** The text between what stands in front of it and behind it. */
function drawText(
  cell: Region,
  { text, lead, tail }: Fitted,
  { row, line }: { row: Row; line: string },
  style: Style,
): void {
  // The tree is drawn in front of names and commands, which have the last column.
  const before = (lead === undefined ? '' : line) + (lead?.(row) ?? '');
  const x = before === '' ? 0 : cell.text(0, 0, before, FAINT);
  const end = cell.text(x, 0, text(row), style);
  const after = tail?.(row) ?? '';
  if (after !== '') cell.text(end + 1, 0, after, DIM);
}

function drawEmpty(ui: Ui, body: Region, table: Table<Row>, { total }: ShownRows<Row>): void {
  const text = total > 0 ? `Nothing matches ${ui.view.filter}` : table.absence;
  body.text(0, 0, text, FAINT);
}
