/** Metrics of this process, with the names of Prometheus client libraries. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import type { Family } from './family.ts';
import { family } from './own.ts';
import { orNull } from '../../core/or-null.ts';

interface ProcessMetrics {
  collect(time: number): Family[];
  stop(): void;
}

/** Milliseconds between samples of the event loop's delay: at 20 ms they would cost more than the scrapes. */
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
  const memory = createMemoryReader();
  return {
    collect(time) {
      // Measuring costs a timer, so it starts with the first collection.
      if (lag === null) {
        lag = monitorEventLoopDelay({ resolution: LAG_MS });
        lag.enable();
      }
      const delay = lag.count > 0 ? Math.max(0, (lag.percentile(99) / 1e6 - LAG_MS) / 1000) : 0;
      lag.reset();
      if (limits === null || Math.abs(time - limits.readAt) > LIMITS_MS) limits = readLimits(time);
      return familiesOf({ delay, limits, memory: memory.read() }, time);
    },
    stop() {
      lag?.disable();
      memory.close();
    },
  };
}

interface Measured {
  /** Seconds. */
  readonly delay: number;
  readonly limits: Limits;
  readonly memory: Memory;
}

function familiesOf({ delay, limits, memory }: Measured, time: number): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    family(['process_cpu_seconds', 'counter', 'seconds', 'CPU time used by the agent.'], time, [
      [(user + system) / 1e6],
    ]),
    family(['process_resident_memory_bytes', 'gauge', 'bytes', 'Memory the agent holds resident.'], time, [
      [memory.resident],
    ]),
    family(['process_virtual_memory_bytes', 'gauge', 'bytes', 'Memory the agent has mapped.'], time, [
      [memory.virtual],
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

// A metric of the agent itself is left out, whatever the reason.
const readOwn = (name: string): string | null => orNull(() => readFileSync(`/proc/self/${name}`, 'latin1'));

/** Since Linux 6.2 the size of the folder is the number; listing a thousand takes as long as the rest of a scrape. */
function openFiles(): number | null {
  // A metric of the agent itself is left out, whatever the reason.
  return orNull(() => statSync('/proc/self/fd').size || readdirSync('/proc/self/fd').length);
}

/** Bytes; null: unknown. */
interface Memory {
  readonly resident: number | null;
  readonly virtual: number | null;
}

/** Larger than the file. */
const STATM_BYTES = 256;

/**
 * Creates a reader whose file stays open, since opening and closing it costs several times as much as reading. For `stat` the
 * kernel visits all threads.
 */
function createMemoryReader(): { read(): Memory; close(): void } {
  const buffer = Buffer.allocUnsafe(STATM_BYTES);
  let descriptor: number | null = null;
  let pageSize: number | null = null;
  return {
    read() {
      try {
        descriptor ??= openSync('/proc/self/statm', 'r');
        const text = buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, STATM_BYTES, 0));
        const [mapped = 0, pages = 0] = text.split(' ', 2).map(Number);
        // Node.js reads the same file; the two values differ by less than half a page.
        pageSize ??= 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages));
        return { virtual: mapped * pageSize, resident: pages * pageSize };
      } catch {
        // Node.js reads the same file, and fails for the same reasons.
        return { virtual: null, resident: null };
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

function readLimits(time: number): Limits {
  const text = readOwn('limits') ?? '';
  return {
    readAt: time,
    addressSpace: limitIn(text, 'Max address space'),
    files: limitIn(text, 'Max open files'),
  };
}

/** Returns the soft limit with that name; null if unknown. */
function limitIn(limits: string, name: string): number | null {
  const most = new RegExp(`^${name} +(\\d+|unlimited)`, 'm').exec(limits)?.[1];
  if (most === undefined) return null;
  return most === 'unlimited' ? 2 ** 64 : Number(most);
}
