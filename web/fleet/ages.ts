/** When a value is too old to be taken for the present. */

/** Seconds; hubs that look more often are not called late for a second or two. */
const LEAST = 20;
/** Looks at a server that may fail before its values are old. */
const LOOKS = 3;

/**
 * @param age seconds, when it was received
 * @param receivedAt and `now`: milliseconds of the same clock
 * @param refresh seconds between two looks
 */
export const isOld = (age: number, receivedAt: number, now: number, refresh: number): boolean =>
  age + (now - receivedAt) / 1000 > Math.max(LEAST, LOOKS * refresh);
