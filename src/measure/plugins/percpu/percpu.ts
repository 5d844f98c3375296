import { FOR_CLIENTS, integerOption, thresholdOptions, withoutEffect } from '../../../core/options.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { cpuSource } from '../../sources/stat.ts';
import { coreFields, coreReading } from '../shared/core-usage.ts';

const options = {
  max_cpu_display: withoutEffect(
    integerOption(4, 'Number of cores that a user interface shows.', [0, 4096]),
    FOR_CLIENTS,
  ),
  ...thresholdOptions('user', [50, 70, 90], FOR_CLIENTS),
  ...thresholdOptions('system', [50, 70, 90], FOR_CLIENTS),
  ...thresholdOptions('iowait', [50, 70, 90], FOR_CLIENTS),
};

/** Use of each logical core: /proc/stat, lines `cpuN`. The thresholds are for user interfaces; nothing is judged here. */
export default definePlugin({
  name: 'percpu',
  shape: 'list',
  key: 'cpu_number',
  description: 'Use of each logical CPU core.',
  fields: coreFields,
  options,
  create({ use, notice }) {
    const cpu = use(cpuSource);
    return {
      read() {
        const { cores, problem } = cpu();
        notice('time', problem);
        return cores.map(coreReading);
      },
    };
  },
});
