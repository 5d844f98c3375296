/** The chart of one number, over any time. */
import { showMoment, showSpan, showTime } from '../../display/durations.ts';
import { kindOf } from '../../display/kinds.ts';
import { labelOf } from '../../display/series-names.ts';
import type { Kind } from '../../display/units.ts';
import type { Region } from '../screen/region.ts';
import { styleOf } from '../screen/style.ts';
import { ACCENT, BOLD, FAINT, TITLE, type Ui } from '../state/ui.ts';
import { onPress } from '../state/surface.ts';
import type { ChartView, LoadedChart } from '../state/view.ts';
import { drawSparkline } from './sparkline.ts';
import { sparklineValues } from '../screen/glyph-set.ts';
import { t } from '../../display/language.ts';

const AXIS = 11;
const SERIES = styleOf('series');
const HIGH = styleOf('shade2');

export function drawChart(ui: Ui, region: Region, chart: ChartView): void {
  const { plugin, series } = chart;
  const points = ui.loaded?.series === series && ui.loaded.plugin === plugin ? ui.loaded : null;
  const kind = kindOfChart(ui, chart);
  drawTitle(ui, region.row(0), chart, points?.note ?? null);
  const plot = region.part({ x: AXIS, y: 3, width: region.width - AXIS, height: region.height - 4 });
  ui.chartColumns = Math.max(1, plot.width);
  if (plot.width < 1 || plot.height < 1) return;
  if (points === null) return void plot.text(0, 0, t('Reading the history'), FAINT);
  const columns = sparklineValues(plot.width, ui.glyphs);
  const values = binned(points, points.values, columns, meanOf);
  const highs = binned(points, points.highs, columns, largestOf);
  const top = topOf(highs, kind);
  drawFigures(ui, region.row(1), points, kind);
  drawAxis(ui, region.part({ x: 0, y: 3, width: AXIS - 1, height: plot.height }), top, kind);
  const behind = { values: highs, style: HIGH };
  drawSparkline(plot, values, { max: top, glyphs: ui.glyphs, style: SERIES, behind });
  drawTimes(region.part({ x: AXIS, y: region.height - 1, width: plot.width, height: 1 }), points);
  drawCursor(ui, { plot, line: region.row(2) }, { values, highs, chart, points, kind });
  onPress(ui, plot, (x) => (chart.cursor = plot.width - 1 - x));
  if (!values.some((value) => !Number.isNaN(value)))
    plot.text(0, 0, t('Nothing was recorded in this time.'), FAINT);
}

function kindOfChart({ source }: Ui, { plugin, series }: ChartView): Kind {
  const described = source.describe(plugin, series);
  return described === null ? 'plain' : kindOf(plugin, described.field, described.unit);
}

function drawTitle(
  ui: Ui,
  line: Region,
  { plugin, series, span, end }: ChartView,
  note: string | null,
): void {
  const described = ui.source.describe(plugin, series);
  const label =
    described === null
      ? series
      : labelOf({ plugin, field: described.field, item: described.item ?? undefined });
  let x = line.text(0, 0, label, BOLD) + 2;
  const time = end === null ? t('until now') : t('until {time}', { time: showMoment(end) });
  x = line.text(x, 0, `${showSpan(span / 1000)}, ${time}`, FAINT, line.width - x) + 2;
  if (note !== null)
    line.text(x, 0, t('nothing from before this screen: {note}', { note }), FAINT, line.width - x);
}

type Together = (values: readonly number[]) => number;

const meanOf: Together = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const largestOf: Together = (values) => values.reduce((most, value) => Math.max(most, value), -Infinity);

/** Combines the values of each column; NaN: none. */
export function binned(
  { times, from, to }: LoadedChart,
  values: readonly number[],
  columns: number,
  together: Together,
): number[] {
  const bins = Array.from({ length: columns }, (): number[] => []);
  times.forEach((time, index) => {
    const value = values[index] as number;
    if (time < from || time > to || Number.isNaN(value)) return;
    bins[Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns))]?.push(value);
  });
  return bridged(bins.map((bin) => (bin.length === 0 ? Number.NaN : together(bin))));
}

