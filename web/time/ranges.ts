/** Choices of ranges in seconds. */

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

export const RANGES: readonly { readonly seconds: number; readonly name: string }[] = [
  { seconds: 5 * MINUTE, name: '5 min' },
  { seconds: 15 * MINUTE, name: '15 min' },
  { seconds: HOUR, name: '1 h' },
  { seconds: 6 * HOUR, name: '6 h' },
  { seconds: DAY, name: '24 h' },
  { seconds: 7 * DAY, name: '7 d' },
  { seconds: 30 * DAY, name: '30 d' },
  { seconds: 90 * DAY, name: '90 d' },
  { seconds: YEAR, name: '1 y' },
  { seconds: 5 * YEAR, name: '5 y' },
];
