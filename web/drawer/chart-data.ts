/** Chart data from history and live values: rows, statistics, CSV. Pure. */
/** Milliseconds and value; NaN marks a gap. */
export type Point = readonly [time: number, value: number];

/** Null: a gap. Undefined: no sample at this time, the line continues. */
export type Cell = number | null | undefined;

/** Times in seconds, and a column per series. */
export type Columns = [times: number[], ...values: Cell[][]];

export interface Figures {
  min: number;
  avg: number;
  max: number;
  /** The 95th percentile. */
  p95: number;
}

/** Samples of one tick share a row, although plugins differ slightly in time. */
const SAME_MS = 600;
/** A gap has at least this many usual steps and seconds. */
const GAP_STEPS = 5;
const GAP_SECONDS = 10;
/** Maximum distance of a value from a time. */
const REACH_STEPS = 2;

/** Aligns series in rows. */
export function alignPoints(series: readonly (readonly Point[])[]): Columns {
  const all = series.flatMap((points, column) => points.map(([time, value]) => ({ time, value, column })));
  all.sort((a, b) => a.time - b.time);
  const columns: Columns = [[], ...series.map(() => [] as Cell[])];
  const [times] = columns;
  const values = columns.slice(1) as Cell[][];
  let begin = Number.NEGATIVE_INFINITY;
  let filled = new Set<number>();
  for (const { time, value, column } of all) {
    if (time - begin > SAME_MS || filled.has(column)) {
      begin = time;
      filled = new Set();
      times.push(time / 1000);
      for (const cells of values) cells.push(undefined);
    }
    filled.add(column);
    const cells = values[column] as Cell[];
    cells[cells.length - 1] = Number.isNaN(value) ? null : value;
  }
  return withGaps(columns);
}

/** Adds an empty row in every gap, which interrupts lines. */
function withGaps(columns: Columns): Columns {
  const [times] = columns;
  const steps = times.slice(1).map((time, row) => time - (times[row] ?? time));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const longest = Math.max(GAP_SECONDS, usual * GAP_STEPS);
  const gaps = steps.flatMap((step, row) => (step > longest ? [row + 1] : []));
  for (const row of gaps.toReversed()) {
    times.splice(row, 0, (times[row - 1] ?? 0) + usual);
    for (const cells of columns.slice(1) as Cell[][]) cells.splice(row, 0, null);
  }
  return columns;
}

/** Only rows with values. */
export function measuredRows([times, ...values]: Columns): Columns {
  const rows = times.flatMap((_, row) =>
    values.some((cells) => typeof cells[row] === 'number') ? [row] : [],
  );
  const pick = <T>(cells: readonly T[]): T[] => rows.map((row) => cells[row] as T);
  return [pick(times), ...values.map(pick)];
}

/** Returns the value closest to a time; null if none is within two steps. */
export function valueNear(
  times: readonly number[],
  cells: readonly Cell[],
  time: number,
  step: number,
): number | null {
  const reach = REACH_STEPS * step;
  let best: number | null = null;
  let distance = reach;
  for (let row = firstFrom(times, time - reach); row < times.length; row += 1) {
    const apart = Math.abs((times[row] as number) - time);
    if ((times[row] as number) > time + reach) break;
    const cell = cells[row];
    if (typeof cell !== 'number' || apart > distance) continue;
    best = cell;
    distance = apart;
  }
  return best;
}

/** Returns the first row at or after a time. */
function firstFrom(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Null without values. Percentiles by the nearest-rank method.
 * @param band minima and maxima of averaged steps
 */
export function figuresOf(
  values: readonly Cell[],
  band: { min: readonly Cell[]; max: readonly Cell[] } | null = null,
): Figures | null {
  const known = numbersIn(values);
  if (known.length === 0) return null;
  known.sort((a, b) => a - b);
  const sum = known.reduce((total, value) => total + value, 0);
  return {
    min: band === null ? (known[0] ?? 0) : numbersIn(band.min).reduce((a, b) => Math.min(a, b)),
    avg: sum / known.length,
    max: band === null ? (known.at(-1) ?? 0) : numbersIn(band.max).reduce((a, b) => Math.max(a, b)),
    p95: known[Math.ceil(known.length * 0.95) - 1] ?? 0,
  };
}

const numbersIn = (cells: readonly Cell[]): number[] =>
  cells.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));

/** CSV (RFC 4180), times in UTC. */
export function csvOf(names: readonly string[], columns: Columns): string {
  const [times, ...values] = measuredRows(columns);
  const rows = times.map((time, row) => [
    new Date(time * 1000).toISOString(),
    ...values.map((column) => column[row] ?? ''),
  ]);
  return [['time', ...names], ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** Escapes spreadsheet formulas. */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
