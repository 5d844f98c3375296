/** The query of `/api/history/range` and its neighbours. */
import { parseDuration, parseTime } from '../../../core/amounts.ts';
import { OptionError } from '../../../core/option-parse.ts';
import type { WantedRange } from '../../../keep/past/history-source.ts';
import { alignRange, stepFor } from '../../../keep/past/ladder.ts';
import { badRange, badSeries, tooManySeries } from '../../http/errors.ts';

export const AGGREGATES = ['avg', 'min', 'max', 'sum', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

type Query = Readonly<Record<string, unknown>>;

export interface RangeQuery extends WantedRange {
  readonly ids: readonly string[];
  readonly patterns: readonly string[];
  readonly aggregates: readonly Aggregate[];
  /** Milliseconds by which a second answer is earlier; null: there is none. */
  readonly shift: number | null;
  /** Events and marks of the range come with it. */
  readonly hasEvents: boolean;
}

export const MOST_RANGES = 100;
const MOST_VALUES = 250_000;
const MOST_PATTERN = 200;
const POINTS = { least: 10, most: 5000, usual: 1000 };
const HOUR_MS = 3_600_000;
/** Farther away there is no history, and numbers get imprecise. */
const LATEST = Date.UTC(2200, 0);

export const textsOf = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string');
const textOf = (query: Query, name: string): string | undefined => textsOf(query[name])[0];

/** Throws an `ApiError`. @param pace milliseconds between samples, the finest step */
export function parseRangeQuery(query: Query, now: number, pace: number): RangeQuery {
  const ids = [...new Set(textsOf(query['series']))];
  for (const id of ids) if (!/^[^/]+\/./.test(id)) throw badSeries(id);
  if (ids.length > MOST_RANGES) throw tooManySeries(MOST_RANGES, ids.length);
  const patterns = parsePatterns(query);
  const span = parseSpan(query, now);
  const step = parseStep(query, span, pace);
  const aggregates = parseAggregates(textOf(query, 'agg'));
  const shift = textOf(query, 'shift');
  return {
    ids,
    patterns,
    ...alignRange(span.from, span.to, step),
    step,
    aggregates,
    hasBand: aggregates.includes('min') || aggregates.includes('max'),
    shift: shift === undefined ? null : duration('shift', shift),
    hasEvents: textOf(query, 'events') === '1',
  };
}

/** Throws an `ApiError`. */
export function parsePatterns(query: Query): string[] {
  const patterns = textsOf(query['match']);
  if (patterns.length > MOST_RANGES || patterns.some((pattern) => pattern.length > MOST_PATTERN))
    throw badRange(`match may be given ${MOST_RANGES} times, with ${MOST_PATTERN} characters each`);
  return patterns;
}

/** Throws an `ApiError` where the answer would be too long. */
export function checkSize({ from, to, step, aggregates, shift }: RangeQuery, series: number): void {
  if (series > MOST_RANGES) throw tooManySeries(MOST_RANGES, series);
  const values = ((to - from) / step) * aggregates.length * series * (shift === null ? 1 : 2);
  if (values > MOST_VALUES)
    throw badRange(
      `The answer would have ${Math.ceil(values)} values, and ${MOST_VALUES} are the most: ask for fewer series or points`,
    );
}

/** Throws an `ApiError`. */
export function parseSpan(query: Query, now: number): { from: number; to: number } {
  const to = moment('to', textOf(query, 'to') ?? 'now', now);
  const from = moment('from', textOf(query, 'from') ?? `-1h`, now);
  if (from >= to) throw badRange('from must be before to');
  return { from, to };
}

/** The moment that `at` names. Throws an `ApiError`. */
export const parseMoment = (query: Query, now: number): number =>
  moment('at', textOf(query, 'at') ?? 'now', now);

function moment(name: string, text: string, now: number): number {
  const time = asked(name, text, () => parseTime(text, now));
  if (!(time >= 0 && time <= LATEST)) throw badRange(`${name} must be from 1970 to 2200, not ${text}`);
  return time;
}

function parseStep(query: Query, { from, to }: { from: number; to: number }, pace: number): number {
  return textOf(query, 'step') === undefined
    ? stepFor(from, to, parsePoints(textOf(query, 'points')), pace)
    : parseGivenStep(query, '1m');
}

/** The parameter `step`, in milliseconds. Throws an `ApiError`. */
export function parseGivenStep(query: Query, fallback: string): number {
  const given = textOf(query, 'step') ?? fallback;
  const step = duration('step', given);
  if (step < 1000 || !isWhole(step))
    throw badRange(`step must divide or be a multiple of an hour, from 1s on, not ${given}`);
  return step;
}

/** Steps that do not divide an hour, or are not made of hours, would have edges between the points of a tier. */
const isWhole = (step: number): boolean => HOUR_MS % step === 0 || step % HOUR_MS === 0;

function parsePoints(text: string | undefined): number {
  const points = text === undefined ? POINTS.usual : Number(text);
  if (!Number.isInteger(points) || points < POINTS.least || points > POINTS.most)
    throw badRange(`points must be a whole number from ${POINTS.least} to ${POINTS.most}, not ${text}`);
  return points;
}

function parseAggregates(text: string | undefined): Aggregate[] {
  if (text === undefined) return ['avg', 'min', 'max'];
  const words = [...new Set(text.split(','))];
  const unknown = words.find((word) => !(AGGREGATES as readonly string[]).includes(word));
  if (unknown !== undefined) throw badRange(`agg must be some of ${AGGREGATES.join(', ')}, not ${unknown}`);
  return words as Aggregate[];
}

const duration = (name: string, text: string): number => asked(name, text, () => parseDuration(text));

function asked(name: string, text: string, parse: () => number): number {
  try {
    return parse();
  } catch (error) {
    if (error instanceof OptionError) throw badRange(`${name}: ${error.message}, not ${text}`);
    throw error;
  }
}
