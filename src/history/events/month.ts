/** Journal files, one per month in UTC: `events-202611.jsonl`. */
const FILE = /^events-(\d{6})\.jsonl$/;
/** Retention of hourly values. */
const KEPT_MONTHS = 60;

export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7).replace('-', '');

export const fileOf = (month: string): string => `events-${month}.jsonl`;

/** Months with a file in the folder, latest first. */
export const monthsIn = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .sort()
    .toReversed();

export function isOutdated(month: string, now: number): boolean {
  const date = new Date(now);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - KEPT_MONTHS, 1));
  return month < monthOf(first.getTime());
}
