/** I/O of processes, from `io_counters`: five numbers for each process. */

/** Bytes per second. */
interface IoRates {
  readonly read: number;
  readonly write: number;
}

interface HasIo {
  readonly io_counters?: readonly number[] | null;
  readonly time_since_update?: number | null;
}

/**
 * Rates since the previous scan; null if the previous values are unknown (fifth number 0: a new process, or another user's). A
 * program has a group of numbers per process.
 */
export function ioRates({ io_counters: io, time_since_update: seconds }: HasIo): IoRates | null {
  if (!Array.isArray(io) || typeof seconds !== 'number' || !(seconds > 0)) return null;
  let [read, write, known] = [0, 0, 0];
  for (let at = 0; at + 4 < io.length; at += 5) {
    if (io[at + 4] !== 1) continue;
    known += 1;
    read += Math.max(0, io[at] - io[at + 2]);
    write += Math.max(0, io[at + 1] - io[at + 3]);
  }
  return known === 0 ? null : { read: read / seconds, write: write / seconds };
}
