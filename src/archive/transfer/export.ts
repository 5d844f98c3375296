/** An archive as text: CSV, JSON lines, or the OpenMetrics form that Prometheus reads back. */
import { RangeReader, type Range, type RangeSetup } from '../query/range.ts';
import type { ListedSeries } from '../query/series-list.ts';
import { escaped, metricOf } from './open-metrics.ts';

export const FORMATS = ['csv', 'jsonl', 'openmetrics'] as const;
export type Format = (typeof FORMATS)[number];

/** Rows that are read at a time. */
const WINDOW_ROWS = 2000;

/** Text in pieces. */
export async function* exportText(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  range: Range,
  format: Format,
): AsyncGenerator<string> {
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
  for (const window of windowsOf(range)) {
    const columns = await readWindow(setup, series, window);
    const count = (window.to - window.from) / window.step;
    let text = '';
    for (let row = 0; row < count; row += 1) {
      const time = new Date(window.from + row * window.step).toISOString();
      if (columns.every((column) => column === null || Number.isNaN(column[row]))) continue;
      text += format === 'csv' ? csvRow(time, columns, row) : jsonRow(time, series, columns, row);
    }
    if (text !== '') yield text;
  }
}

type Columns = readonly (Float64Array | null)[];

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
  const reader = await RangeReader.open(setup, window);
  const columns: (Float64Array | null)[] = [];
  for (const { id } of series) columns.push((await reader.read(id))?.bins.avg ?? null);
  return columns;
}

function* windowsOf({ from, to, step }: Range): Generator<Range> {
  for (let start = from; start < to; start += WINDOW_ROWS * step)
    yield { from: start, to: Math.min(to, start + WINDOW_ROWS * step), step };
}

/** https://prometheus.io/docs/specs/om/open_metrics_spec: all samples of a family together, times in seconds. */
async function* openMetrics(
  setup: RangeSetup,
  series: readonly ListedSeries[],
  range: Range,
): AsyncGenerator<string> {
  const families = new Map<string, ListedSeries[]>();
  for (const one of series) {
    const name = metricOf(one.info);
    families.set(name, [...(families.get(name) ?? []), one]);
  }
  for (const [name, members] of families) {
    yield `# TYPE ${name} gauge\n`;
    for (const { id, info } of members) {
      const labels = info.item === null ? '' : `{item="${escaped(info.item)}"}`;
      for (const window of windowsOf(range)) {
        const reader = await RangeReader.open(setup, window);
        const avg = (await reader.read(id))?.bins.avg ?? new Float64Array(0);
        let text = '';
        for (const [row, value] of avg.entries())
          if (!Number.isNaN(value))
            text += `${name}${labels} ${value} ${(window.from + row * window.step) / 1000}\n`;
        if (text !== '') yield text;
      }
    }
  }
  yield '# EOF\n';
}
