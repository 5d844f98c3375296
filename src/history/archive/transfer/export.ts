/** Exports an archive as CSV, JSON lines, or OpenMetrics for Prometheus. */
import type { Slice } from '../../../core/slice.ts';
import { alignRange } from '../../past/ladder.ts';
import type { ListedSeries, Range } from '../../past/history-source.ts';
import { RangeReader, type RangeSetup } from '../query/range.ts';
import { HOUR_MS } from '../tiers/tier.ts';
import { escaped, metricOf } from './open-metrics.ts';
import { groupBy } from '../../../core/group-by.ts';

export const FORMATS = ['csv', 'jsonl', 'openmetrics'] as const;
export type Format = (typeof FORMATS)[number];

/** Most rows per read, and most values. */
const WINDOW_ROWS = 2000;
const WINDOW_VALUES = 1_000_000;
/** Samples cover the time before them: those after a window have values for its last rows. */
const MARGIN_MS = 300_000;
/** Characters per piece of text. */
const PIECE = 65_536;

/** Returns the part of a range with values of the series; may be empty. */
export function recordedRange(series: readonly ListedSeries[], { from, to, step }: Range): Range {
  const first = series.reduce((least, one) => Math.min(least, one.first), Infinity);
  const last = series.reduce((most, one) => Math.max(most, one.last), -Infinity);
  if (first > last) return { from, to: from, step };
  // The last value of an hourly file is at the begin of its hour; a first sample covers time before it.
  const recorded = alignRange(Math.max(0, first - HOUR_MS), last + HOUR_MS, step);
  return { from: Math.max(from, recorded.from), to: Math.min(to, recorded.to), step };
}

/** Yields text of the recorded part of the range. Long work yields, even without output. */
export async function* exportText(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  asked: Range,
  format: Format,
): AsyncGenerator<string> {
  const range = recordedRange(series, asked);
  if (format === 'openmetrics') yield* openMetrics(setup, series, range);
  else yield* rows(setup, series, range, format);
}

async function* rows(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  range: Range,
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  if (format === 'csv') yield `${['time', ...series.map(({ id }) => cell(id))].join(',')}\n`;
  for (const window of windowsOf(range, series.length)) {
    const columns = await readWindow(setup, series, window);
    const rowText = (time: string, row: number): string =>
      format === 'csv' ? csvRow(time, columns, row) : jsonRow(time, series, columns, row);
    yield* inPieces(rowTexts(window, columns, rowText), setup.slice);
  }
}

type Columns = readonly (Float64Array | null)[];

/** An empty text for rows without a value. */
function* rowTexts(
  { from, to, step }: Range,
  columns: Columns,
  rowText: (time: string, row: number) => string,
): Generator<string> {
  for (let row = 0; from + row * step < to; row += 1) {
    const isEmpty = columns.every((column) => column === null || Number.isNaN(column[row]));
    yield isEmpty ? '' : rowText(new Date(from + row * step).toISOString(), row);
  }
}

async function* inPieces(texts: Iterable<string>, slice: Slice): AsyncGenerator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (slice.isOver) await slice.next();
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const valueOf = (column: Float64Array | null, row: number): number => column?.[row] ?? Number.NaN;

function csvRow(time: string, columns: Columns, row: number): string {
  const cells = columns.map((column) => {
    const value = valueOf(column, row);
    return Number.isNaN(value) ? '' : String(value);
  });
  return `${time},${cells.join(',')}\n`;
}

function jsonRow(time: string, series: readonly ListedSeries[], columns: Columns, row: number): string {
  const values = series.flatMap(({ id }, index) => {
    const value = valueOf(columns[index] ?? null, row);
    return Number.isNaN(value) ? [] : [[id, value] as const];
  });
  return `${JSON.stringify({ time, ...Object.fromEntries(values) })}\n`;
}

/** RFC 4180. */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function readWindow(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  window: Range,
): Promise<Columns> {
  const { slice } = setup;
  const to = window.to + Math.ceil(MARGIN_MS / window.step) * window.step;
  const reader = await RangeReader.open(setup, { ...window, to });
  const columns: (Float64Array | null)[] = [];
  for (const { id } of series) {
    columns.push((await reader.read(id))?.bins.avg ?? null);
    if (slice.isOver) await slice.next();
  }
  return columns;
}

/** @param series with one value each per row */
function* windowsOf({ from, to, step }: Range, series: number): Generator<Range> {
  const rows = Math.min(WINDOW_ROWS, Math.ceil(WINDOW_VALUES / series));
  for (let start = from; start < to; start += rows * step)
    yield { from: start, to: Math.min(to, start + rows * step), step };
}

/** https://prometheus.io/docs/specs/om/open_metrics_spec: all samples of a family together, times in seconds. */
async function* openMetrics(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  range: Range,
): AsyncGenerator<string> {
  for (const [name, members] of groupBy(series, ({ info }) => metricOf(info))) {
    yield `# TYPE ${name} gauge\n`;
    for (const one of members) {
      const { item } = one.info;
      const labels = item === null ? '' : `{item="${escaped(item)}"}`;
      for (const window of windowsOf(recordedRange([one], range), 1)) {
        const columns = await readWindow(setup, [one], window);
        const line = (_: string, row: number): string =>
          `${name}${labels} ${valueOf(columns[0] ?? null, row)} ${(window.from + row * window.step) / 1000}\n`;
        yield* inPieces(rowTexts(window, columns, line), setup.slice);
      }
    }
  }
  yield '# EOF\n';
}
