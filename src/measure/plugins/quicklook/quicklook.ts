import { constant, gauge, list, object, type Reading, text, UNKNOWN } from '../../../core/fields.ts';
import type { Limits } from '../../../core/served.ts';
import { FOR_CLIENTS, listOption, textOption, withoutEffect } from '../../../core/options.ts';
import { WORKING } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { percentOf } from '../../linux/percent.ts';
import { cpuModelSource } from '../../sources/cpu-model.ts';
import { physicalCoresSource } from '../../sources/cpu-topology.ts';
import { gpusSource } from '../../sources/gpus/gpus.ts';
import { loadavgSource } from '../../sources/loadavg.ts';
import { memorySource } from '../../sources/memory.ts';
import { cpuSource } from '../../sources/stat.ts';
import { coreFields, coreReading } from '../shared/core-usage.ts';
import type { Clock } from '../../../core/host.ts';
import type { Gpu, GpuSample } from '../../sources/gpus/card.ts';
import { inTime } from '../../../core/in-time.ts';

/** Selectable values; each has thresholds under its name. */
const STATS = ['cpu', 'mem', 'swap', 'load', 'gpu_mem', 'gpu_proc'] as const;

/** Returns the selected values; an unknown word selects everything. */
function select(words: readonly string[]): string[] {
  const isKnown = (word: string): boolean => (STATS as readonly string[]).includes(word);
  return words.every(isKnown) ? [...words] : [...STATS];
}

function selected(limits: Limits): string[] {
  const words = limits['quicklook_list'];
  return Array.isArray(words) ? select(words) : [...STATS];
}

const share = (name: string, description: string) =>
  gauge('percent', description, {
    level: {
      header: name,
      limits: [50, 70, 90],
      delays: WORKING,
      when: (limits) => selected(limits).includes(name),
    },
  });

const coreItem = object(null, 'One logical core.', {
  ...coreFields,
  key: text('Name of the field that identifies the core.'),
});

const fields = {
  cpu: share('cpu', 'Use of all cores together.'),
  mem: share('mem', 'Share of memory that is not available.'),
  swap: share('swap', 'Share of swap space in use.'),
  load: gauge('percent', 'Load over fifteen minutes, per logical core.', {
    // Threads of the kernel, all on one core.
    range: [0, 4_194_304 * 100],
    level: { header: 'load', limits: [70, 100, 500], delays: WORKING },
  }),
  gpu_mem: share('gpu_mem', 'Share of memory in use, mean over all GPUs; 0 unless `list` names it.'),
  gpu_proc: share('gpu_proc', 'Use, mean over all GPUs; 0 unless `list` names it.'),
  percpu: list(null, 'Use of each logical core.', coreItem),
  cpu_name: text('Name of the processor.'),
  cpu_hz_current: constant('hertz', 'Speed now, mean over the cores.', {
    nullWhen: 'the kernel reports no speed',
  }),
  cpu_hz: constant('hertz', 'Highest speed, mean over the cores.', {
    nullWhen: 'the kernel reports no speed',
  }),
  cpu_log_core: constant('number', 'Logical cores that are online.'),
  cpu_phys_core: constant('number', 'Physical cores.', { nullWhen: 'the kernel reports no topology' }),
};

const options = {
  list: listOption(['cpu', 'mem', 'load'], `Values to show: any of ${STATS.join(', ')}.`),
  bar_char: withoutEffect(textOption('▪', 'Character with which user interfaces draw bars.'), FOR_CLIENTS),
  percentage_char: withoutEffect(textOption(undefined, 'Former name of bar_char.'), FOR_CLIENTS),
};

const OF_UNKNOWN_CORES =
  'the load per core is unknown: this LXC guest shows the load of its host, and not how many cores that has';

/** The host's main values, derived from other plugins. Pure. */
export default definePlugin({
  name: 'quicklook',
  metrics: false,
  shape: 'object',
  description: 'The essential numbers of the host.',
  fields,
  options,
  decorate: (views, limits) => ({ ...views, list: selected(limits) }),
  create({ host, options: { list: words }, use, notice }) {
    const looksAt = (stat: (typeof STATS)[number]): boolean => select(words).includes(stat);
    const cpu = use(cpuSource);
    const memory = use(memorySource);
    const loadavg = use(loadavgSource);
    const physicalCores = use(physicalCoresSource);
    const model = use(cpuModelSource);
    const gpuMeans = createGpuMeans(host.clock, use(gpusSource));
    const [showsMem, showsProc] = [looksAt('gpu_mem'), looksAt('gpu_proc')];

    const reading = (gpus: GpuMeans): Reading<typeof fields> => {
      const { usage, cores, stat, problem } = cpu();
      notice('time', problem);
      const { meminfo, memory: sample } = memory();
      const { name, currentHz, maximumHz } = model();
      const { min15, isOfHost, hostCores } = loadavg();
      const loaded = isOfHost ? hostCores : Math.max(1, stat.cpus.length);
      notice('whose', loaded === null ? OF_UNKNOWN_CORES : null);
      return {
        cpu: usage.total,
        mem: sample.percent,
        swap: percentOf(meminfo.swapTotal - meminfo.swapFree, meminfo.swapTotal),
        load: loaded === null ? UNKNOWN : Math.round((min15 / loaded) * 1000) / 10,
        gpu_mem: showsMem ? gpus.mem : 0,
        gpu_proc: showsProc ? gpus.proc : 0,
        percpu: cores.map((core, position) => ({ key: 'cpu_number', ...coreReading(core, position) })),
        cpu_name: name,
        cpu_hz_current: currentHz,
        cpu_hz: maximumHz,
        cpu_log_core: stat.cpus.length,
        cpu_phys_core: physicalCores()(stat.cpus.map(({ number }) => number)),
      };
    };
    // Cards are read only for readers of them: reading wakes a sleeping card.
    if (!showsMem && !showsProc) return { read: () => reading(NO_GPUS) };
    return { read: async () => reading(await gpuMeans()) };
  },
});

interface GpuMeans {
  mem: number;
  proc: number;
}

/** Without cards, or without readers. */
const NO_GPUS: GpuMeans = { mem: 0, proc: 0 };

/** Longest wait for cards, whose drivers may be slow. */
const TIMEOUT_MS = 200;

/** Means over all cards with values; previous ones while a driver is slow or fails. */
export function createGpuMeans(clock: Clock, read: () => Promise<GpuSample>): () => Promise<GpuMeans> {
  let last = NO_GPUS;
  const take = async (): Promise<void> => {
    try {
      const { gpus } = await read();
      last = { mem: meanOf(gpus, 'mem'), proc: meanOf(gpus, 'proc') };
    } catch {
      // The gpu plugin has the reason.
    }
  };
  return async () => {
    await inTime(clock, TIMEOUT_MS, take());
    return last;
  };
}

/** 0 without values. */
function meanOf(gpus: readonly Gpu[], what: 'mem' | 'proc'): number {
  const values = gpus.flatMap((gpu) => gpu[what] ?? []);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
