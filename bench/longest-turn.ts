/** The longest turn of the event loop while some work goes on. */
import koffi from 'koffi';

/** clock_gettime(2): CPU time of the calling thread. */
const CLOCK_THREAD_CPUTIME_ID = 3;

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

function threadClock(): () => number {
  const read = koffi.load('libc.so.6').func('int clock_gettime(int clock, _Out_ int64_t *time)');
  const pair = new BigInt64Array(2);
  return () => {
    read(CLOCK_THREAD_CPUTIME_ID, pair);
    return Number(pair[0]) * 1000 + Number(pair[1]) / 1e6;
  };
}
