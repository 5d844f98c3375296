/** Writes an explanation as text; its form is checked, since other agents may reply anything. */
import { adopt } from '../core/adopt.ts';
import type { Said } from '../core/said.ts';
import { SAID } from '../core/said-shape.ts';
import { closed, listOf, number, orNull, type Shape, text, type TypeOf } from '../core/shape.ts';
import { showMoment } from '../show/display/durations.ts';
import { missingSentences, unusualDays } from '../show/display/explanation-words.ts';
import { t } from '../show/display/language.ts';
import { localSentence } from '../show/display/said-words.ts';
import type { ExplanationPart } from '../show/terminal/data-source/data-source.ts';

const MOST_ROWS = 50;
const MOST_TEXT = 1000;

const TEXT = text('', { maxLength: MOST_TEXT });
const rows = <T>(row: Shape<T>) => listOf(row, { maxItems: MOST_ROWS });
const LINE = { text: TEXT, said: SAID };
const SENTENCE = { sentence: TEXT, said: SAID };
const TEXTS = rows(closed('', LINE, ['said']));
const answerIn = adopt(
  closed(
    '',
    {
      verdict: closed('', { ...SENTENCE, evidence: TEXTS }, ['said']),
      others: rows(closed('', SENTENCE, ['said'])),
      who: TEXTS,
      changed: rows(
        closed(
          '',
          { ...LINE, unusual_for: orNull(TEXT), days: closed('', { different: number(), of: number() }) },
          ['said', 'days'],
        ),
      ),
      happened: rows(closed('', { ...LINE, time: number() }, ['said'])),
      missing: rows(TEXT),
      missing_said: rows(SAID),
    },
    ['missing_said'],
  ),
);

type Line = TypeOf<typeof TEXTS>[number];
const lineOf = ({ text: english, said }: Line): string => localSentence(english, said);
const sentenceIn = ({ sentence, said }: { sentence: string; said?: Said }): string =>
  localSentence(sentence, said);

/** Parses an explanation: the sentence, then its evidence, in the language of the reader. Null if malformed. */
export function partsIn(answer: unknown): ExplanationPart[] | null {
  const found = answerIn(answer);
  if (found === null) return null;
  const { verdict, others, who, changed, happened } = found;
  const all: ExplanationPart[] = [
    { title: null, lines: [sentenceIn(verdict)] },
    { title: t('Evidence'), lines: verdict.evidence.map(lineOf) },
    { title: t('Also'), lines: others.map(sentenceIn) },
    { title: t('Who'), lines: who.map(lineOf) },
    { title: t('Changed'), lines: changed.map((row) => lineOf(row) + unusualDays(row)) },
    { title: t('Happened'), lines: happened.map((row) => `${showMoment(row.time)}  ${lineOf(row)}`) },
    { title: t('Not known'), lines: missingSentences(found) },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

/** Lines on standard output. */
export const linesOf = (parts: readonly ExplanationPart[]): string[] =>
  parts.flatMap(({ title, lines }) =>
    title === null ? lines : ['', title, ...lines.map((line) => `  ${line}`)],
  );
