/** The letters of process states (`status` of /processlist), in words. */

const WORDS: Readonly<Record<string, string>> = {
  R: 'running',
  S: 'sleeping',
  D: 'waiting for a disk or another device; cannot be interrupted',
  T: 'stopped',
  Z: 'ended, but its parent has not taken notice (zombie)',
  I: 'idle kernel thread',
  W: 'waking up',
  P: 'parked',
  X: 'dead',
  _: 'its processes are in different states',
  '?': 'not collected',
};

export const stateWord = (letter: string): string =>
  (Object.hasOwn(WORDS, letter) ? WORDS[letter] : undefined) ?? 'unknown state';
