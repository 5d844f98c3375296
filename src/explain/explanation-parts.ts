/** Writes an explanation as text; its form is checked, since other agents may reply anything. */
import { isObject, memberOf } from '../core/members.ts';
import { showMoment } from '../show/display/durations.ts';
import type { ExplanationPart } from '../show/terminal/data-source/data-source.ts';

const MOST_ROWS = 50;
const MOST_TEXT = 1000;

const textOf = (value: unknown, name: string): string | null => {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text.slice(0, MOST_TEXT) : null;
};

/** The sentence, then its evidence. Null if the value is no explanation. */
export function partsIn(answer: unknown): ExplanationPart[] | null {
  const verdict = memberOf(answer, 'verdict');
  const sentence = textOf(verdict, 'sentence');
  if (sentence === null) return null;
  const rows = (from: unknown, name: string, lineOf: (row: unknown) => string | null): string[] => {
    const list = memberOf(from, name);
    return Array.isArray(list) ? list.slice(0, MOST_ROWS).flatMap((row) => lineOf(row) ?? []) : [];
  };
  const all: ExplanationPart[] = [
    { title: null, lines: [sentence] },
    { title: 'Evidence', lines: rows(verdict, 'evidence', (row) => textOf(row, 'text')) },
    { title: 'Also', lines: rows(answer, 'others', (row) => textOf(row, 'sentence')) },
    { title: 'Who', lines: rows(answer, 'who', (row) => textOf(row, 'text')) },
    { title: 'Changed', lines: rows(answer, 'changed', (row) => textOf(row, 'text')) },
    { title: 'Happened', lines: rows(answer, 'happened', happenedLine) },
    {
      title: 'Not known',
      lines: rows(answer, 'missing', (row) => (typeof row === 'string' ? row.slice(0, MOST_TEXT) : null)),
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

function happenedLine(row: unknown): string | null {
  const text = textOf(row, 'text');
  const time = isObject(row) ? row['time'] : null;
  return text === null || typeof time !== 'number' ? null : `${showMoment(time)}  ${text}`;
}

/** Lines on standard output. */
export const linesOf = (parts: readonly ExplanationPart[]): string[] =>
  parts.flatMap(({ title, lines }) =>
    title === null ? lines : ['', title, ...lines.map((line) => `  ${line}`)],
  );
