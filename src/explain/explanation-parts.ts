/** Writes an explanation as text; its form is checked, since other agents may reply anything. */
import { adopt } from '../core/adopt.ts';
import { closed, listOf, number, type Shape, text, type TypeOf } from '../core/shape.ts';
import { showMoment } from '../show/display/durations.ts';
import type { ExplanationPart } from '../show/terminal/data-source/data-source.ts';

const MOST_ROWS = 50;
const MOST_TEXT = 1000;

const TEXT = text('', { maxLength: MOST_TEXT });
const rows = <T>(row: Shape<T>) => listOf(row, { maxItems: MOST_ROWS });
const TEXTS = rows(closed('', { text: TEXT }));
const answerIn = adopt(
  closed('', {
    verdict: closed('', { sentence: TEXT, evidence: TEXTS }),
    others: rows(closed('', { sentence: TEXT })),
    who: TEXTS,
    changed: TEXTS,
    happened: rows(closed('', { text: TEXT, time: number() })),
    missing: rows(TEXT),
  }),
);

const linesIn = (all: TypeOf<typeof TEXTS>): string[] => all.map((row) => row.text);

/** Parses an explanation: the sentence, then its evidence. Null if malformed. */
export function partsIn(answer: unknown): ExplanationPart[] | null {
  const found = answerIn(answer);
  if (found === null) return null;
  const { verdict, others, who, changed, happened, missing } = found;
  const all: ExplanationPart[] = [
    { title: null, lines: [verdict.sentence] },
    { title: 'Evidence', lines: linesIn(verdict.evidence) },
    { title: 'Also', lines: others.map(({ sentence }) => sentence) },
    { title: 'Who', lines: linesIn(who) },
    { title: 'Changed', lines: linesIn(changed) },
    { title: 'Happened', lines: happened.map((row) => `${showMoment(row.time)}  ${row.text}`) },
    { title: 'Not known', lines: missing },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

/** Lines on standard output. */
export const linesOf = (parts: readonly ExplanationPart[]): string[] =>
  parts.flatMap(({ title, lines }) =>
    title === null ? lines : ['', title, ...lines.map((line) => `  ${line}`)],
  );
