/** Process states and priorities in words. */
import { type Phrase, t } from './language.ts';
import type { Snapshots } from './snapshots.ts';

const STATES: Readonly<Record<string, Phrase>> = {
  R: 'running',
  S: 'sleeping',
  D: 'waiting for a device; cannot be interrupted',
  T: 'stopped',
  Z: 'zombie: ended, but not yet collected by its parent',
  I: 'idle kernel thread',
  W: 'waking up',
  P: 'parked',
  X: 'dead',
  _: 'several states',
  '?': 'not collected',
};

/** Of a letter in `status`. */
export const stateWord = (letter: string): string =>
  t((Object.hasOwn(STATES, letter) ? STATES[letter] : undefined) ?? 'unknown state');

/** Like {@link stateWord}, without the explanation. */
export const shortStateWord = (letter: string): string => stateWord(letter).split(/[;:]/, 1)[0] ?? '';

/** Percent of one core from which processes that no row shows are worth a word. */
const LEAST_ENDED = 10;

/** CPU use of processes that ended before a scan saw them, where it matters; else null. @param cores 1: percent of one core */
export function endedShare(
  count: Pick<Snapshots['processcount'], 'ended_cpu_percent'> | null,
  cores: number,
): number | null {
  const percent = count?.ended_cpu_percent ?? 0;
  return percent < LEAST_ENDED ? null : percent / Math.max(1, cores);
}

const IO_CLASSES: readonly Phrase[] = ['none', 'real-time', 'best effort', 'idle'];

/** ioprio_get(2): the class, and the priority within those that have some. */
export function ioniceWord(ionice: { ioclass: number; value: number } | null | undefined): string | null {
  if (!ionice) return null;
  const word = t(IO_CLASSES[ionice.ioclass] ?? 'class {number}', { number: ionice.ioclass });
  return ionice.ioclass === 1 || ionice.ioclass === 2 ? `${word} ${ionice.value}` : word;
}

/** `0–3, 6` for the numbers 0, 1, 2, 3, 6. */
export function ranges(numbers: readonly number[] | null | undefined): string | null {
  if (!numbers || numbers.length === 0) return null;
  const spans: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const span = spans.at(-1);
    if (span !== undefined && number <= span[1] + 1) span[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ');
}
