/** Metrics of this process, under the names that Prometheus clients give them. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import type { Family } from './family.ts';
import { family } from './own.ts';

export interface ProcessMetrics {
  collect(time: number): Family[];
  stop(): void;
}

/** Milliseconds between two looks at the delay of the event loop: every 20 ms they would cost more than the scrapes that ask for it. */
const LAG_MS = 200;
/** Limits hardly ever change while a process runs. */
const LIMITS_MS = 300_000;

interface Limits {
  readonly readAt: number;
  readonly addressSpace: number | null;
  readonly files: number | null;
}

export function createProcessMetrics(): ProcessMetrics {
  let lag: IntervalHistogram | null = null;
  let limits: Limits | null = null;
  return {
    collect(time) {
      // Measuring costs a timer: it begins with the first collection.
      if (lag === null) {
        lag = monitorEventLoopDelay({ resolution: LAG_MS });
        lag.enable();
      }
      const delay = lag.count > 0 ? Math.max(0, (lag.percentile(99) / 1e6 - LAG_MS) / 1000) : 0;
      lag.reset();
      if (limits === null || Math.abs(time - limits.readAt) > LIMITS_MS) limits = readLimits(time);
      return familiesOf(delay, limits, time);
    },
    stop() {
      lag?.disable();
    },
  };
}

function familiesOf(delay: number, limits: Limits, time: number): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    family(['process_cpu_seconds', 'counter', 'seconds', 'CPU time used by the agent.'], time, [
      [(user + system) / 1e6],
    ]),
    family(['process_resident_memory_bytes', 'gauge', 'bytes', 'Memory the agent holds resident.'], time, [
      [process.memoryUsage.rss()],
    ]),
    family(['process_virtual_memory_bytes', 'gauge', 'bytes', 'Memory the agent has mapped.'], time, [
      [virtualBytes()],
    ]),
    family(
      ['process_virtual_memory_max_bytes', 'gauge', 'bytes', 'Memory it may map; 2^64 is no limit.'],
      time,
      [[limits.addressSpace]],
    ),
    family(['process_open_fds', 'gauge', null, 'Open file descriptors of the agent.'], time, [[openFiles()]]),
    family(['process_max_fds', 'gauge', null, 'File descriptors it may have.'], time, [[limits.files]]),
    family(['process_start_time_seconds', 'gauge', 'seconds', 'When the agent was started.'], time, [
      [Math.round(performance.timeOrigin) / 1000],
    ]),
    family(
      ['nodejs_eventloop_lag_p99_seconds', 'gauge', 'seconds', 'Delay of its event loop, 99th percentile.'],
      time,
      [[delay]],
    ),
    family(['nodejs_heap_size_used_bytes', 'gauge', 'bytes', 'JavaScript heap in use.'], time, [
      [getHeapStatistics().used_heap_size],
    ]),
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

/** Of `vsize` in /proc/self/stat, the twentieth word behind the state; the name before that may hold anything. */
function virtualBytes(): number | null {
  const stat = readOwn('stat') ?? '';
  const bytes = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[20];
  return bytes === undefined ? null : Number(bytes);
}

function readLimits(time: number): Limits {
  const text = readOwn('limits') ?? '';
  return {
    readAt: time,
    addressSpace: limitIn(text, 'Max address space'),
    files: limitIn(text, 'Max open files'),
  };
}

/** The soft limit of that name. */
function limitIn(limits: string, name: string): number | null {
  const most = new RegExp(`^${name} +(\\d+|unlimited)`, 'm').exec(limits)?.[1];
  if (most === undefined) return null;
  return most === 'unlimited' ? 2 ** 64 : Number(most);
}
