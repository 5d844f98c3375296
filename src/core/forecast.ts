/** Predicts when something will be full, worn out or expired. */

export const FORECAST_KINDS = ['fs', 'inodes', 'programs', 'wear', 'certificates'] as const;
export type ForecastKind = (typeof FORECAST_KINDS)[number];

/** Growth in units per second. For a typical history, nine of ten values lie between `low` and `high`. */
interface GrowthRate {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

export interface Forecast {
  readonly kind: ForecastKind;
  /** Identity of the item: a mount point, a program, a disk, a check. */
  readonly subject: string;
  /** Display name of the subject. */
  readonly label: string;
  /** Earliest, likely and latest time, in milliseconds since the epoch. */
  readonly from: number;
  readonly likely: number;
  readonly to: number;
  /** Null when the date is known without a history. */
  readonly growth: GrowthRate | null;
  /** Current use and limit, in the unit; null when the date is known. */
  readonly used: number | null;
  readonly limit: number | null;
  readonly unit: 'byte' | 'number' | null;
}

export interface Forecasts {
  /** Of the prediction, in milliseconds since the epoch; null: the history is not known, so only what needs none is predicted. */
  readonly time: number | null;
  /** Earliest first. */
  readonly forecasts: readonly Forecast[];
  /** Subjects without a forecast, with the reason; one sentence each. */
  readonly missing: readonly string[];
}

export const NO_FORECASTS: Forecasts = { time: null, forecasts: [], missing: [] };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Dates = Pick<Forecast, 'from' | 'to'>;

/** Both ends in days, or in hours where the later one is within two days. */
function ends({ from, to }: Dates, now: number): { first: number; last: number; isDays: boolean } {
  const isDays = to - now >= 2 * DAY_MS;
  const size = isDays ? DAY_MS : HOUR_MS;
  return {
    first: Math.max(0, Math.floor((from - now) / size)),
    last: Math.max(1, Math.ceil((to - now) / size)),
    isDays,
  };
}

/** For tables: `9–14 d`, `< 20 h`. */
export function shortSpan(dates: Dates, now: number): string {
  const { first, last, isDays } = ends(dates, now);
  const unit = isDays ? 'd' : 'h';
  if (first === 0) return `< ${last} ${unit}`;
  return first === last ? `${last} ${unit}` : `${first}–${last} ${unit}`;
}

/** For sentences: `in 9 to 14 days`, `within 20 hours`. */
export function longSpan(dates: Dates, now: number): string {
  const { first, last, isDays } = ends(dates, now);
  const unit = `${isDays ? 'day' : 'hour'}${last === 1 ? '' : 's'}`;
  if (first === 0) return `within ${last} ${unit}`;
  return first === last ? `in ${last} ${unit}` : `in ${first} to ${last} ${unit}`;
}

type Told = Pick<Forecast, 'kind' | 'label'>;

/** The predicted event: `/home is full`. */
const EVENTS: Readonly<Record<ForecastKind, (label: string) => string>> = {
  fs: (label) => `${label} is full`,
  inodes: (label) => `${label} has no free inodes`,
  programs: (label) => `${label} only grows, and memory is full`,
  wear: (label) => `Disk ${label} is worn out`,
  certificates: (label) => `The certificate of ${label} expires`,
};

export const forecastSentence = (forecast: Told & Dates, now: number): string =>
  `${EVENTS[forecast.kind](forecast.label)} ${longSpan(forecast, now)}.`;
