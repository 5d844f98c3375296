/** When a process that does not run is read in full all the same. */

/** No value of a process that is looked at is older. */
const OLDEST_MS = 30_000;

/**
 * The next turn of a process that has just been read in full: every process has its own moment within a period, so that a
 * few come due at each scan, whatever they were read together at.
 * @param intervalMs between scans: a turn comes due between two of them, and is taken at the second
 */
export function nextTurn(pid: number, now: number, intervalMs: number): number {
  // A scan after a long rest says nothing of the next interval.
  const period = intervalMs < OLDEST_MS ? OLDEST_MS - intervalMs : OLDEST_MS / 2;
  const moment = ((pid * GOLDEN) % 1) * period;
  return now + period - ((now + period - moment) % period);
}

/** Multiples of it are spread evenly over the unit, however many there are (Knuth, The Art of Computer Programming 6.4). */
const GOLDEN = 0.618_033_988_749_895;
