import { type Said, say } from '../../../core/said.ts';
import { constant, gauge } from '../../../core/fields.ts';
import { type Compared, WORKING } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { loadavgSource } from '../../sources/loadavg.ts';
import { cpuSource } from '../../sources/stat.ts';

const coresOf = ({ cpucore }: Served): number => Math.max(1, cpucore as number);

/** Thresholds apply to the load per core; charts show that of the whole machine. */
const perCore = (field: string, ...alsoDrawn: string[]): Compared => ({
  value: (served) => (served['cpucore'] === UNKNOWN ? null : (served[field] as number) / coresOf(served)),
  of: 'per core',
  series: Object.fromEntries(
    [field, ...alsoDrawn].map((name) => [
      name,
      (threshold: number, served: Served) =>
        served['cpucore'] === UNKNOWN ? null : threshold * coresOf(served),
    ]),
  ),
});
const rule = { header: '', limits: [0.7, 1, 5], delays: WORKING } as const;

/** Maximum number of threads in Linux (PID_MAX_LIMIT). */
const range = [0, 4_194_304] as const;

const fields = {
  min1: gauge('float', 'Mean length of the run queue over one minute.', { range, extremes: true }),
  min5: gauge('float', 'Mean length of the run queue over five minutes.', {
    range,
    level: { ...rule, log: 'never', compared: perCore('min5', 'min1') },
  }),
  min15: gauge('float', 'Mean length of the run queue over fifteen minutes.', {
    range,
    level: { ...rule, log: true, compared: perCore('min15') },
  }),
  cpucore: constant('number', 'Logical cores.'),
};

/** Cores of the host of a guest, where they are unknown: the load is not judged. */
const UNKNOWN = 0;

const ofHostText = (cores: number | null): Said =>
  cores === null
    ? say(
        'this LXC guest shows the load of its host, which is not judged, since the cores of the host are unknown: start lxcfs with -l on the host for that of the guest',
      )
    : say(
        'this LXC guest shows the load of its host, which is judged against its {cores} cores: start lxcfs with -l on the host for that of the guest',
        { cores },
      );

/** Load averages: /proc/loadavg. */
export default definePlugin({
  name: 'load',
  shape: 'object',
  description: 'Load averages.',
  fields,
  create({ use, notice }) {
    const loadavg = use(loadavgSource);
    const cpu = use(cpuSource);
    return {
      read() {
        const { min1, min5, min15, isOfHost, hostCores } = loadavg();
        notice('whose', isOfHost ? ofHostText(hostCores) : null);
        return { min1, min5, min15, cpucore: isOfHost ? (hostCores ?? UNKNOWN) : cpu().stat.cpus.length };
      },
    };
  },
});
