/** Which values are sampled, and how often. */
import { SORT_KEYS } from '../../core/process-order.ts';
import { REFRESH_RANGE } from '../../config/plugin-keys.ts';
import { decimal, flag, text } from '../declare.ts';

const sampling = { group: 'sampling' } as const;

export const samplingOptions = {
  disable_plugin: text(
    '--disable-plugin --disable-plugins --disable',
    null,
    'Plugins to turn off, separated by commas; all leaves those of --enable-plugin.',
    { ...sampling, argument: 'names' },
  ),
  enable_plugin: text(
    '--enable-plugin --enable-plugins --enable',
    null,
    'Plugins to turn on, whatever else turns them off.',
    { ...sampling, argument: 'names' },
  ),
  disable_process: flag('--disable-process', 'Do not look at processes at all.', sampling),
  disable_quicklook: flag('-3 --disable-quicklook', 'Turn the plugin quicklook off.', sampling),
  full_quicklook: flag(
    '-4 --full-quicklook',
    'Turn quicklook and load on; cpu, mem and memswap off.',
    sampling,
  ),
  disable_top: flag('-5 --disable-top', 'Turn quicklook, cpu, mem, memswap and load off.', sampling),
  disable_history: flag('--disable-history', 'Keep no history.', sampling),
  disable_archive: flag('--disable-archive', 'Keep no history on disk.', sampling),
  enable_irq: flag('--enable-irq', 'Turn the plugin irq on, as --enable-plugin irq does.', sampling),
  enable_process_extended: flag(
    '--enable-process-extended',
    'Gather more about the process at the top of the list.',
    sampling,
  ),
  sort_processes_key: text(
    '--sort-processes',
    null,
    `Sort processes by one of ${SORT_KEYS.join(', ')}; unset: by what is scarce.`,
    { ...sampling, argument: 'key', choices: SORT_KEYS },
  ),
  time: decimal('-t --time', 2, 'Seconds between two samples.', {
    ...sampling,
    argument: 'seconds',
    range: REFRESH_RANGE,
  }),
  process_focus: text('--process-focus', null, 'Keep only processes that match one of these filters.', {
    ...sampling,
    argument: 'filters',
  }),
  no_kernel_threads: flag('--hide-kernel-threads', 'Leave kernel threads out.', sampling),
  diskio_show_ramfs: flag('--diskio-show-ramfs', 'Include RAM disks.', sampling),
  hide_public_info: flag('--hide-public-info', 'Show only the first half of the public address.', sampling),
};
