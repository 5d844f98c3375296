import type { Host } from '../../../core/host.ts';
import { PidStat, parsePidStat } from '../../../measure/linux/pid-stat.ts';
import { parseInterruptCounts } from '../../../measure/linux/interrupts.ts';
import { numberAt } from '../number-at.ts';
import type { Collector } from '../collector.ts';

const PID = /^\d+$/;

/** Optional, since it reads a file of every process. */
export const processes: Collector = {
  name: 'processes',
  isOptional: true,
  collect(host, put) {
    const { states, pids, threads } = countProcesses(host);
    put('node_processes_pids', 'Processes.', pids);
    put('node_processes_threads', 'Number of threads.', threads);
    put(
      'node_processes_max_processes',
      'Most processes there can be.',
      numberAt(host, '/proc/sys/kernel/pid_max'),
    );
    put(
      'node_processes_max_threads',
      'Most threads there can be.',
      numberAt(host, '/proc/sys/kernel/threads-max'),
    );
    for (const [state, count] of states)
      put('node_processes_state', 'Processes by state.', count, ['state', state]);
  },
};

function countProcesses(host: Host) {
  const states = new Map<string, number>();
  const stat = new PidStat();
  let pids = 0;
  let threads = 0;
  for (const name of host.names('/proc')) {
    if (!PID.test(name)) continue;
    try {
      parsePidStat(host.read(`/proc/${name}/stat`), stat);
    } catch {
      continue; // It has ended.
    }
    const state = String.fromCharCode(stat.state);
    states.set(state, (states.get(state) ?? 0) + 1);
    pids += 1;
    threads += stat.numThreads;
  }
  return { states, pids, threads };
}

/** Optional, since it has a series per line and core. */
export const interrupts: Collector = {
  name: 'interrupts',
  isOptional: true,
  collect(host, put) {
    for (const { type, info, devices, counts } of parseInterruptCounts(host.read('/proc/interrupts')))
      for (const [cpu, count] of counts.entries())
        put(
          'node_interrupts_total',
          'Interrupts by line and core.',
          count,
          ['cpu', String(cpu)],
          ['devices', devices],
          ['info', info],
          ['type', type],
        );
  },
};
