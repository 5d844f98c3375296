import { constant, flag, gauge, list, object, text } from '../../../core/fields.ts';
import type { Range } from '../../../core/range.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import { cpuTimesMembers, NICE, ioCountersField, memoryInfoMembers, timeField } from './fields.ts';

/** Missing when `disable_stats` names it. */
const SPARSE = { sparse: true } as const;
/** Missing likewise; null if the kernel refuses to tell. */
const REFUSABLE = { sparse: true, nullWhen: 'the kernel does not show it to the user of the agent' } as const;
/** Only for the one process that was selected. */
const EXTENDED = { sparse: true, nullWhen: 'the kernel does not show it to the user of the agent' } as const;

/** Over as many samples as there are. */
const SUM = { ...SPARSE, range: [0, Number.MAX_SAFE_INTEGER] } as const;

const statistics = <P extends string>(prefix: P, what: string, range: Range) =>
  ({
    [`${prefix}_min`]: constant('percent', `Smallest ${what} since the process was selected.`, {
      ...SPARSE,
      range,
    }),
    [`${prefix}_max`]: constant('percent', `Largest ${what} since the process was selected.`, {
      ...SPARSE,
      range,
    }),
    [`${prefix}_mean_sum`]: constant('percent', `Sum of ${what} over the samples of the mean.`, SUM),
    [`${prefix}_mean_counter`]: constant('number', `Samples of the mean of ${what}.`, SPARSE),
    [`${prefix}_mean`]: constant('percent', `Mean ${what} since the process was selected.`, {
      ...SPARSE,
      range,
    }),
  }) as Record<
    `${P}_${'min' | 'max' | 'mean_sum' | 'mean_counter' | 'mean'}`,
    ReturnType<typeof constant<typeof SPARSE>>
  >;

/** Fields of a process: those of its entry in a scan. */
export const entryFields = {
  pid: constant('number', 'Process id.'),
  name: text('Name of the program.', { unit: 'string' }),
  cmdline: list(
    'list',
    'Program and arguments, 4 kB at most (64 kB of a process that is asked for alone): where they are cut, the last one ends with `…`.',
    text('One argument.'),
    { ...REFUSABLE, holdsArguments: true },
  ),
  username: text('User who runs it.', { ...REFUSABLE, unit: 'string' }),
  status: text(
    'State: R running, S sleeping, D waiting for a disk, T stopped, Z ended but not waited for, I idle kernel thread, ' +
      'W waking, P parked, X dead, ? not collected.',
    { unit: 'string' },
  ),
  nice: constant('number', 'Priority from -20 (first) to 19 (last).', { ...SPARSE, range: NICE }),
  num_threads: constant('number', 'Number of threads.', SPARSE),
  cpu_percent: gauge('percent', 'Use of CPU since the previous sample; 100 is one whole core.', {
    range: CPU_PERCENT,
    sparse: true,
    history: false,
  }),
  memory_percent: gauge('percent', 'Share of the memory of the machine that it holds resident.', {
    ...REFUSABLE,
    history: false,
  }),
  cpu_times: object('second', 'CPU time used so far.', cpuTimesMembers, SPARSE),
  memory_info: object('byte', 'Memory by kind.', memoryInfoMembers, REFUSABLE),
  io_counters: ioCountersField,
  gids: object(
    'number',
    'Group ids.',
    {
      real: constant('number', 'Real group id.'),
      effective: constant('number', 'Effective group id.'),
      saved: constant('number', 'Saved group id.'),
    },
    REFUSABLE,
  ),
  cpu_num: constant('number', 'Core it last ran on, from 0.', SPARSE),
  time_since_update: timeField,
  extended_stats: flag('bool', 'Present and true for the process selected for extended statistics.', SPARSE),
  cpu_affinity: list('number', 'Cores it may run on.', constant('number', 'Number of a core.'), EXTENDED),
  ionice: object(
    'number',
    'I/O priority.',
    {
      ioclass: constant('number', '0 none, 1 real-time, 2 best effort, 3 idle.'),
      value: constant('number', 'Priority within the class; 0 is first.'),
    },
    EXTENDED,
  ),
  num_ctx_switches: object(
    'number',
    'Context switches so far.',
    {
      voluntary: constant('number', 'Voluntary: the process waits for something.'),
      involuntary: constant('number', 'Involuntary: other processes run first.'),
    },
    EXTENDED,
  ),
  num_fds: constant('number', 'Open files, sockets included.', EXTENDED),
  memory_swap: constant('byte', 'Memory in swap.', EXTENDED),
  tcp: constant('number', 'TCP sockets.', EXTENDED),
  udp: constant('number', 'UDP sockets.', EXTENDED),
  ...statistics('cpu', 'use of CPU', CPU_PERCENT),
  ...statistics('memory', 'share of memory', [0, 100]),
};