/** Sparse samples extend to the next one, unless that is far. */
function bridged(values: number[]): number[] {
  const known = values.flatMap((value, column) => (Number.isNaN(value) ? [] : [column]));
  const gaps = known.slice(1).map((column, index) => column - (known[index] as number));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 1;
  return values.map((value, column) => {
    if (!Number.isNaN(value)) return value;
    const before = values.slice(Math.max(0, column - usual), column).findLast((one) => !Number.isNaN(one));
    return before ?? Number.NaN;
  });
}

function topOf(values: readonly number[], kind: Kind): number {
  const most = values.reduce((top, value) => (value > top ? value : top), 0);
  return kind === 'percent' && most <= 100 ? 100 : most * 1.05;
}

function drawFigures(ui: Ui, line: Region, { times, values, lows, highs }: LoadedChart, kind: Kind): void {
  const { figuresFrom } = ui.view;
  const isIn = (value: number, index: number): boolean =>
    !Number.isNaN(value) && (times[index] as number) >= figuresFrom;
  const sorted = values.filter(isIn).toSorted((a, b) => a - b);
  if (sorted.length === 0) return;
  const figures: readonly (readonly [string, number | undefined])[] = [
    [t('min'), lows.filter(isIn).reduce((least, value) => Math.min(least, value), Infinity)],
    [t('avg'), meanOf(sorted)],
    ['p95', sorted[Math.floor((sorted.length - 1) * 0.95)]],
    [t('max'), largestOf(highs.filter(isIn))],
  ];
  let x = 0;
  for (const [name, value] of figures) {
    x = line.text(x, 0, name, FAINT) + 1;
    x = line.text(x, 0, ui.text(value, kind)) + 3;
  }
  if (figuresFrom > -Infinity) line.text(x, 0, t('since {time}', { time: showTime(figuresFrom) }), FAINT);
}

function drawAxis(ui: Ui, axis: Region, top: number, kind: Kind): void {
  axis.right(axis.width, 0, ui.text(top, kind), FAINT);
  if (axis.height > 4) axis.right(axis.width, Math.floor(axis.height / 2), ui.text(top / 2, kind), FAINT);
  axis.right(axis.width, axis.height - 1, ui.text(0, kind), FAINT);
}

const TIME_WIDTH = 22;
const DAY_MS = 86_400_000;

function drawTimes(line: Region, { from, to }: LoadedChart): void {
  const write = to - from > DAY_MS / 2 ? showMoment : showTime;
  const marks = Math.max(1, Math.floor(line.width / TIME_WIDTH));
  for (let mark = 0; mark < marks; mark += 1) {
    const x = Math.floor((mark * line.width) / marks);
    line.text(x, 0, write(from + ((to - from) * x) / line.width), FAINT);
  }
}

interface DrawnChart {
  readonly values: readonly number[];
  readonly highs: readonly number[];
  readonly chart: ChartView;
  readonly points: LoadedChart;
  readonly kind: Kind;
}

/** Draws the column under the cursor, with its time and value above the chart. */
function drawCursor(
  ui: Ui,
  { plot, line }: { plot: Region; line: Region },
  { values, highs, chart, points, kind }: DrawnChart,
): void {
  const x = plot.width - 1 - Math.min(chart.cursor, plot.width - 1);
  const each = values.length / plot.width;
  const under = (all: readonly number[]): number[] =>
    all.slice(Math.floor(x * each), Math.floor((x + 1) * each)).filter((value) => !Number.isNaN(value));
  for (let y = 0; y < plot.height; y += 1) plot.part({ x, y, width: 1, height: 1 }).highlight(0, 'selection');
  const time = points.from + ((points.to - points.from) * (x + 1)) / plot.width;
  const end = line.text(0, 0, showMoment(Math.min(time, ui.source.now())), TITLE) + 2;
  const value = under(values).at(-1);
  const after = line.text(end, 0, ui.text(value, kind), ACCENT) + 2;
  const high = largestOf(under(highs));
  if (value !== undefined && high > value) line.text(after, 0, `${t('max')} ${ui.text(high, kind)}`, FAINT);
}
