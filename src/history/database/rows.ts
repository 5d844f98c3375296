/** Decodes answers of the Prometheus query API. They are untrusted: invalid parts are dropped. */
import type { Labels } from './stored-field.ts';

export class QueryRow {
  readonly labels: Labels;
  /** Alternating times (seconds since the epoch) and values, which may be NaN. */
  readonly points: readonly number[];

  constructor(labels: Labels, points: readonly number[]) {
    this.labels = labels;
    this.points = points;
  }
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Rows of a vector or matrix, compact or as parsed. */
export const rowsOf = (answer: unknown): QueryRow[] =>
  listOf(membersOf(membersOf(answer)['data'])['result']).map((entry) =>
    entry instanceof QueryRow ? entry : rowOf(membersOf(entry)),
  );

/** Compacts an entry that is a row, to save memory; returns others unchanged. */
export function compactRow(entry: unknown): unknown {
  const members = membersOf(entry);
  return Array.isArray(members['values']) || Array.isArray(members['value']) ? rowOf(members) : entry;
}

function rowOf({ metric, value, values }: Members): QueryRow {
  const points: number[] = [];
  for (const point of values === undefined ? [value] : listOf(values)) addPoint(points, point);
  return new QueryRow(labelsOf(metric), points);
}

/** Label sets of the list of series. */
export const seriesOf = (answer: unknown): Labels[] => listOf(membersOf(answer)['data']).map(labelsOf);

/** Values of a label. */
export const textsOf = (answer: unknown): string[] =>
  listOf(membersOf(answer)['data']).filter((text) => typeof text === 'string');

/** The reason of an error answer; null: none given. */
export function reasonOf(body: Buffer): string | null {
  try {
    const { error } = membersOf(JSON.parse(body.toString('utf8')));
    return typeof error === 'string' ? error : null;
  } catch {
    const text = body.toString('utf8').trim();
    return text === '' || text.startsWith('<') ? null : text;
  }
}

function labelsOf(value: unknown): Labels {
  const labels: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, text] of Object.entries(membersOf(value)))
    if (typeof text === 'string') labels[name] = text;
  return labels;
}

function addPoint(points: number[], point: unknown): void {
  const [time, text] = listOf(point);
  if (typeof time === 'number' && typeof text === 'string' && text !== '') points.push(time, Number(text));
}
