/** Paces a backlog, so that the machines of a fleet neither return at once nor send in step. */

/** Most requests per second, or the multiple of those with new values. */
const DRAIN = { perSecond: 10, timesLive: 5 } as const;
/** Hosts that could not send start again at a random moment within this time, and within the length of the outage. */
const SPREAD_MS = 30_000;

/** Milliseconds before the first request. @param outageMs length of the outage @param random from 0 to 1 */
export const spreadMs = (outageMs: number, random: number): number =>
  Math.round(random * Math.min(SPREAD_MS, Math.max(0, outageMs)));

/** Milliseconds between requests, half of them random. @param livePerSecond requests per second with new values */
export const betweenMs = (livePerSecond: number, random: number): number =>
  (1000 / Math.max(DRAIN.perSecond, DRAIN.timesLive * livePerSecond)) * (0.75 + random / 2);
