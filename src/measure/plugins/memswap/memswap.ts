import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import { constant, cumulative, gauge, UNKNOWN } from '../../../core/fields.ts';
import { MEMORY } from '../../../core/level-rule.ts';
import { orNull } from '../../../core/or-null.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { percentOf } from '../../linux/percent.ts';
import { memorySource } from '../../sources/memory.ts';
import { vmstatSource } from '../../sources/vmstat.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import { same, shareOf } from '../shared/series.ts';

const fields = {
  total: constant('bytes', 'Swap space.'),
  used: gauge('bytes', 'Swap space in use.', { atMost: 'total', from: ['free'] }),
  free: gauge('bytes', 'Swap space not in use.', { atMost: 'total' }),
  percent: gauge('percent', 'Share of swap space in use.', {
    from: ['free'],
    level: {
      header: '',
      log: true,
      limits: [50, 70, 90],
      delays: MEMORY,
      compared: {
        value: ({ total, percent }) => (total === 0 ? null : (percent as number)),
        series: { percent: same, used: shareOf('total') },
      },
    },
  }),
  sin: cumulative('bytes', 'Read back from swap since boot.', { metric: { name: 'in' } }),
  sout: cumulative('bytes', 'Written to swap since boot.', { metric: { name: 'out' } }),
};

const NO_COUNTERS: Phrase =
  'what was read back from swap and written to it is unknown: /proc/vmstat cannot be read';

/** Swap: /proc/meminfo, and the counters pswpin and pswpout of /proc/vmstat, which count pages. */
export default definePlugin({
  name: 'memswap',
  shape: 'object',
  description: 'Swap space.',
  fields,
  timed: true,
  create({ host, use, notice }) {
    const memory = use(memorySource);
    const vmstat = use(vmstatSource);
    const whose = use(whoseSource);
    return {
      read() {
        notice('whose', ofHostText(whose(), 'sin and sout'));
        const { swapTotal: total, swapFree } = memory().meminfo;
        // Without swap space, some kernels print garbage.
        const free = total === 0 ? 0 : swapFree;
        const counters = orNull(vmstat);
        notice('vmstat', counters === null ? say(NO_COUNTERS) : null);
        const used = total - free;
        const percent = percentOf(used, total);
        const bytes = (pages = UNKNOWN): number => pages * host.pageSize;
        return { total, used, free, percent, sin: bytes(counters?.pswpin), sout: bytes(counters?.pswpout) };
      },
    };
  },
});
