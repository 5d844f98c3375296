import { constant, gauge, list, object, text } from '../../../core/fields.ts';
import { CPU_PERCENT } from '../../../core/ranges.ts';
import { definePlugin } from '../../../core/plugin.ts';
import {
  cpuTimesMembers,
  NICE,
  ioCountersField,
  memoryInfoMembers,
  timeField,
} from '../../sources/processes/fields.ts';
import { processes } from '../../sources/processes/processes.ts';
import { createValueCheck } from '../../../core/value-check.ts';
import { inSlices, Slice } from '../../../core/slice.ts';
import { MANY } from '../../sources/processes/pids.ts';
import { Programs } from './group.ts';

const NULLABLE = { nullWhen: 'it is not collected, or the kernel refuses it' } as const;

const fields = {
  name: text('Name of the program.', { unit: 'string' }),
  pid: text('Always `_`; see childrens.'),
  childrens: list('number', 'Pids of the processes.', constant('number', 'A pid.')),
  nprocs: constant('number', 'Number of processes.'),
  cmdline: list('list', 'Name of the program, as the only argument.', text('Name of the program.')),
  username: text('User of all processes; `_`: they differ.', { ...NULLABLE, unit: 'string' }),
  status: text('State of all processes; `_`: they differ.', { unit: 'string' }),
  nice: constant('number', 'Priority of all processes; `_`: they differ.', {
    ...NULLABLE,
    orText: true,
    range: NICE,
  }),
  num_threads: constant('number', 'Threads of all processes.', NULLABLE),
  cpu_percent: gauge('percent', 'Use of CPU since the previous sample; 100 is one whole core.', {
    range: CPU_PERCENT,
    ...NULLABLE,
    history: false,
  }),
  memory_percent: gauge('percent', 'Share of the memory of the machine.', {
    ...NULLABLE,
    history: false,
    // Memory that processes share counts for each of them.
    range: [0, 1e6],
  }),
  cpu_times: object('second', 'CPU time used so far.', cpuTimesMembers, NULLABLE),
  memory_info: object('byte', 'Memory by kind.', memoryInfoMembers, NULLABLE),
  io_counters: ioCountersField,
  time_since_update: timeField,
};

/** Processes grouped by name, ordered by the sums. */
export default definePlugin({
  name: 'programlist',
  metrics: false,
  description: 'Programs: processes of the same name taken together.',
  shape: 'list',
  key: 'name',
  keepsItems: true,
  keyMember: false,
  weight: 'heavy',
  pacedBy: 'processcount',
  fields,
  create({ host, use }) {
    const scan = use(processes);
    const programs = new Programs(createValueCheck(fields));
    return {
      async read() {
        const { sorted, sortKey } = await scan();
        const slice = new Slice({ now: () => host.clock.monotonic() });
        // The list of processes is completed in the turn in which the scan ends.
        if (sorted.length > MANY) await slice.next();
        return inSlices(programs.update(sorted, sortKey), slice);
      },
    };
  },
});
