/** Containers, virtual machines and applications. */
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Dialect } from '../dialect.ts';

const internal = { isInternal: true } as const;
const sparse = { isSparse: true, isInternal: true } as const;

/** Percent of a limit; null while either is unknown. */
const shareOf = (used: ServedMember, most: ServedMember): number | null =>
  typeof used === 'number' && typeof most === 'number' && most > 0 ? (used * 100) / most : null;

/** Without the cache of files that can be dropped at once. */
function ownMemory({ memory_usage: usage, memory_inactive_file: cache }: Served): number | null {
  if (typeof usage !== 'number') return null;
  return usage - (typeof cache === 'number' ? cache : 0);
}

export const containers: Dialect = {
  without: 'cpu cpu_time memory io network',
  members: {
    alias: sparse,
    id: internal,
    status: { judgedBy: null },
    cpu_percent: { hasHistory: true, thresholdField: 'cpu' },
    memory_usage: { judgedBy: null },
    memory_usage_no_cache: {
      unit: 'bytes',
      description: 'Memory it uses, without the file cache that can be dropped at once.',
      value: ownMemory,
    },
    memory_percent: {
      description: 'Share of memory_limit in use, without the file cache that can be dropped at once.',
      judgedBy: 'memory_usage',
      thresholdField: 'mem',
      value: (item) => shareOf(ownMemory(item), item['memory_limit']),
    },
    io_rx: { unit: 'bytespers' },
    io_wx: { unit: 'bytespers' },
    network_rx: { unit: 'bytespers' },
    network_tx: { unit: 'bytespers' },
    pod_name: sparse,
    pod_id: sparse,
  },
  beside: ({ limitsOf }) => ({
    disable_stats: limitsOf('containers')['containers_disable_stats'] ?? [],
    max_name_size: limitsOf('containers')['containers_max_name_size'] ?? 20,
  }),
};

export const vms: Dialect = {
  members: {
    id: internal,
    status: { judgedBy: null },
    cpu_time: { unit: 'percent', thresholdField: 'cpu' },
    memory_usage: { hasHistory: true, judgedBy: null },
    memory_percent: {
      unit: 'percent',
      description: 'Share of memory_total in use.',
      judgedBy: 'memory_usage',
      thresholdField: 'mem',
      value: (item) => shareOf(item['memory_usage'], item['memory_total']),
    },
    load_1min: { thresholdField: 'load' },
  },
};

export const amps: Dialect = {
  isQuiet: true,
  hasOwnLimits: true,
  members: {
    timer: internal,
    refresh: internal,
    result_float: {
      unit: 'float',
      description: 'The result as a number; null where it is none.',
      isInternal: true,
      value: ({ result }) =>
        typeof result === 'string' && /^\s*[+-]?\d/.test(result) ? parsed(result) : null,
    },
  },
};

const parsed = (text: string): number | null => {
  const number = Number(text.trim());
  return Number.isNaN(number) ? null : number;
};
