import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import { constant, gauge, type Reading, text } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import { headerLevel } from '../shared/header-level.ts';
import { levelViews } from '../shared/level-views.ts';
import { readAmdNpu } from './amd.ts';
import { readIntelNpu } from './intel.ts';
import type { Npu } from './reading.ts';
import { readRockchipNpu } from './rockchip.ts';

const fields = {
  npu_id: text('Identifier by maker: amd_1, intel_1 or rockship_1.', { metric: { label: 'npu' } }),
  name: text('Name of the processor.', { metric: { info: 'name' } }),
  load: gauge('percent', 'Share of time in which the processor was busy.', {
    nullWhen: 'only the driver of Rockchip reports it, and only to root',
    level: headerLevel('load', [50, 70, 90]),
  }),
  freq: gauge('percent', 'Speed now, as a share of the highest.', {
    metric: { name: 'frequency' },
    nullWhen: 'its driver reports no speed',
    level: headerLevel('freq', [50, 70, 90]),
  }),
  freq_current: gauge('hertz', 'Speed now.', {
    nullWhen: 'its driver reports no speed',
    metric: { name: 'frequency' },
  }),
  freq_max: constant('hertz', 'Highest speed.', {
    nullWhen: 'its driver reports no speed',
    metric: { name: 'frequency_max' },
  }),
  mem: gauge('percent', 'Share of memory in use.', {
    nullWhen: 'no driver reports it yet',
    level: headerLevel('mem'),
  }),
  memory_used: gauge('byte', 'Memory in use.', { nullWhen: 'no driver reports it yet' }),
  memory_total: constant('byte', 'Memory.', { nullWhen: 'no driver reports it yet' }),
  temperature: gauge('celsius', 'Temperature of the processor.', {
    nullWhen: 'only the driver of Intel reports it',
    level: headerLevel('temperature', [60, 70, 80]),
  }),
  power: gauge('watt', 'Power drawn.', { nullWhen: 'only the driver of Intel reports it' }),
};

/** Neural processors, at most one per vendor. */
export default definePlugin({
  name: 'npu',
  shape: 'list',
  key: 'npu_id',
  description: 'Use and speed of processors for neural networks.',
  fields,
  decorate: levelViews({ key: 'npu_id', fields: ['load', 'freq', 'mem'], emptyWithoutValue: true }),
  create({ host, use, notice }) {
    const whose = use(whoseSource);
    return {
      read() {
        const npus = [readAmdNpu(host), readIntelNpu(host), readRockchipNpu(host, notice)];
        const found = npus.filter((npu) => npu !== null);
        if (found.length === 0) throw new Unsupported(say(ABSENT));
        notice('whose', ofHostText(whose()));
        return found.map(readingOf);
      },
    };
  },
});

const ABSENT: Phrase =
  'no NPU found: looked for AMD (/sys/bus/pci/drivers/amdxdna), Intel (/sys/class/accel) and Rockchip (/sys/class/devfreq/*npu*, and /sys/kernel/debug/rknpu, which only root can see)';

function readingOf(npu: Npu): Reading<typeof fields> {
  const { frequency, highestFrequency } = npu;
  const isKnown = frequency !== null && highestFrequency !== null && highestFrequency > 0;
  return {
    npu_id: npu.id,
    name: npu.name,
    load: npu.load,
    freq: isKnown ? Math.trunc((frequency / highestFrequency) * 100) : null,
    freq_current: frequency,
    freq_max: highestFrequency,
    mem: null,
    memory_used: null,
    memory_total: null,
    temperature: npu.temperature,
    power: npu.power,
  };
}
