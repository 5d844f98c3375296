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
    ended_cpu_percent: gauge(
      'percent',
      'CPU use of processes that began and ended between two samples, so that no list has them. 100 is one core.',
      { nullWhen: 'this is the first sample' },
    ),
    pid_max: constant('number', 'Pids stay below this number (/proc/sys/kernel/pid_max); 0 when unknown.'),
  },
  create({ host, use }) {
    const scan = use(processes);
    return {
      async read() {
        const { counts, ended, seconds } = await scan();
        return {
          ...counts,
          ended_cpu_percent: seconds === null ? null : Math.round((1000 * ended) / seconds) / 10,
          pid_max: Number(host.readText('/proc/sys/kernel/pid_max') ?? 0),
        };
      },
    };
  },
});
