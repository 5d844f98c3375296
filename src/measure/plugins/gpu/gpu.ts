import { gauge, text } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { gpusSource } from '../../sources/gpus/gpus.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import { headerLevel } from '../shared/header-level.ts';
import { WORKING } from '../../../core/level-rule.ts';
import { levelViews } from '../shared/level-views.ts';

const fields = {
  gpu_id: text('Maker and number of the card: nvidia0, amd0, intel0, arm0.', { metric: { label: 'gpu' } }),
  name: text('Name of the card.', { metric: { info: 'name' } }),
  mem: gauge('percent', 'Memory in use.', {
    nullWhen: 'its driver reports none',
    level: headerLevel('mem', [50, 70, 90], WORKING),
  }),
  proc: gauge(
    'percent',
    'Share of time in which the card was busy; of Intel cards, clock speed as a share of the maximum.',
    {
      nullWhen: 'its driver reports none',
      // Engines that work at the same time are added up; a card may exceed its nominal speed.
      cappedUpTo: 1000,
      level: headerLevel('proc', [50, 70, 90], WORKING),
    },
  ),
  temperature: gauge('celsius', 'Temperature of the chip.', {
    nullWhen: 'its driver reports none',
    level: headerLevel('temperature', [60, 70, 80]),
  }),
  fan_speed: gauge('percent', 'Speed of the fan as a share of full speed.', {
    nullWhen: 'only the driver of NVIDIA reports it, for cards with a fan',
    // The driver reports more than 100 for some cards (nvmlDeviceGetFanSpeed).
    cappedUpTo: 200,
    wireUnit: 'rpm',
  }),
};

/** Graphics cards. Heavy: it calls a driver's library or scans all descriptors of the host, and either keeps a notebook's card awake. */
export default definePlugin({
  name: 'gpu',
  shape: 'list',
  key: 'gpu_id',
  weight: 'heavy',
  description: 'Use, memory and temperature of graphics cards.',
  fields,
  decorate: levelViews({ key: 'gpu_id', fields: ['proc', 'mem', 'temperature'] }),
  create({ use, notice }) {
    const cards = use(gpusSource);
    const whose = use(whoseSource);
    return {
      async read() {
        const { gpus, absent, awaited } = await cards();
        // Not `Unsupported`, which would be retried much later.
        if (gpus.length === 0 && awaited !== null) throw new Error('no GPU known yet');
        if (gpus.length === 0) throw new Unsupported(absent);
        notice('whose', ofHostText(whose()));
        return gpus.map(({ id, name, mem, proc, temperature, fanSpeed }) => ({
          gpu_id: id,
          name,
          mem,
          proc,
          temperature,
          fan_speed: fanSpeed,
        }));
      },
    };
  },
});
