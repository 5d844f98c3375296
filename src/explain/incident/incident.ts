/** An incident as a file: what the history of one machine holds of a window and the time before it, and why it was slow. */
import type { SavedEvent } from '../../core/event.ts';
import {
  type Check,
  formOf,
  hasForm,
  isNumber,
  isText,
  isTime,
  ofForm,
  oneOf,
  orAbsent,
  orNull,
} from '../../core/form.ts';
import {
  LOG_ORIGINS,
  LOG_OUTPUTS,
  LOG_PRIORITIES,
  LOG_STATES,
  type LogAnswer,
  type LogLine,
  type LogSource,
} from '../logs/log-lines.ts';
import { isSavedEvent } from '../../history/events/forms.ts';
import { LONGEST_MS } from '../alert-window.ts';
import {
  type Baseline,
  CAUSES,
  type Changed,
  type Evidence,
  type Explanation,
  HAPPENED_KINDS,
  type Happened,
  SYMPTOM_KINDS,
  type Symptom,
  type TimeSpan,
  type Verdict,
  type Who,
  WHO_METRICS,
} from '../explanation.ts';
import type { Mark, Note, TopEntry } from '../../history/past/history-source.ts';
import type { SeriesInfo } from '../../history/past/series.ts';
import { isTopEntry } from '../../history/past/top-entry.ts';

/** Grows with every change that an older program would misread. */
export const FORMAT = 1;

type Values = readonly (number | null)[];

export interface IncidentSeries extends SeriesInfo {
  /** Averages, one per step; null: none. */
  readonly values: Values;
  /** The smallest and the largest value of each step; absent where a step is one sample. */
  readonly min?: Values;
  readonly max?: Values;
}

/** What was replaced: distinct names by kind. */
export type Replaced = Readonly<Record<string, number>>;

/** What is written before the series. Times are milliseconds since the epoch. */
export interface IncidentHead {
  readonly format: typeof FORMAT;
  /** Of the program that wrote it. */
  readonly version: string;
  readonly made: number;
  /** Name of the machine. */
  readonly host: string;
  /** The time that is explained. */
  readonly window: TimeSpan;
  /** Begin of the first value, and time between two. */
  readonly from: number;
  readonly step: number;
  readonly explanation: Explanation;
  readonly events: readonly SavedEvent[];
  readonly marks: readonly Mark[];
  readonly notes: readonly Note[];
  /** Null: none were allowed. */
  readonly logs: LogAnswer | null;
}

export interface Incident extends IncidentHead {
  readonly series: readonly IncidentSeries[];
  readonly top: readonly TopEntry[];
  /** Null: nothing was redacted. */
  readonly redacted: Replaced | null;
}

/** More are no incident: explanations are of a week at most, and of as many values before. */
export const MOST_POINTS = 1500;
export const MOST_SERIES = 4000;
export const MOST_VALUES = 3_000_000;
const MOST_ENTRIES = 10_000;

const isValues: Check = (value) =>
  Array.isArray(value) && value.length <= MOST_POINTS + 2 && value.every(orNull(isNumber));
const isTimes = ofForm(formOf<TimeSpan>({ from: isTime, to: isTime }));
const isSpan: Check = (value) => {
  if (!isTimes(value)) return false;
  const { from, to } = value as TimeSpan;
  return from <= to && to - from <= LONGEST_MS;
};
const isOptionalText = orNull(isText);
const isUsual = orNull((value) => Array.isArray(value) && value.length === 2 && value.every(isNumber));
const fewOf =
  (check: Check, most = MOST_ENTRIES): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check);
const textsOf = fewOf(isText);

/** Of numbers beside what is usual. */
const compared = <U extends Check>(usual: U) => ({
  // oxlint-disable-next-line unicorn/no-thenable -- The published name; nobody awaits it.
  then: isNumber,
  usual,
});

