import { constant } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { physicalCoresSource } from '../../sources/cpu-topology.ts';
import { cpuSource } from '../../sources/stat.ts';

const fields = {
  phys: constant('number', 'Physical cores.', { nullWhen: 'the kernel reports no topology' }),
  log: constant('number', 'Logical cores that are online.'),
};

/** Number of cores: /sys/devices/system/cpu or /proc/cpuinfo, and the `cpuN` lines of /proc/stat. */
export default definePlugin({
  name: 'core',
  shape: 'object',
  description: 'Number of CPU cores.',
  fields,
  create({ use }) {
    const physicalCores = use(physicalCoresSource);
    const cpu = use(cpuSource);
    return {
      read() {
        const numbers = cpu().stat.cpus.map(({ number }) => number);
        return { phys: physicalCores()(numbers), log: numbers.length };
      },
    };
  },
});
