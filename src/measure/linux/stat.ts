import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor, bytesOf, isBlank } from './bytes.ts';

/** Time since boot in clock ticks; columns an old kernel lacks are 0. `user` contains `guest`, `nice` contains `guestNice`. */
export interface CpuTimes {
  user: number;
  nice: number;
  system: number;
  idle: number;
  iowait: number;
  irq: number;
  softirq: number;
  steal: number;
  guest: number;
  guestNice: number;
}

/** Times of one logical core; `number` is the N of its `cpuN` line. */
export interface CoreTimes extends CpuTimes {
  number: number;
}

export interface Stat {
  /** All cores together. */
  cpu: CpuTimes;
  /** Online cores in kernel order. */
  cpus: CoreTimes[];
  /** Context switches since boot. */
  ctxt: number;
  /** Interrupts served since boot. */
  intr: number;
  /** Soft interrupts since boot. */
  softirq: number;
  /** Boot time, seconds since the epoch; 0 when absent. */
  btime: number;
  procsRunning: number;
  /** Waiting for input or output. */
  procsBlocked: number;
  /** Processes and threads created since boot. */
  forks: number;
}

const CPU = bytesOf('cpu');
const COUNTERS = ['ctxt', 'intr', 'softirq', 'btime', 'procs_running', 'procs_blocked', 'processes'].map(
  (key) => bytesOf(`${key} `),
);

/** Reads /proc/stat (proc_stat(5)). Throws ParseError without the line of all cores. */
export function parseStat(bytes: Uint8Array): Stat {
  const cursor = new ByteCursor(bytes);
  let cpu: CpuTimes | null = null;
  const cpus: CoreTimes[] = [];
  const counters = COUNTERS.map(() => 0);
  for (; cursor.more; cursor.nextLine()) {
    if (cursor.startsWith(CPU)) {
      cursor.position += CPU.length;
      const number = isBlank(cursor.peek()) ? -1 : cursor.integer(Number.NaN);
      if (number >= 0) cpus.push({ number, ...cpuTimes(cursor) });
      else if (number === -1) cpu ??= cpuTimes(cursor);
      continue;
    }
    const counter = cursor.match(COUNTERS);
    // Later numbers count single interrupts; nextLine skips these tens of kB.
    if (counter >= 0) counters[counter] = unsigned(cursor.integer());
  }
  if (cpu === null) throw new ParseError('/proc/stat has no line "cpu"');
  const [ctxt = 0, intr = 0, softirq = 0, btime = 0, procsRunning = 0, procsBlocked = 0, forks = 0] =
    counters;
  return { cpu, cpus, ctxt, intr, softirq, btime, procsRunning, procsBlocked, forks };
}

/** Some kernels print counts of 32 bits as if they had a sign. */
const unsigned = (value: number): number => (value < 0 ? value + 2 ** 32 : value);

function cpuTimes(cursor: ByteCursor): CpuTimes {
  return {
    user: cursor.integer(),
    nice: cursor.integer(),
    system: cursor.integer(),
    idle: cursor.integer(),
    iowait: cursor.integer(),
    irq: cursor.integer(),
    softirq: cursor.integer(),
    steal: cursor.integer(),
    guest: cursor.integer(),
    guestNice: cursor.integer(),
  };
}
