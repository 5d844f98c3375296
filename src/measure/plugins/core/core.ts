import { constant } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { physicalCoresSource } from '../../sources/cpu-topology.ts';
import { cpuSource } from '../../sources/stat.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';

const fields = {
  phys: constant('number', 'Physical cores.', { nullWhen: 'the kernel reports no topology' }),
  log: constant('number', 'Logical cores that are online.'),
};

/** Without lxcfs, the cores of the host are listed here. */
const STAT = '/proc/stat';

/** Number of cores: /sys/devices/system/cpu or /proc/cpuinfo, and the `cpuN` lines of /proc/stat. */
export default definePlugin({
  name: 'core',
  shape: 'object',
  description: 'Number of CPU cores.',
  fields,
  create({ use, notice }) {
    const physicalCores = use(physicalCoresSource);
    const cpu = use(cpuSource);
    const whose = use(whoseSource);
    return {
      read() {
        const numbers = cpu().stat.cpus.map(({ number }) => number);
        notice('whose', ofHostText(whose(), whose().isOwn(STAT) ? 'physical cores' : undefined));
        return { phys: physicalCores()(numbers), log: numbers.length };
      },
    };
  },
});
