/** How long to wait between tries. */
export interface Pace {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Delay in milliseconds after a number of failures: exponential up to a limit, half of it random, so a returning server is not met
 * by all hosts at once.
 * @param random from 0 to 1
 */
export function backOffMs(tries: number, random: number, { firstMs, longestMs }: Pace): number {
  const whole = Math.min(firstMs * 2 ** Math.min(tries - 1, 30), longestMs);
  return Math.round(whole * (0.5 + random / 2));
}
