/** Metrics of this process, under the names that Prometheus clients give them. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Family } from './family.ts';
import { family } from './own.ts';

export interface ProcessMetrics {
  collect(time: number): Family[];
  stop(): void;
}

export function createProcessMetrics(): ProcessMetrics {
  let lag: IntervalHistogram | null = null;
  return {
    collect(time) {
      // Measuring costs a timer: it begins with the first collection.
      if (lag === null) {
        lag = monitorEventLoopDelay({ resolution: 20 });
        lag.enable();
      }
      const delay = lag.count > 0 ? Math.max(0, lag.percentile(99) / 1e9 - 0.02) : 0;
      lag.reset();
      return familiesOf(delay, time);
    },
    stop() {
      lag?.disable();
    },
  };
}

function familiesOf(delay: number, time: number): Family[] {
  const limits = readOwn('limits') ?? '';
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    family(['process_cpu_seconds', 'counter', 'seconds', 'CPU time used by the agent.'], time, [
      [(user + system) / 1e6],
    ]),
    family(['process_resident_memory_bytes', 'gauge', 'bytes', 'Memory the agent holds resident.'], time, [
      [rss],
    ]),
    family(['process_virtual_memory_bytes', 'gauge', 'bytes', 'Memory the agent has mapped.'], time, [
      [virtualBytes()],
    ]),
    family(
      ['process_virtual_memory_max_bytes', 'gauge', 'bytes', 'Memory it may map; 2^64 is no limit.'],
      time,
      [[limitIn(limits, 'Max address space')]],
    ),
    family(['process_open_fds', 'gauge', null, 'Open file descriptors of the agent.'], time, [[openFiles()]]),
    family(['process_max_fds', 'gauge', null, 'File descriptors it may have.'], time, [
      [limitIn(limits, 'Max open files')],
    ]),
    family(['process_start_time_seconds', 'gauge', 'seconds', 'When the agent was started.'], time, [
      [Math.round(performance.timeOrigin) / 1000],
    ]),
    family(
      ['nodejs_eventloop_lag_p99_seconds', 'gauge', 'seconds', 'Delay of its event loop, 99th percentile.'],
      time,
      [[delay]],
    ),
    family(['nodejs_heap_size_used_bytes', 'gauge', 'bytes', 'JavaScript heap in use.'], time, [[heapUsed]]),
  ];
}

const readOwn = (name: string): string | null => {
  try {
    return readFileSync(`/proc/self/${name}`, 'latin1');
  } catch {
    return null;
  }
};

/** Linux 6.2 and newer tell the number as the size of the folder: listing a thousand takes as long as the rest of a scrape. */
function openFiles(): number | null {
  try {
    return statSync('/proc/self/fd').size || readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}

function virtualBytes(): number | null {
  const kilobytes = /^VmSize:\s+(\d+) kB$/m.exec(readOwn('status') ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** The soft limit of that name. */
function limitIn(limits: string, name: string): number | null {
  const most = new RegExp(`^${name} +(\\d+|unlimited)`, 'm').exec(limits)?.[1];
  if (most === undefined) return null;
  return most === 'unlimited' ? 2 ** 64 : Number(most);
}
