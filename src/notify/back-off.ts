const FIRST_MS = 5000;
const LONGEST_MS = 15 * 60_000;

/**
 * Milliseconds to wait after a number of failed tries: 5 s, doubled each time up to 15 minutes. Half of it is random, so
 * that a server that comes back is not met by all hosts at once.
 * @param random from 0 to 1
 */
export function backOffMs(tries: number, random: number): number {
  const whole = Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 30), LONGEST_MS);
  return Math.round(whole * (0.5 + random / 2));
}
