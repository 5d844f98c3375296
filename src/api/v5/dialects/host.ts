/** Plugins of the host as a whole. */
import { uptimeSeconds } from '../../../core/export-view.ts';
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Dialect, Member } from '../dialect.ts';

const HISTORY = { hasHistory: true } as const;
const PROMINENT = { isProminent: true } as const;
const INTERNAL = { isInternal: true } as const;

export const cpu: Dialect = {
  members: {
    total: PROMINENT,
    user: HISTORY,
    system: HISTORY,
    iowait: PROMINENT,
    ctx_switches: { short: 'ctx_sw' },
    interrupts: { short: 'inter' },
    soft_interrupts: { short: 'sw_int' },
    cpucore: INTERNAL,
  },
};

/** Linux counts neither. */
const onWindows = { dpc: { isSparse: true }, interrupt: { isSparse: true } } as const;

const shares = (header: string) => ({ header, limits: [50, 70, 90] }) as const;

export const percpu: Dialect = {
  isQuiet: true,
  members: {
    ...onWindows,
    cpu_number: { unit: 'number' },
    user: { hasHistory: true, clients: shares('user') },
    system: { hasHistory: true, clients: shares('system') },
    iowait: { clients: shares('iowait') },
  },
  beside: ({ limitsOf }) => ({ max_cpu_display: limitsOf('percpu')['percpu_max_cpu_display'] ?? null }),
};

const perCore = { hasHistory: true, normalizedBy: 'cpucore' } as const;

export const load: Dialect = {
  members: {
    min1: HISTORY,
    min5: perCore,
    min15: { ...perCore, isProminent: true },
    cpucore: INTERNAL,
  },
};

export const mem: Dialect = {
  members: {
    // On BSD only.
    wired: { isSparse: true },
    percent: { hasHistory: true, isProminent: true },
    available: { short: 'avail' },
    inactive: { short: 'inacti' },
    buffers: { short: 'buffer' },
  },
};

/** Rates come from the counters of `paging`. */
const swapped = (from: string): Member => ({ from, unit: 'bytespers', judgedBy: null, isStrict: true });

export const memswap: Dialect = {
  members: {
    percent: { hasHistory: true, isProminent: true },
    sin: swapped('paging.swapped_in'),
    sout: swapped('paging.swapped_out'),
  },
};

const share = { hasHistory: true } as const;
const chief = { hasHistory: true, isProminent: true } as const;
/** Means of cards are 0 unless they are selected. */
const ofCards: Member = {
  hasHistory: true,
  isSparse: true,
};

const LEVELS = [
  ['critical', 2],
  ['warning', 1],
  ['careful', 0],
] as const;

const levelIn = (limits: readonly number[], total: ServedMember): string =>
  LEVELS.find(([, at]) => typeof total === 'number' && total >= (limits[at] ?? Infinity))?.[0] ?? 'ok';

const CORE_LIMITS = [50, 70, 90];

/** Wide machines show some cores one by one, and the mean of the others. */
function othersOf({ percpu: cores }: Served, most: ServedMember): Served | null {
  const others = (Array.isArray(cores) ? (cores as Served[]) : []).slice(typeof most === 'number' ? most : 4);
  if (others.length === 0) return null;
  const total = others.reduce((sum, core) => sum + Number(core['total'] ?? 0), 0) / others.length;
  const shown = Math.round(total * 10) / 10;
  return { total: shown, level: levelIn(CORE_LIMITS, shown) };
}

const listed = (words: ServedMember): string[] => (Array.isArray(words) ? (words as string[]) : []);

export const quicklook: Dialect = {
  isQuiet: true,
  members: {
    cpu: chief,
    mem: chief,
    load: chief,
    swap: share,
    gpu_mem: {
      ...ofCards,
      value: (item, { limitsOf }) =>
        listed(limitsOf('quicklook')['quicklook_list']).includes('gpu_mem') ? item['gpu_mem'] : undefined,
    },
    gpu_proc: {
      ...ofCards,
      value: (item, { limitsOf }) =>
        listed(limitsOf('quicklook')['quicklook_list']).includes('gpu_proc') ? item['gpu_proc'] : undefined,
    },
    percpu: {
      unit: 'percent',
      isInternal: true,
      value: ({ percpu: cores }) =>
        (Array.isArray(cores) ? (cores as Served[]) : []).map(({ cpu_number, total }) => ({
          cpu_number,
          total,
          level: levelIn(CORE_LIMITS, total),
        })),
    },
    cpu_name: INTERNAL,
    cpu_log_core: INTERNAL,
    cpu_phys_core: INTERNAL,
    cpu_hz: { isSparse: true, isInternal: true },
    cpu_hz_current: { isSparse: true, isInternal: true },
    percpu_other: {
      unit: 'list',
      description: 'The mean of the cores that are not shown one by one; null: there are none.',
      isInternal: true,
      value: (item, { limitsOf }) => othersOf(item, limitsOf('percpu')['percpu_max_cpu_display']),
    },
    max_cpu_display: {
      unit: 'number',
      description: 'Cores that are shown one by one.',
      isInternal: true,
      value: (_item, { limitsOf }) => limitsOf('percpu')['percpu_max_cpu_display'] ?? 4,
    },
    stats_list: {
      unit: 'list',
      description: 'Values to show.',
      isInternal: true,
      value: (_item, { limitsOf }) => listed(limitsOf('quicklook')['quicklook_list']),
    },
    bar_char: {
      unit: 'string',
      description: 'Character with which user interfaces draw bars.',
      isInternal: true,
      value: (_item, { limitsOf }) => listed(limitsOf('quicklook')['quicklook_bar_char'])[0] ?? '▪',
    },
  },
};

const named = (member: string) => (value: string | null) =>
  value === null ? undefined : { [member]: value };

export const uptime: Dialect = {
  whole: (value: string | null) => (value === null ? undefined : { seconds: uptimeSeconds(value) }),
  members: { seconds: { from: 'seconds', unit: 'seconds', description: 'Time since the host was started.' } },
};

const VERSION = { from: 'version', unit: 'string' } as const;

export const version: Dialect = {
  whole: named('version'),
  members: { version: { ...VERSION, description: 'Version of the service.' } },
};

export const psutilversion: Dialect = {
  name: 'psutilversion',
  whole: named('version'),
  members: { version: { ...VERSION, description: 'Version of the library that samples the host.' } },
};

/** Absent where the service of connections does not answer, and while the firewall tracks nothing. */
const COUNTS =
  'LISTEN ESTABLISHED SYN_SENT SYN_RECV FIN_WAIT1 FIN_WAIT2 TIME_WAIT CLOSE CLOSE_WAIT LAST_ACK initiated terminated ' +
  'nf_conntrack_count nf_conntrack_max nf_conntrack_percent';

export const connections: Dialect = {
  without: 'CLOSING',
  members: Object.fromEntries(COUNTS.split(' ').map((name) => [name, { isSparse: true }])),
};

export const ip: Dialect = {};
export const cloud: Dialect = { isQuiet: true };
