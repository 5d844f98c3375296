import { parseLoadavg } from '../../../measure/linux/loadavg.ts';
import { parseMeminfoLines } from '../../../measure/linux/meminfo.ts';
import { createNamedCountersReader } from '../../../measure/linux/named-counters.ts';
import { parseSysfsNumber } from '../number-at.ts';
import type { Collector } from '../collector.ts';

export const loadavg: Collector = {
  name: 'loadavg',
  collect(host, put) {
    const { min1, min5, min15 } = parseLoadavg(host.read('/proc/loadavg'));
    put('node_load1', 'Load over one minute.', min1);
    put('node_load5', 'Load over five minutes.', min5);
    put('node_load15', 'Load over fifteen minutes.', min15);
  },
};

/** `Active(anon)` becomes `Active_anon`. */
export const meminfo: Collector = {
  name: 'meminfo',
  collect(host, put, kept) {
    const metrics = kept('meminfo', () => new Map<string, string>());
    for (const { name, value, isBytes } of parseMeminfoLines(host.read('/proc/meminfo'))) {
      let metric = metrics.get(name);
      if (metric === undefined) metrics.set(name, (metric = memoryMetric(name, isBytes)));
      put(metric, `${name} of /proc/meminfo.`, value);
    }
  },
};

function memoryMetric(name: string, isBytes: boolean): string {
  const words = name.replaceAll('(', '_').replaceAll(')', '').replaceAll(/\W/g, '_');
  return `node_memory_${words}${isBytes ? '_bytes' : ''}`;
}

const SHOWN = /^(?:oom_kill|pgpg|pswp|pg.*fault)/;

export const vmstat: Collector = {
  name: 'vmstat',
  isUntyped: true,
  collect(host, put, kept) {
    const read = kept('vmstat', () => createNamedCountersReader((name) => SHOWN.test(name)));
    for (const [name, value] of read(host.read('/proc/vmstat')))
      put(`node_vmstat_${name}`, `${name} of /proc/vmstat.`, value);
  },
};

/** Devices and files of swap: /proc/swaps, in KiB. */
export const swap: Collector = {
  name: 'swap',
  collect(host, put) {
    const [, ...lines] = Buffer.from(host.read('/proc/swaps')).toString('utf8').trimEnd().split('\n');
    for (const line of lines) {
      const [device = '', type = '', ...numbers] = line.trim().split(/\s+/);
      const [size, used, priority] = numbers.map(parseSysfsNumber);
      const labels = [
        ['device', device],
        ['type', type],
      ] as const;
      const bytes = (kibibytes: number | null | undefined) =>
        typeof kibibytes === 'number' ? kibibytes * 1024 : null;
      put('node_swap_size_bytes', 'Size of a device or file of swap.', bytes(size), ...labels);
      put('node_swap_used_bytes', 'Used part of a device or file of swap.', bytes(used), ...labels);
      put(
        'node_swap_priority',
        'Of several, the one with the highest number is used first.',
        priority ?? null,
        ...labels,
      );
    }
  },
};
