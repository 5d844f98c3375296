import { constant, gauge } from '../../../core/fields.ts';
import { flagOption } from '../../../core/options.ts';
import { MEMORY } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { memorySource } from '../../sources/memory.ts';
import { same, shareOf } from '../shared/series.ts';

const part = { atMost: 'total' } as const;

const fields = {
  total: constant('bytes', 'Memory of the host.'),
  available: gauge('bytes', 'Memory available to programs without swapping.', part),
  percent: gauge('percent', 'Share of memory that is not available.', {
    from: ['available'],
    extremes: true,
    level: {
      header: '',
      log: true,
      limits: [50, 70, 90],
      delays: MEMORY,
      compared: { series: { percent: same, used: shareOf('total') } },
    },
  }),
  used: gauge('bytes', 'Memory that is not available.', { ...part, from: ['available'] }),
  free: gauge('bytes', 'Unused memory, not even used as a cache.', part),
  active: gauge('bytes', 'Recently used memory.', { ...part, optional: true }),
  inactive: gauge('bytes', 'Memory not used recently.', { ...part, optional: true }),
  buffers: gauge('bytes', 'Cache of file system metadata.', { ...part, optional: true }),
  cached: gauge('bytes', 'Cache of files, and kernel memory that can be reclaimed.', {
    ...part,
    optional: true,
  }),
  shared: gauge('bytes', 'Memory shared between processes, tmpfs included.', part),
  slab: gauge('bytes', 'Memory of kernel objects, partly included in cached.', part),
  wired: gauge('bytes', 'Memory that is never paged out.', {
    nullWhen: 'Linux does not count it',
    history: false,
    metric: 'skip',
  }),
};

const options = {
  available: flagOption(false, 'User interfaces show available instead of used memory.'),
};

/** Memory: /proc/meminfo and ZFS's cache, if any. */
export default definePlugin({
  name: 'mem',
  shape: 'object',
  description: 'Memory.',
  fields,
  options,
  create({ use }) {
    const sample = use(memorySource);
    return { read: () => ({ ...sample().memory, wired: null }) };
  },
});
