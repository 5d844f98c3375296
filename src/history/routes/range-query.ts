/** The query of `/api/history/range` and related paths. */
import type { WantedRange } from '../past/history-source.ts';
import { alignRange, stepFor } from '../past/ladder.ts';
import { badRange, badSeries, tooManySeries } from '../../http/server/errors.ts';
import {
  choiceQuery,
  durationQuery,
  integerQuery,
  listQuery,
  type QueryValues,
  timeQuery,
} from '../../http/route/query.ts';

export const AGGREGATES = ['avg', 'min', 'max', 'sum', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

const USUAL_AGGREGATES: readonly Aggregate[] = ['avg', 'min', 'max'];
export const MOST_RANGES = 100;
const MOST_VALUES = 250_000;
const MOST_PATTERN = 200;
const HOUR_MS = 3_600_000;

/** Forms that `parseTime` reads. */
const TIME_FORMS =
  'milliseconds since 1970, a date such as 2026-11-22T05:00Z, or an age such as 7d or -7d, which are equal';

/** Start and end of a range. @param usual the default start */
export const spanQuery = (usual: string) => ({
  from: timeQuery(`Begin: ${TIME_FORMS}.`, usual, '-6h'),
  to: timeQuery('End, in the same forms.', 'now', 'now'),
});

const MOMENT_QUERY = { at: timeQuery(`The moment: ${TIME_FORMS}.`, 'now', '-6h') };

export const MATCH_QUERY = {
  match: listQuery(
    'Series by a pattern, `plugin/field` or `plugin/item/field`, where * stands for any characters. May be repeated.',
    {
      most: MOST_RANGES,
      maxLength: MOST_PATTERN,
      example: ['network/*/bytes_recv_rate_per_sec'],
    },
  ),
};

/** Steps must divide an hour or be a multiple: others would have edges between the points of a tier. */
const stepProblem = (step: number): string | null =>
  step >= 1000 && (HOUR_MS % step === 0 || step % HOUR_MS === 0)
    ? null
    : 'a divisor or a multiple of an hour, and at least 1s';

/** A given step in milliseconds. */
export const stepQuery = <F extends string | null = null>(description: string, fallback?: F) =>
  durationQuery<F>(description, {
    example: '5m',
    check: stepProblem,
    ...(fallback !== undefined && { fallback }),
  });

export const GRID_QUERY = {
  ...spanQuery('-1h'),
  points: integerQuery('Maximum number of rows, from which the step follows.', {
    minimum: 10,
    maximum: 5000,
    fallback: '1000',
  }),
  step: stepQuery('The step itself, such as 5m or 1h, in place of `points`.'),
  agg: listQuery(`Aggregates, separated by commas; default: ${USUAL_AGGREGATES.join()}.`, {
    isCommaSeparated: true,
    choices: AGGREGATES,
    example: USUAL_AGGREGATES,
  }),
};

/** Queries of the routes of a history, by end of path. */
export const PAST_QUERIES = {
  range: {
    series: listQuery(
      `A series, \`{plugin}/{name}\`; ${MOST_RANGES} at most. Repeat the parameter for each.`,
      {
        example: ['cpu/total'],
      },
    ),
    ...MATCH_QUERY,
    ...GRID_QUERY,
    shift: durationQuery('Adds the same series from this much earlier, as `shifted`.', { example: '7d' }),
    events: choiceQuery('Adds the events, marks and notes of the range.', ['1']),
  },
  series: { ...MATCH_QUERY, ...spanQuery('-1d') },
  moment: MOMENT_QUERY,
  top: MOMENT_QUERY,
  events: {
    ...spanQuery('-1d'),
    kind: listQuery('Only these: `event`, `note`, or a kind of mark. May be repeated.', {
      example: ['event', 'start'],
    }),
  },
};

type Span = QueryValues<ReturnType<typeof spanQuery>>;

/** A range with a step, and the aggregates of each row. */
export interface Grid extends WantedRange {
  readonly aggregates: readonly Aggregate[];
}

/** Throws an `ApiError`. @param pace milliseconds between samples, the finest step */
export function gridOf(query: QueryValues<typeof GRID_QUERY>, pace: number): Grid {
  const { from, to } = ordered(query);
  const step = query.step ?? stepFor(from, to, query.points, pace);
  const aggregates = query.agg.length > 0 ? query.agg : USUAL_AGGREGATES;
  return {
    ...alignRange(from, to, step),
    step,
    aggregates,
    hasBand: aggregates.includes('min') || aggregates.includes('max'),
  };
}

/** Throws an `ApiError`. */
export function ordered<S extends Span>(span: S): S {
  if (span.from >= span.to) throw badRange('from must be before to');
  return span;
}

/** Throws an `ApiError`. */
export function checkIds(ids: readonly string[]): void {
  for (const id of ids) if (!/^[^/]+\/./.test(id)) throw badSeries(id);
  if (ids.length > MOST_RANGES) throw tooManySeries(MOST_RANGES, ids.length);
}

/** Throws an `ApiError` if the reply would be too long. @param times copies of each series */
export function checkSize({ from, to, step, aggregates }: Grid, series: number, times = 1): void {
  if (series > MOST_RANGES) throw tooManySeries(MOST_RANGES, series);
  const values = ((to - from) / step) * aggregates.length * series * times;
  if (values > MOST_VALUES)
    throw badRange(
      `The answer would have ${Math.ceil(values)} values, and ${MOST_VALUES} are the most: ask for fewer series or points`,
    );
}
