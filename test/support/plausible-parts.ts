/** Relations that hold on every machine, whether or not fields declare them: parts and totals. */
import type { Served } from '../../src/core/served.ts';

/** Half the last digit of each part. */
const ROUNDING = 0.5;

const TIMES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal', 'dpc'] as const;

/** Members whose sum is at most another. */
const SUMS: Readonly<Record<string, readonly (readonly [parts: readonly string[], total: string])[]>> = {
  // Not used + free: MemAvailable leaves out the kernel's reserve, which MemFree contains.
  mem: [
    [['used'], 'total'],
    [['free'], 'total'],
    [['available'], 'total'],
    [['buffers'], 'total'],
    [['cached'], 'total'],
  ],
  memswap: [[['used', 'free'], 'total']],
  fs: [[['used', 'free'], 'size']],
  inodes: [[['used', 'free'], 'total']],
  processcount: [[['running', 'sleeping'], 'total']],
  core: [[['phys'], 'log']],
};

/** Sums of the states of connections. */
const TCP_GROUPS = {
  initiated: ['SYN_SENT', 'SYN_RECV'],
  terminated: ['FIN_WAIT1', 'FIN_WAIT2', 'TIME_WAIT', 'CLOSE', 'CLOSE_WAIT', 'LAST_ACK', 'CLOSING'],
};

/** Use of CPU by one process or container: of as many cores as the machine has, with the error of short intervals. */
const OF_CORES: Readonly<Record<string, string>> = {
  processlist: 'cpu_percent',
  programlist: 'cpu_percent',
  containers: 'cpu_percent',
  vms: 'cpu_time_rate_per_sec',
};
const INTERVAL_ERROR = 1.2;

export function* partFaults(plugin: string, item: Served, cores: number): Generator<string> {
  const numbers = (names: readonly string[]): number[] =>
    names.map((name) => item[name]).filter((value) => typeof value === 'number');
  for (const [parts, total] of SUMS[plugin] ?? []) {
    const [values, most] = [numbers(parts), item[total]];
    const sum = values.reduce((one, other) => one + other, 0);
    if (values.length === parts.length && typeof most === 'number' && sum > most)
      yield `${parts.join(' + ')} is ${sum}, more than ${total} ${most}`;
  }
  if (plugin === 'cpu' || plugin === 'percpu') yield* timeFaults(item, numbers(TIMES));
  if (plugin === 'connections') {
    for (const [total, states] of Object.entries(TCP_GROUPS)) {
      const sum = numbers(states).reduce((one, other) => one + other, 0);
      if (typeof item[total] === 'number' && item[total] !== sum)
        yield `${total} is ${item[total]}, and its states are ${sum}`;
    }
  }
  const [used = 0] = numbers([OF_CORES[plugin] ?? '']);
  if (used > cores * 100 * INTERVAL_ERROR) yield `${OF_CORES[plugin]} is ${used}, of ${cores} cores`;
}

/** Shares of time add up to 100 %; all are 0 before the first interval. */
function* timeFaults(item: Served, shares: readonly number[]): Generator<string> {
  const sum = shares.reduce((one, other) => one + other, 0);
  if (sum > 100 + ROUNDING) yield `shares of time add up to ${sum}`;
  const [total, user, idle] = [item['total'], item['user'], item['idle']];
  if (typeof total === 'number' && typeof user === 'number' && user > total + ROUNDING)
    yield `user is ${user}, more than total ${total}`;
  if (typeof total === 'number' && typeof idle === 'number' && total + idle > 100 + ROUNDING)
    yield `total ${total} and idle ${idle} are more than 100`;
}
