/** Decodes answers of the Prometheus query API. They are untrusted: invalid parts are dropped. */
import { isObject, memberOf } from '../../core/members.ts';
import type { Json, ServedMember } from '../../core/served.ts';
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

const listOf = (value: ServedMember): readonly Json[] => (Array.isArray(value) ? value : []);
const dataOf = (answer: Json) => memberOf(answer, 'data');

/** Rows of a vector or matrix, compact or as parsed. */
export const rowsOf = (answer: Json): QueryRow[] =>
  listOf(memberOf(dataOf(answer), 'result')).map((entry) =>
    entry instanceof QueryRow ? entry : rowOf(entry),
  );

/** Compacts an entry that is a row, to save memory; returns others unchanged. */
export const compactRow = (entry: Json): Json | QueryRow =>
  ['values', 'value'].some((name) => Array.isArray(memberOf(entry, name))) ? rowOf(entry) : entry;

function rowOf(row: Json): QueryRow {
  const points: number[] = [];
  const values = memberOf(row, 'values') ?? [memberOf(row, 'value') ?? null];
  for (const [time, text] of listOf(values).map(listOf))
    if (typeof time === 'number' && typeof text === 'string' && text !== '') points.push(time, Number(text));
  return new QueryRow(labelsOf(memberOf(row, 'metric')), points);
}

/** Label sets of the list of series. */
export const labelSets = (answer: Json): Labels[] => listOf(dataOf(answer)).map(labelsOf);

/** Values of a label. */
export const textsOf = (answer: Json): string[] =>
  listOf(dataOf(answer)).filter((text) => typeof text === 'string');

/** Returns the reason of an error reply; null if it has none. */
export function refusalReason(body: Buffer): string | null {
  try {
    const error = memberOf(JSON.parse(body.toString('utf8')), 'error');
    return typeof error === 'string' ? error : null;
  } catch {
    const text = body.toString('utf8').trim();
    return text === '' || text.startsWith('<') ? null : text;
  }
}

function labelsOf(value: ServedMember): Labels {
  const labels: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, text] of Object.entries(isObject(value) ? value : {}))
    if (typeof text === 'string') labels[name] = text;
  return labels;
}
