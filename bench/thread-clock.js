/** CPU time of the calling thread. JavaScript, since bench/turn-probe.js is loaded into programs that take nothing else. */
import koffi from 'koffi';

/** clock_gettime(2): CPU time of the calling thread. */
const CLOCK_THREAD_CPUTIME_ID = 3;

export function threadClock() {
  const read = koffi.load('libc.so.6').func('int clock_gettime(int clock, _Out_ int64_t *time)');
  const pair = new BigInt64Array(2);
  return () => {
    read(CLOCK_THREAD_CPUTIME_ID, pair);
    return Number(pair[0]) * 1000 + Number(pair[1]) / 1e6;
  };
}
