/** When what has piled up is sent, so that the machines of a fleet neither come back at once nor go in step. */

/** So many requests a second at most, or so many times those of new values. */
const DRAIN = { perSecond: 10, timesLive: 5 } as const;
/** Hosts that could not send begin again at random within so long, and no longer than they had to wait. */
const SPREAD_MS = 30_000;

/** Milliseconds before the first. @param outageMs how long the target took nothing @param random from 0 to 1 */
export const spreadMs = (outageMs: number, random: number): number =>
  Math.round(random * Math.min(SPREAD_MS, Math.max(0, outageMs)));

/** Milliseconds from one to the next, half of them random. @param livePerSecond requests that are made of new values */
export const betweenMs = (livePerSecond: number, random: number): number =>
  (1000 / Math.max(DRAIN.perSecond, DRAIN.timesLive * livePerSecond)) * (0.75 + random / 2);
