/** When a value is too old to count as current. */

/** Lower limit in seconds, so that short delays do not count. */
const LEAST = 20;
/** Polls that may fail before values count as old. */
const LOOKS = 3;

/**
 * @param age seconds at receipt
 * @param receivedAt and `now`: milliseconds of the same clock
 * @param refresh poll interval in seconds
 */
export const isOld = (age: number, receivedAt: number, now: number, refresh: number): boolean =>
  age + (now - receivedAt) / 1000 > Math.max(LEAST, LOOKS * refresh);
