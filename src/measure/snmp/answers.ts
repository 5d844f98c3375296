/** Replies of an agent: values by object identifier. Untrusted input. */

export type SnmpValue = number | string;
export type Answers = ReadonlyMap<string, SnmpValue>;

const LONGEST_TEXT = 255;

/** Counters have at most 64 bits. */
const LARGEST = 2 ** 64;

/** A number that is not negative. */
export function numberAt(answers: Answers, oid: string): number | null {
  const value = answers.get(oid);
  return typeof value === 'number' && value >= 0 && value <= LARGEST ? value : null;
}

/** One line without characters that draw nothing; null when it is empty or no text. */
export function textAt(answers: Answers, oid: string): string | null {
  const value = answers.get(oid);
  if (typeof value !== 'string') return null;
  const plain = value
    .slice(0, LONGEST_TEXT)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .trim();
  return plain === '' ? null : plain;
}

/** Indexes of the rows that a column has, in the order in which they came. */
export const rowsOf = (answers: Answers, column: string): string[] =>
  [...answers.keys()]
    .filter((oid) => oid.startsWith(`${column}.`))
    .map((oid) => oid.slice(column.length + 1));

/** One digit after the point. */
export const toPercent = (part: number, whole: number): number =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0;
