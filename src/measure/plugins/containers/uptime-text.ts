const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The first row with a bound above the age applies. */
const ROWS: readonly (readonly [belowSeconds: number, words: (seconds: number) => string])[] = [
  [0, () => ''],
  [10, () => 'just now'],
  [MINUTE, (seconds) => `${seconds} secs`],
  [2 * MINUTE, () => 'a min'],
  [HOUR, (seconds) => `${Math.floor(seconds / MINUTE)} mins`],
  [2 * HOUR, () => 'an hour'],
  [DAY, (seconds) => `${Math.floor(seconds / HOUR)} hours`],
  [2 * DAY, () => 'yesterday'],
  [7 * DAY, (seconds) => `${Math.floor(seconds / DAY)} days`],
  [14 * DAY, () => 'a week'],
  [31 * DAY, (seconds) => `${Math.floor(seconds / (7 * DAY))} weeks`],
  [60 * DAY, () => 'a month'],
  [365 * DAY, (seconds) => `${Math.floor(seconds / (30 * DAY))} months`],
  [730 * DAY, () => 'an year'],
];

/** Age in words, as clients of the field show it; empty for a moment in the future. */
export function uptimeText(seconds: number): string {
  const age = Math.floor(seconds);
  const row = ROWS.find(([below]) => age < below);
  return row === undefined ? `${Math.floor(age / (365 * DAY))} years` : row[1](age);
}
