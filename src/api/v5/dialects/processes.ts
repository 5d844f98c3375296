/** Processes and programs. */
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Dialect, Member } from '../dialect.ts';

const internal = { isInternal: true } as const;

const measured = (header: string): Member => ({
  clients: { header, limits: [50, 70, 90] },
  judgedBy: null,
});

const common = {
  status: { words: 'status' },
  nice: { words: 'nice' },
  cpu_percent: measured('cpu'),
  memory_percent: measured('mem'),
  memory_info: { ...internal, unit: 'byte' },
  cpu_times: { ...internal, unit: 'second' },
  io_counters: { ...internal, unit: 'byte' },
} satisfies Dialect['members'];

/** Of the process that is pinned. */
const EXTENDED =
  'extended_stats cpu_affinity ionice num_ctx_switches num_fds memory_swap tcp udp ' +
  ['cpu', 'memory']
    .flatMap((what) => ['min', 'max', 'mean_sum', 'mean_counter', 'mean'].map((one) => `${what}_${one}`))
    .join(' ');

const isPinned = (item: Served): boolean => item['extended_stats'] === true;

export const processlist: Dialect = {
  isQuiet: true,
  without: `time_since_update ${EXTENDED}`,
  members: { ...common, gids: internal },
  beside({ latest }) {
    const pinned = ((latest('processlist') ?? []) as Served[]).find(isPinned);
    return pinned === undefined ? {} : { extended: pinned };
  },
};

/** Five numbers for each process, added up; the last one says that those of the previous sample are known. */
function addedUp({ io_counters: counters }: Served): ServedMember {
  if (!Array.isArray(counters)) return counters;
  const sums = [0, 0, 0, 0, 0];
  for (const [at, value] of (counters as number[]).entries())
    sums[at % 5] = at % 5 === 4 ? Math.max(sums[4] as number, value) : (sums[at % 5] as number) + value;
  return sums;
}

export const programlist: Dialect = {
  isQuiet: true,
  section: 'processlist',
  without: 'pid childrens time_since_update',
  members: { ...common, io_counters: { ...common.io_counters, value: addedUp } },
};

const counted = { hasHistory: true } as const;

export const processcount: Dialect = {
  without: 'ended_cpu_percent',
  members: {
    total: counted,
    running: counted,
    sleeping: counted,
    thread: counted,
    sort_key: {
      unit: 'string',
      description: 'Field by which the process list is sorted.',
      isInternal: true,
      value: (_item, { processOrder }) => processOrder()?.key,
    },
    auto_sort: {
      unit: 'bool',
      description: 'The order follows the alerts.',
      isInternal: true,
      value: (_item, { processOrder }) => processOrder()?.isAutomatic,
    },
  },
};
