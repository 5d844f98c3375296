import { say } from '../../../core/said.ts';
import { counter, cumulative } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { vmstatSource } from '../../sources/vmstat.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import { rateOf } from '../shared/series.ts';

const KILOBYTE = 1024;
/** Counters have 32 bits on machines of 32 bits, whose pages have 4 KiB. */
const FAULTS = { bits: 32, fastest: 100e6 } as const;
const BLOCKS = { bits: 32, oneIs: KILOBYTE, fastest: 100e9 } as const;
const PAGES = { bits: 32, oneIs: 4096, fastest: 100e9 } as const;

const fields = {
  major_faults: counter('number', 'Page faults for which a page was read from a disk.', {
    ...FAULTS,
    // No default thresholds: every program that starts reads its pages this way.
    level: { header: 'major_faults', compared: rateOf('major_faults') },
  }),
  minor_faults: counter('number', 'Page faults that needed no disk.', FAULTS),
  paged_in: counter('byte', 'Bytes read from disks.', { ...BLOCKS, metric: { name: 'in' } }),
  paged_out: counter('byte', 'Bytes written to disks.', { ...BLOCKS, metric: { name: 'out' } }),
  // Shown by memswap since boot; here with rates.
  swapped_in: counter('byte', 'Bytes read back from swap.', PAGES),
  swapped_out: counter('byte', 'Bytes written to swap.', PAGES),
  oom_kills: cumulative('number', 'Processes killed by the OOM killer since boot.', { sparse: true }),
};

/** Page faults, and pages that move between memory and disks: /proc/vmstat. */
export default definePlugin({
  name: 'paging',
  shape: 'object',
  description: 'Page faults, paging and swapping.',
  fields,
  create({ host, use, notice }) {
    const vmstat = use(vmstatSource);
    const whose = use(whoseSource);
    return {
      read() {
        notice('whose', ofHostText(whose()));
        const { pgfault, pgmajfault, pgpgin, pgpgout, pswpin, pswpout, oomKill } = vmstat();
        if (pgfault === null || pgmajfault === null)
          throw new Unsupported(
            say('this kernel does not count page faults: pgfault is not in /proc/vmstat'),
          );
        return {
          major_faults: pgmajfault,
          minor_faults: pgfault - pgmajfault,
          paged_in: (pgpgin ?? 0) * KILOBYTE,
          paged_out: (pgpgout ?? 0) * KILOBYTE,
          swapped_in: pswpin * host.pageSize,
          swapped_out: pswpout * host.pageSize,
          ...(oomKill !== null && { oom_kills: oomKill }),
        };
      },
    };
  },
});
