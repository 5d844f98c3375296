/** Why a machine was slow: the answer of `/api/explain`. Times are milliseconds since the epoch. */
import {
  closed,
  integer,
  listOf,
  moment,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
  where,
} from '../core/shape.ts';
import type { Phrase } from '../core/phrase.ts';
import { inEnglish, type Said } from '../core/said.ts';
import { SAID } from '../core/said-shape.ts';

/** Words of an entry, in English and as data. */
export const textOf = (said: Said): { readonly text: string; readonly said: Said } => ({
  text: inEnglish(said),
  said,
});

export const CAUSES = [
  'cpu',
  'cpu-kernel',
  'steal',
  'throttled',
  'memory',
  'oom',
  'leak',
  'disk',
  'disk-slow',
  'disk-full',
  'network',
  'processes',
  'hung-mount',
  'thermal',
  'restarts',
  'pause',
  'none',
] as const;
export type Cause = (typeof CAUSES)[number];

const SYMPTOM_KINDS = ['cpu', 'memory', 'io', 'steal', 'load', 'disk', 'network'] as const;
export type SymptomKind = (typeof SYMPTOM_KINDS)[number];

export const WHO_METRICS = ['cpu', 'memory', 'io', 'faults', 'swap'] as const;
export type WhoMetric = (typeof WHO_METRICS)[number];

const HAPPENED_KINDS = ['unit', 'container', 'oom', 'reboot', 'event', 'note', 'mark', 'log'] as const;
export type HappenedKind = (typeof HAPPENED_KINDS)[number];

const time = (description: string): Shape<number> => ({ ...moment(description), type: 'integer' });

/** Of a window. */
export const LONGEST_MS = 7 * 86_400_000;

/** Files hold lists of any length. */
const MOST_ENTRIES = 10_000;
const few = <T>(items: Shape<T>, description: string): Shape<readonly T[]> =>
  where(
    listOf(items, { description }),
    `a list of at most ${MOST_ENTRIES}`,
    ({ length }) => length <= MOST_ENTRIES,
  );

const SPAN = { from: time('Begin'), to: time('End') };
export type TimeSpan = TypeOf<ReturnType<typeof spanOf>>;
export const spanOf = (description: string) =>
  where(
    closed(description, SPAN),
    'a span of at most 7 days',
    ({ from, to }) => from <= to && to - from <= LONGEST_MS,
  );

/** The range of nine of ten usual values; null: no history to compare with. */
export type Usual = readonly [low: number, high: number] | null;
const USUAL = orNull(
  listOf(number(), { minItems: 2, maxItems: 2 }),
  'Nine of ten usual values lie between these two; null: there is nothing to compare with.',
) as Shape<Usual>;

/** Members for a value in the window and its usual values. */
const compared = <U>(value: string, usual: Shape<U>) => ({
  // oxlint-disable-next-line unicorn/no-thenable -- The published name; nobody awaits it.
  then: number(value),
  usual,
});
export const comparison = <U>(then: number, usual: U): { then: number; usual: U } =>
  // oxlint-disable-next-line unicorn/no-thenable -- The published name; nobody awaits it.
  ({ then, usual });

const EVIDENCE = closed(
  'A series that supports the verdict.',
  {
    series: text('Id of the series, as in `/api/history/range`.'),
    ...compared('Its highest or lowest stretch in the window.', USUAL),
    unit: orNull(text('Unit of these numbers; null: none.')),
    text: text('The same in words.'),
    said: SAID,
  },
  ['said'],
);
export type Evidence = TypeOf<typeof EVIDENCE>;

const VERDICT = closed(
  'A cause.',
  {
    cause: oneOf(CAUSES, 'The cause; none: no rule holds, or what happened is usual at this time of day.'),
    rule: orNull(text('Name of the rule; null: no rule holds.')),
    sentence: text('Cause, time, culprit and evidence in one sentence.'),
    said: SAID,
    evidence: few(EVIDENCE, 'The series that support it.'),
    span: orNull(spanOf('When it held.'), 'Null where no rule holds.'),
  },
  ['said'],
);
export type Verdict = TypeOf<typeof VERDICT>;

