/** The strip of vital signs: three or more lines each side by side, or a line each where there is little room. */
import { worstOf } from '../../display/levels.ts';
import type { Region } from '../screen/region.ts';
import { styleOf } from '../screen/style.ts';
import { ACCENT, BOLD, DIM, FAINT, levelStyle, TITLE, type Ui, valueRight } from '../state/ui.ts';
import { onPress } from '../state/surface.ts';
import { drawBar } from './bar.ts';
import { drawSparkline } from './sparkline.ts';
import { sparklineValues } from '../screen/glyph-set.ts';
import type { Amount, VitalSign } from './vital-signs.ts';
import { openChart } from '../state/charts.ts';

interface VitalsLayout {
  readonly columns: number;
  /** Lines of one sign. */
  readonly lines: number;
  readonly height: number;
}

/** Cells that a line for one sign needs, and a cell of several lines. */
const LINE_WIDTH = 38;
const CELL_WIDTH = 24;
const GAP = 2;
/** Lines of the screen from which on signs have several. */
const TALL = 30;
const VERY_TALL = 44;

export function layoutVitals(count: number, width: number, height: number): VitalsLayout {
  if (count === 0) return { columns: 1, lines: 0, height: 0 };
  const inRow = Math.floor((width + GAP) / (CELL_WIDTH + GAP));
  if (height >= TALL && inRow >= Math.ceil(count / 2)) {
    const columns = Math.min(count, inRow);
    const rows = Math.ceil(count / columns);
    const lines = height >= VERY_TALL && rows === 1 ? 5 : 4;
    return { columns: Math.ceil(count / rows), lines, height: rows * lines };
  }
  const columns = Math.min(count, Math.max(1, Math.floor((width + GAP) / (LINE_WIDTH + GAP))));
  // A quarter of a small screen at most.
  const rows = Math.min(Math.ceil(count / columns), Math.max(1, Math.floor(height / 4)));
  return { columns, lines: 1, height: rows };
}

export function drawVitals(ui: Ui, region: Region, signs: readonly VitalSign[], layout: VitalsLayout): void {
  const { columns, lines } = layout;
  if (lines === 0) return;
  const width = Math.floor((region.width + GAP) / columns);
  signs.forEach((sign, index) => {
    const row = Math.floor(index / columns);
    if ((row + 1) * lines > region.height) return;
    const x = (index % columns) * width;
    const cell = region.part({ x, y: row * lines, width: width - GAP, height: lines });
    onPress(ui, cell, () => openChart(ui, sign.plugin, sign.series));
    if (lines === 1) drawLine(ui, cell, sign);
    else drawCell(ui, cell, sign);
  });
}

const LABEL = 8;
const BAR = 10;
/** Of a letter and a rate: `R 7.46 MiB/s`. */
const PAIR = 12;

/** `CPU     31.5 % ━━━━━━━━━━ ⣀⣠⣴⣶` */
function drawLine(ui: Ui, cell: Region, sign: VitalSign): void {
  cell.text(0, 0, sign.title, TITLE, LABEL);
  let x = LABEL;
  for (const value of sign.values) x = drawAmount(cell, x, value, sign.values.length === 1 ? 7 : PAIR) + 1;
  if (sign.share !== null) {
    drawBar(ui, cell.part({ x, y: 0, width: BAR, height: 1 }), sign.share, levelLook(sign));
    x += BAR + 1;
  } else if (sign.plugin === 'load') {
    for (const detail of sign.details)
      x = cell.text(x, 0, detail.shown.digits.padStart(5), levelStyle(detail.level, DIM)) + 1;
  }
  drawRecent(ui, cell.part({ x, y: 0, width: cell.width - x, height: 1 }), sign);
}

/** An arrow or letter, and the value in so many cells. Returns the column behind it. */
function drawAmount(cell: Region, x: number, { name, shown, level }: Amount, width: number): number {
  const start = name === '' ? x : cell.text(x, 0, name, FAINT);
  const end = x + width;
  if (end > cell.width) return start;
  valueRight(cell, end, 0, shown, levelStyle(level, BOLD));
  return end;
}

function drawCell(ui: Ui, cell: Region, sign: VitalSign): void {
  const mark = worstOf([...sign.values, ...sign.details].map(({ level }) => level));
  let x = 0;
  if (mark) x = cell.text(0, 0, ui.glyphs.marks[mark], levelStyle(mark)) + 1;
  x = cell.text(x, 0, sign.title, TITLE);
  if (sign.values.length === 1) {
    const [value] = sign.values as [Amount];
    const start = valueRight(cell, cell.width, 0, value.shown, levelStyle(value.level, BOLD));
    cell.text(x + 1, 0, sign.note, FAINT, start - x - 2);
  } else {
    cell.right(cell.width, 0, sign.note, FAINT, cell.width - x - 1);
  }
  drawSecond(cell, sign);
  drawRecent(ui, cell.part({ x: 0, y: 2, width: cell.width, height: cell.height - 3 }), sign);
}

/** Details, or both ways. */
function drawSecond(cell: Region, { values, details }: VitalSign): void {
  if (values.length > 1) {
    const half = Math.floor(cell.width / values.length);
    values.forEach((value, index) => {
      const part = cell.part({ x: index * half, y: 1, width: half, height: 1 });
      drawAmount(part, 0, value, Math.min(part.width - 2, PAIR));
    });
    return;
  }
  let x = 0;
  for (const { name, shown, level } of details) {
    const value = shown.unit === '%' || shown.unit === '' ? shown.digits : `${shown.digits} ${shown.unit}`;
    if (x + name.length + value.length + 1 > cell.width) break;
    x = name === '' ? x : cell.text(x, 1, name, FAINT) + 1;
    x = cell.text(x, 1, value, levelStyle(level, DIM)) + 1;
  }
}

/** Of the bar and the graph, which are of the first value. */
const levelLook = ({ values }: VitalSign) => levelStyle(values[0]?.level ?? null, styleOf('series'));

function drawRecent(ui: Ui, region: Region, sign: VitalSign): void {
  const { plugin, series, max } = sign;
  const { glyphs, view, source } = ui;
  if (!view.preferences.sparklines || region.width <= 0) return;
  const values = source.recent(plugin, series, sparklineValues(region.width, glyphs));
  drawSparkline(region, values, {
    max,
    glyphs,
    style: view.chart?.series === series ? ACCENT : levelLook(sign),
  });
}
