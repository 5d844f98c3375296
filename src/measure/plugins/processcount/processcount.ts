import { constant, gauge } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { processes } from '../../sources/processes/processes.ts';

/** Counts over all processes, whatever the process list shows. Its `refresh` paces the process lists too. */
export default definePlugin({
  name: 'processcount',
  description: 'Number of processes and threads.',
  shape: 'object',
  weight: 'heavy',
  fields: {
    total: gauge('number', 'Processes, kernel threads included.', {
      metric: { noun: 'processes' },
    }),
    running: gauge('number', 'Processes that run or could run.'),
    sleeping: gauge(
      'number',
      'Processes that sleep and can be woken; idle kernel threads are not among them.',
    ),
    thread: gauge('number', 'Threads of all processes.', {
      nullWhen: 'threads are not collected',
    }),
    pid_max: constant('number', 'Pids stay below this number (/proc/sys/kernel/pid_max); 0 when unknown.'),
  },
  create({ host, use }) {
    const scan = use(processes);
    return {
      async read() {
        const { counts } = await scan();
        return { ...counts, pid_max: Number(host.readText('/proc/sys/kernel/pid_max') ?? 0) };
      },
    };
  },
});
