/** Answers of the query API of Prometheus. They come from outside: what has another form is left out. */
import type { Labels } from './stored-field.ts';

export interface Row {
  readonly labels: Labels;
  /** Seconds since the epoch, and a value that may be NaN. */
  readonly values: readonly (readonly [time: number, value: number])[];
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Rows of a vector or a matrix. */
export const rowsOf = (answer: unknown): Row[] =>
  listOf(membersOf(membersOf(answer)['data'])['result']).map((entry) => {
    const { metric, value, values } = membersOf(entry);
    return {
      labels: labelsOf(metric),
      values: (values === undefined ? [value] : listOf(values)).flatMap(pointOf),
    };
  });

/** Label sets of the list of series. */
export const seriesOf = (answer: unknown): Labels[] => listOf(membersOf(answer)['data']).map(labelsOf);

/** Values of a label. */
export const textsOf = (answer: unknown): string[] =>
  listOf(membersOf(answer)['data']).filter((text) => typeof text === 'string');

/** The reason of an answer that is none; null where it gives none. */
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

function pointOf(value: unknown): [number, number][] {
  const [time, text] = listOf(value);
  if (typeof time !== 'number' || typeof text !== 'string' || text === '') return [];
  return [[time, Number(text)]];
}
