/** The longest turn of the event loop while some work goes on. */
import { threadClock } from './thread-clock.js';

/**
 * Milliseconds of CPU time of the main thread between two turns: waiting for a core or a disk is no fault of ours, and what other
 * threads do (the garbage collector's, those that write) keeps nobody waiting.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const now = threadClock();
  let isRunning = true;
  let longest = 0;
  let before = now();
  const look = (): void => {
    longest = Math.max(longest, now() - before);
    before = now();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isRunning = false;
  return longest;
}
