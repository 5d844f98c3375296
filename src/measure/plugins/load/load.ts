import { constant, gauge } from '../../../core/fields.ts';
import type { Served } from '../../../core/served.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { loadavgSource } from '../../sources/loadavg.ts';
import { cpuSource } from '../../sources/stat.ts';

/** Load is judged per core. */
const perCore = (field: string) => (served: Served) =>
  (served[field] as number) / Math.max(1, served['cpucore'] as number);

/** Drawn for the whole machine. */
const series = (...fields: string[]) =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      (threshold: number, { cpucore }: Served) => threshold * Math.max(1, cpucore as number),
    ]),
  );
const rule = { header: '', limits: [0.7, 1, 5], of: 'per core' } as const;

const fields = {
  min1: gauge('float', 'Mean length of the run queue over one minute.', { extremes: true }),
  min5: gauge('float', 'Mean length of the run queue over five minutes.', {
    level: { ...rule, silent: true, value: perCore('min5'), series: series('min5', 'min1') },
  }),
  min15: gauge('float', 'Mean length of the run queue over fifteen minutes.', {
    level: { ...rule, log: true, value: perCore('min15'), series: series('min15') },
  }),
  cpucore: constant('number', 'Logical cores.'),
};

/** Load averages: /proc/loadavg. */
export default definePlugin({
  name: 'load',
  shape: 'object',
  description: 'Load averages.',
  fields,
  create({ use }) {
    const loadavg = use(loadavgSource);
    const cpu = use(cpuSource);
    return {
      read() {
        const { min1, min5, min15 } = loadavg();
        return { min1, min5, min15, cpucore: cpu().stat.cpus.length };
      },
    };
  },
});
