/** Earlier times for comparison. */
import { t } from '../../src/show/display/language.ts';

export const SHIFTS = [
  { seconds: 0, name: 'No comparison', words: null },
  { seconds: -1, name: 'Period before', words: 'the period before' },
  { seconds: 3600, name: 'An hour ago', words: 'an hour ago' },
  { seconds: 86_400, name: 'Yesterday', words: 'yesterday' },
  { seconds: 604_800, name: 'Last week', words: 'last week' },
] as const;

/** Names the reference of a comparison, as in "+3.0 % against yesterday". */
export const baseOf = (seconds: number): string =>
  t(SHIFTS.find((one) => one.seconds === seconds)?.words ?? 'the earlier time');