const isVerdict = ofForm(
  formOf<Verdict>({
    cause: oneOf(CAUSES),
    rule: isOptionalText,
    sentence: isText,
    evidence: fewOf(
      ofForm(
        formOf<Evidence>({
          series: isText,
          ...compared(isUsual),
          unit: isOptionalText,
          text: isText,
        }),
      ),
    ),
    span: orNull(isSpan),
  }),
);

const isExplanation = ofForm(
  formOf<Explanation>({
    window: isSpan,
    baselines: fewOf(
      ofForm(
        formOf<Baseline>({
          kind: oneOf(['before', 'same-time']),
          from: orAbsent(isTime),
          to: orAbsent(isTime),
          days: orAbsent(isNumber),
          missing: orAbsent(isNumber),
        }),
      ),
    ),
    verdict: isVerdict,
    others: fewOf(isVerdict),
    symptoms: fewOf(
      ofForm(
        formOf<Symptom>({
          kind: oneOf(SYMPTOM_KINDS),
          series: isText,
          from: isTime,
          to: isTime,
          lost_percent: orNull(isNumber),
        }),
      ),
    ),
    changed: fewOf(
      ofForm(
        formOf<Changed>({
          series: isText,
          ...compared(isUsual),
          unit: isOptionalText,
          score: isNumber,
          began: isTime,
          direction: oneOf(['up', 'down']),
          unusual_for: isOptionalText,
          text: isText,
        }),
      ),
    ),
    who: fewOf(
      ofForm(
        formOf<Who>({
          program: isText,
          unit: isOptionalText,
          container: isOptionalText,
          metric: oneOf(WHO_METRICS),
          ...compared(orNull(isNumber)),
          began: isTime,
          moves_with: isOptionalText,
          text: isText,
        }),
      ),
    ),
    happened: fewOf(ofForm(formOf<Happened>({ time: isTime, kind: oneOf(HAPPENED_KINDS), text: isText }))),
    missing: textsOf,
  }),
);

const isLogs = ofForm(
  formOf<LogAnswer>({
    from: isTime,
    to: isTime,
    lines: fewOf(
      ofForm(
        formOf<LogLine>({
          time: isTime,
          last: isTime,
          origin: oneOf(LOG_ORIGINS),
          name: isText,
          priority: orNull(oneOf(LOG_PRIORITIES)),
          output: orNull(oneOf(LOG_OUTPUTS)),
          text: isText,
          count: isNumber,
        }),
      ),
    ),
    sources: fewOf(
      ofForm(
        formOf<LogSource>({
          source: oneOf(['journal', 'kernel', 'container']),
          name: isOptionalText,
          state: oneOf(LOG_STATES),
          reason: isOptionalText,
        }),
      ),
    ),
  }),
);

const INCIDENT = formOf<Incident>({
  format: oneOf([FORMAT]),
  version: isText,
  made: isTime,
  host: isText,
  window: isSpan,
  from: isTime,
  step: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 1000 && (value as number) <= LONGEST_MS,
  explanation: isExplanation,
  events: fewOf(isSavedEvent),
  marks: fewOf(ofForm(formOf<Mark>({ kind: isText, time: isTime, detail: isOptionalText }))),
  notes: fewOf(
    ofForm(formOf<Note>({ id: isNumber, time: isTime, until: orNull(isTime), text: isText, tags: textsOf })),
  ),
  logs: orNull(isLogs),
  series: fewOf(
    ofForm(
      formOf<IncidentSeries>({
        plugin: isText,
        item: isOptionalText,
        field: isText,
        kind: oneOf(['gauge', 'rate']),
        unit: isOptionalText,
        values: isValues,
        min: orAbsent(isValues),
        max: orAbsent(isValues),
      }),
    ),
    MOST_SERIES,
  ),
  top: fewOf(isTopEntry),
  redacted: orNull(
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(isNumber),
  ),
});

/** The first member that is not as it must be; null: all are. */
export function flawOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'content';
  return INCIDENT.find((member) => !hasForm(value, [member]))?.[0] ?? null;
}
