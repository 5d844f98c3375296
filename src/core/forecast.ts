/** Predicts when something will be full, worn out or expired. */
import { type Said, say } from './said.ts';

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
export function longSpan(dates: Dates, now: number): Said {
  const { first, last, isDays } = ends(dates, now);
  const values = { first, last };
  if (first === 0)
    return say(isDays ? 'within {last} {last|day|days}' : 'within {last} {last|hour|hours}', values);
  if (first === last)
    return say(isDays ? 'in {last} {last|day|days}' : 'in {last} {last|hour|hours}', values);
  return say(isDays ? 'in {first} to {last} days' : 'in {first} to {last} hours', values);
}

type Told = Pick<Forecast, 'kind' | 'label'>;

/** The predicted event: `/home is full in 9 to 14 days.` */
const EVENTS: Readonly<Record<ForecastKind, (values: Said['values']) => Said>> = {
  fs: (values) => say('{label} is full {when}.', values),
  inodes: (values) => say('{label} has no free inodes {when}.', values),
  programs: (values) => say('{label} only grows, and memory is full {when}.', values),
  wear: (values) => say('Disk {label} is worn out {when}.', values),
  certificates: (values) => say('The certificate of {label} expires {when}.', values),
};

export const forecastSaid = ({ kind, label, ...dates }: Told & Dates, now: number): Said =>
  EVENTS[kind]({ label, when: longSpan(dates, now) });
