/** What a chart shows, from histories and live values: rows for drawing, figures, text for other programs. Pure. */
import type { Kind } from '../units/units.ts';

/** Milliseconds and value; NaN marks a gap. */
export type Point = readonly [time: number, value: number];

/** Times in seconds, and a column of values per series; null where a series has none. */
export type Columns = [times: number[], ...values: (number | null)[][]];

export interface Figures {
  min: number;
  mean: number;
  max: number;
  /** 95 % of the values are not above it. */
  high: number;
}

/** Samples of one tick, which plugins take a little apart, stand in one row. */
const SAME_MS = 600;

/** Puts series side by side. */
export function alignPoints(series: readonly (readonly Point[])[]): Columns {
  const all = series.flatMap((points, column) => points.map(([time, value]) => ({ time, value, column })));
  all.sort((a, b) => a.time - b.time);
  const columns: Columns = [[], ...series.map(() => [] as (number | null)[])];
  const [times] = columns;
  let begin = Number.NEGATIVE_INFINITY;
  let filled = new Set<number>();
  for (const { time, value, column } of all) {
    if (time - begin > SAME_MS || filled.has(column)) {
      begin = time;
      filled = new Set();
      times.push(time / 1000);
      for (const values of columns.slice(1) as (number | null)[][]) values.push(null);
    }
    filled.add(column);
    const values = columns[column + 1] as (number | null)[];
    values[values.length - 1] = Number.isNaN(value) ? null : value;
  }
  return columns;
}

/** Null without any value. Ranks as of the nearest-rank method. */
export function figuresOf(values: readonly (number | null)[]): Figures | null {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (known.length === 0) return null;
  known.sort((a, b) => a - b);
  const sum = known.reduce((total, value) => total + value, 0);
  return {
    min: known[0] ?? 0,
    mean: sum / known.length,
    max: known.at(-1) ?? 0,
    high: known[Math.ceil(known.length * 0.95) - 1] ?? 0,
  };
}

/** The rows from one moment to another, in seconds. */
export function cutColumns(columns: Columns, from: number, to: number): Columns {
  const [times] = columns;
  const first = times.findIndex((time) => time >= from);
  const after = times.findIndex((time) => time > to);
  const end = after === -1 ? times.length : after;
  return columns.map((column) => (first === -1 ? [] : column.slice(first, end))) as Columns;
}

/** Comma-separated values as of RFC 4180, times in UTC. */
export function csvOf(names: readonly string[], [times, ...values]: Columns): string {
  const rows = times.map((time, row) => [
    new Date(time * 1000).toISOString(),
    ...values.map((column) => column[row] ?? ''),
  ]);
  return [['time', ...names], ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula is made text. */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How values are shown, from the unit that the agent names. */
export function kindOf(plugin: string, name: string, unit: string | null): Kind {
  const isRate = name.endsWith('_rate_per_sec');
  switch (unit) {
    case 'percent':
      return 'percent';
    case 'bytes':
    case 'byte':
      return isRate ? (plugin === 'network' ? 'netRate' : 'byteRate') : 'bytes';
    case 'celsius':
    case 'seconds':
    case 'milliseconds':
    case 'hertz':
    case 'rpm':
      return unit;
    default:
      return isRate ? 'rate' : 'plain';
  }
}
