import { bytesOf, eachLine } from './bytes.ts';

/** Counters of the scheduler of a core since boot (Documentation/scheduler/sched-stats.rst). */
interface CoreSchedule {
  cpu: number;
  /** Nanoseconds that tasks ran. */
  running: number;
  /** Nanoseconds that tasks waited to run. */
  waiting: number;
  timeslices: number;
}

const CPU = bytesOf('cpu');
/** Before the three columns of interest. */
const SKIPPED = 6;

/** Reads /proc/schedstat, cores in file order. */
export function parseSchedstat(bytes: Uint8Array): CoreSchedule[] {
  const cores: CoreSchedule[] = [];
  const columns = new Float64Array(SKIPPED + 3);
  eachLine(bytes, (cursor) => {
    if (!cursor.startsWith(CPU)) return;
    cursor.position += CPU.length;
    const cpu = cursor.integer(-1);
    if (cpu < 0 || cursor.integers(columns, 0, columns.length) < columns.length) return;
    const [running = 0, waiting = 0, timeslices = 0] = columns.subarray(SKIPPED);
    cores.push({ cpu, running, waiting, timeslices });
  });
  return cores;
}