const BASELINE = closed(
  'A time range for comparison.',
  {
    kind: oneOf(
      ['before', 'same-time'],
      'before: the time just before; same-time: the same local time of earlier days.',
    ),
    ...SPAN,
    days: integer('Days with a history.'),
    missing: integer('Days of the last week without a history.'),
  },
  ['from', 'to', 'days', 'missing'],
);
export type Baseline = TypeOf<typeof BASELINE>;

const SYMPTOM = closed('A period in which work waited.', {
  kind: oneOf(SYMPTOM_KINDS, 'What it waited for.'),
  ...SPAN,
  series: text('Id of the series.'),
  lost_percent: orNull(number('Share of lost time; null: it is not measured.')),
});
export type Symptom = TypeOf<typeof SYMPTOM>;

const CHANGED = closed(
  'A series that was unusual.',
  {
    series: text('Id of the series.'),
    ...compared('Its upper or lower decile.', USUAL),
    unit: orNull(text('Unit of these numbers; null: none.')),
    score: number('Deviations from the usual, by the distance of the distributions.'),
    began: time('Begin'),
    direction: oneOf(['up', 'down'], 'Above or below the usual.'),
    unusual_for: orNull(
      text('Days on which it differed at this time: `7 of 7 days`; null: no such day is recorded.'),
    ),
    days: orNull(
      closed('`unusual_for` as numbers, or null.', {
        different: integer('Days on which it differed.'),
        of: integer('Recorded days.'),
      }),
    ),
    text: text('The same in words.'),
    said: SAID,
  },
  ['said', 'days'],
);
export type Changed = TypeOf<typeof CHANGED>;

const WHO = closed(
  'A program that used more than usual.',
  {
    program: text('Name of the program.'),
    unit: orNull(text('Unit of systemd; null: none, or not recorded.')),
    container: orNull(text('Container; null: none, or not recorded.')),
    metric: oneOf(
      WHO_METRICS,
      'cpu: percent of a core; memory, swap: bytes; io: bytes per second; faults: per second.',
    ),
    ...compared(
      'In the window.',
      orNull(number('In the time before; null: no programs of an earlier time are recorded.')),
    ),
    began: time('Begin'),
    moves_with: orNull(text('The symptom series that rises and falls with it; null: none.')),
    text: text('The same in words.'),
    said: SAID,
  },
  ['said'],
);
export type Who = TypeOf<typeof WHO>;

const HAPPENED = closed(
  'An alert, a mark or a note.',
  {
    time: time('Time'),
    kind: oneOf(HAPPENED_KINDS, 'Kind of the entry.'),
    text: text('A sentence.'),
    said: SAID,
  },
  ['said'],
);
export type Happened = TypeOf<typeof HAPPENED>;

/** Part of a sentence about another agent. */
export const NO_ROUTE: Phrase = 'it has no /api/explain, as agents of Gander have';

export const EXPLANATION = closed(
  'Why the machine was slow.',
  {
    window: spanOf('The explained time range.'),
    baselines: few(BASELINE, 'Time ranges for comparison.'),
    verdict: VERDICT,
    others: few(VERDICT, 'Further causes that hold, the strongest first.'),
    symptoms: few(SYMPTOM, 'The earliest first.'),
    changed: few(CHANGED, 'The most unusual first; related series count once.'),
    who: few(WHO, 'By metric, the largest difference first.'),
    happened: few(HAPPENED, 'Alerts, marks and notes of the window, by time.'),
    missing: few(text('A sentence.'), 'What was not measured or kept.'),
    missing_said: few(SAID, '`missing` as data.'),
  },
  ['missing_said'],
);
export type Explanation = TypeOf<typeof EXPLANATION>;
