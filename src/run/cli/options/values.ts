/** How values are shown, wherever that is. */
import { flag, onFlag, text } from '../declare.ts';

const values = { group: 'values' } as const;

export const valueOptions = {
  disable_irix: flag(
    '-0 --disable-irix',
    "Show a process's CPU as a share of the whole host, not of one core.",
    values,
  ),
  percpu: flag('-1 --percpu --per-cpu', 'Show every core.', values),
  disable_left_sidebar: flag('-2 --disable-left-sidebar', 'Hide the left column.', values),
  meangpu: flag('-6 --meangpu', 'Show the average of all GPUs.', values),
  programs: flag('--programs --program', 'Show programs in place of processes.', values),
  process_short_name: onFlag(
    { names: '--process-short-name', offNames: '--process-long-name' },
    'Show commands without the folder of the program (short, the default) or with it (long).',
    values,
  ),
  byte: flag('-b --byte', 'Show network rates in bytes, not bits.', values),
  diskio_iops: flag('--diskio-iops', 'Show operations in place of bytes for disks.', values),
  diskio_latency: flag('--diskio-latency', 'Show latencies in place of bytes for disks.', values),
  fahrenheit: flag('--fahrenheit', 'Show temperatures in degrees Fahrenheit.', values),
  fs_free_space: flag('--fs-free-space', 'Show free in place of used space.', values),
  strftime_format: text('--strftime', '', 'Date format, as for strftime(3).', {
    ...values,
    argument: 'format',
  }),
  process_filter: text(
    '-f --process-filter',
    null,
    'Processes that the screen, --stdout and --stdout-csv show.',
    {
      ...values,
      argument: 'pattern',
    },
  ),
};
