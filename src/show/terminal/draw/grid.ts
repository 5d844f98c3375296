/** Headings and rows of a table, with its cursor. */
import type { Region } from '../screen/region.ts';
import { wrapped } from '../screen/wrapped.ts';
import { placeCursor } from '../state/cursor.ts';
import { pressHeading } from '../state/sorting.ts';
import { onPress, type Surface } from '../state/surface.ts';
import { BOLD, DIM, FAINT, TEXT, TITLE } from '../state/ui.ts';
import { type Column, fitting, type Table } from '../table/column.ts';
import type { TableLook } from '../state/kept-rows.ts';
import type { ShownRows } from '../table/rows.ts';
import { t } from '../../display/language.ts';

type Fitted<T> = Column<T> & { cells: number };

/** @param pressRow called after a click on a row has moved the cursor there, with whether it was there already */
export function drawGrid<T extends object>(
  surface: Surface,
  region: Region,
  {
    table,
    shown,
    first = null,
  }: {
    table: Table<T>;
    shown: ShownRows<T>;
    /** Cells of a line below the headings, by column; null: there is none. */
    first?: Readonly<Record<string, string>> | null;
  },
  pressRow: (wasSelected: boolean) => void = () => {},
): void {
  const { view } = surface;
  const columns = fitting(table.columns, region.width);
  drawHeadings(surface, region.row(0), columns, shown);
  if (first !== null) drawFirst(region.row(1), columns, first);
  const top = first === null ? 1 : 2;
  const body = region.part({ x: 0, y: top, width: region.width, height: region.height - top });
  const find = (key: string): number => shown.rows.findIndex((row) => table.keyOf(row) === key);
  placeCursor(view, { count: shown.count, find }, body.height);
  drawRows(surface, body, { columns, look: table.look }, shown);
  onPress(surface, body, (_x, y) => {
    const index = view.top + y;
    if (index >= shown.rows.length) return;
    const wasSelected = view.selected === index;
    view.selected = index;
    pressRow(wasSelected);
  });
  if (shown.rows.length > 0) return;
  const why = shown.total > 0 ? t('Nothing matches {filter}', { filter: view.filter }) : table.absence();
  for (const [y, line] of wrapped(String(why), body.width).entries()) body.text(0, y, line, FAINT);
}

function drawHeadings<T>(
  surface: Surface,
  line: Region,
  columns: readonly Fitted<T>[],
  shown: Pick<ShownRows<T>, 'sort' | 'direction'>,
): void {
  line.fill('heading');
  let x = 0;
  for (const column of columns) {
    const isSorted = isSortedBy(column, shown.sort);
    const [ascending, descending] = surface.glyphs.sorted;
    const arrow = isSorted ? (shown.direction === 'asc' ? ascending : descending) : '';
    const text = (column.heading + arrow).slice(0, Math.max(column.heading.length, column.cells));
    const cell = line.part({ x, y: 0, width: column.cells + 1, height: 1 });
    if (column.align === 'right') cell.right(column.cells, 0, text, isSorted ? BOLD : TITLE);
    else cell.text(0, 0, text, isSorted ? BOLD : TITLE);
    onPress(surface, cell, () => pressHeading(surface.view, column.key));
    x += column.cells + 1;
  }
  line.highlight(0, 'heading');
}

function drawFirst<T>(
  line: Region,
  columns: readonly Fitted<T>[],
  cells: Readonly<Record<string, string>>,
): void {
  let x = 0;
  for (const { key, align, cells: width } of columns) {
    const text = cells[key] ?? '';
    if (align === 'right') line.right(x + width, 0, text, TEXT, width);
    else line.part({ x, y: 0, width, height: 1 }).text(0, 0, text, TEXT);
    x += width + 1;
  }
}

/** Both columns of I/O belong to one order. */
const isSortedBy = ({ key }: { readonly key: string }, sort: string): boolean =>
  key === sort || (sort === 'io_counters' && (key === 'io_read' || key === 'io_write'));

function drawRows<T extends object>(
  { view, settings, kept }: Surface,
  body: Region,
  { columns, look }: { columns: readonly Fitted<T>[]; look: TableLook | null },
  { rows, lines }: ShownRows<T>,
): void {
  const known = look === null || lines.length > 0 ? null : kept.of([...look, body.width]);
  for (let y = 0; y < body.height && view.top + y < rows.length; y += 1) {
    const row = rows[view.top + y] as T;
    const line = body.row(y);
    const before = known?.get(row);
    if (before === undefined) {
      drawRow(line, columns, { row, line: lines[view.top + y] ?? '' });
      known?.set(row, line.capture());
    } else line.paste(before);
    if (settings.hasCursor && view.top + y === view.selected) line.highlight(0, 'selection');
  }
}

function drawRow<T>(
  line: Region,
  columns: readonly Fitted<T>[],
  shown: { readonly row: T; readonly line: string },
): void {
  let x = 0;
  for (const column of columns) {
    const style = column.style?.(shown.row) ?? TEXT;
    if (column.align === 'right')
      line.right(x + column.cells, 0, column.text(shown.row), style, column.cells);
    else drawText(line.part({ x, y: 0, width: column.cells, height: 1 }), column, shown, style);
    x += column.cells + 1;
  }
}

/** Draws the text between its prefix and suffix. */
function drawText<T>(
  cell: Region,
  { text, lead, tail }: Fitted<T>,
  { row, line }: { row: T; line: string },
  style: number,
): void {
  // The tree is drawn in front of names and commands, which have the last column.
  const before = (lead === undefined ? '' : line) + (lead?.(row) ?? '');
  const x = before === '' ? 0 : cell.text(0, 0, before, FAINT);
  const end = cell.text(x, 0, text(row), style);
  const after = tail?.(row) ?? '';
  if (after !== '') cell.text(end + 1, 0, after, DIM);
}
