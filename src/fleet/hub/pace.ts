/** When a server is polled next. Pure. */
import type { ServerState } from './state.ts';

/** Milliseconds between polls while nobody watches, and at servers that have not answered for long. */
const SLOW_MS = 60_000;
const CONFIRMED = 3;

/** Milliseconds from one poll to the next, before jitter. @param refreshMs what is configured */
export function paceOf(
  { failures }: Pick<ServerState, 'failures'>,
  refreshMs: number,
  isWatched: boolean,
): number {
  const slowest = Math.max(SLOW_MS, refreshMs);
  // Whether a server is offline is known after three attempts, watched or not.
  if (!isWatched) return failures > 0 && failures < CONFIRMED ? Math.min(refreshMs, slowest) : slowest;
  // The first failure may be a restart.
  return failures < 2 ? refreshMs : Math.min(slowest, refreshMs * 2 ** Math.min(failures - 1, 16));
}

/** A tenth more or less, so that servers that were started together drift apart. @param random from 0 to 1 */
export const jittered = (ms: number, random: number): number => ms * (0.9 + 0.2 * random);

/** Milliseconds over which the first polls are spread. */
export const firstSpread = (servers: number, refreshMs: number): number => Math.min(refreshMs, servers * 4);
