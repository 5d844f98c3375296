/** Which values are sampled, and how often. */
import { SORT_KEYS } from '../../../core/process-order.ts';
import { REFRESH_RANGE } from '../../../core/options.ts';
import { decimal, flag, text } from '../declare.ts';

const sampling = { group: 'sampling' } as const;

export const samplingOptions = {
  disable_plugin: text(
    '--disable-plugin --disable-plugins --disable',
    null,
    'Plugins to disable, separated by commas; all disables every plugin but those of --enable-plugin.',
    { ...sampling, argument: 'names' },
  ),
  enable_plugin: text(
    '--enable-plugin --enable-plugins --enable',
    null,
    'Plugins to enable, overriding whatever disables them.',
    { ...sampling, argument: 'names' },
  ),
  disable_process: flag('--disable-process', 'Do not monitor processes.', sampling),
  disable_quicklook: flag('-3 --disable-quicklook', 'Disable the plugin quicklook.', sampling),
  full_quicklook: flag(
    '-4 --full-quicklook',
    'Enable quicklook and load; disable cpu, mem and memswap.',
    sampling,
  ),
  disable_top: flag('-5 --disable-top', 'Disable quicklook, cpu, mem, memswap and load.', sampling),
  disable_history: flag('--disable-history', 'Keep no history in memory.', sampling),
  disable_archive: flag('--disable-archive', 'Keep no history on disk.', sampling),
  enable_irq: flag('--enable-irq', 'Enable the plugin irq, as --enable-plugin irq does.', sampling),
  enable_process_extended: flag(
    '--enable-process-extended',
    'Collect extended statistics of the process at the top of the list.',
    sampling,
  ),
  sort_processes_key: text(
    '--sort-processes',
    null,
    `Sort processes by one of ${SORT_KEYS.join(', ')}; unset: automatic, by the resource in shortest supply.`,
    { ...sampling, argument: 'key', choices: SORT_KEYS },
  ),
  time: decimal('-t --time', 2, 'Seconds between two samples.', {
    ...sampling,
    argument: 'seconds',
    range: REFRESH_RANGE,
  }),
  process_focus: text('--process-focus', null, 'Monitor only processes that match one of these filters.', {
    ...sampling,
    argument: 'filters',
  }),
  no_kernel_threads: flag('--hide-kernel-threads', 'Hide kernel threads.', sampling),
  diskio_show_ramfs: flag('--diskio-show-ramfs', 'Include RAM disks.', sampling),
  hide_public_info: flag('--hide-public-info', 'Show only the first half of the public address.', sampling),
};
