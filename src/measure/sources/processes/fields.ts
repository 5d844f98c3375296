/** Declarations that processes and programs share. */
import { constant, list } from '../../../core/fields.ts';

/** Of processes: setpriority(2). */
export const NICE = [-20, 19] as const;

const seconds = (description: string) => constant('second', description);
const bytes = (description: string) => constant('byte', description);

export const cpuTimesMembers = {
  user: seconds('Time in user space.'),
  system: seconds('Time in the kernel.'),
  children_user: seconds('Time in user space, of children that have ended.'),
  children_system: seconds('Time in the kernel, of children that have ended.'),
  iowait: seconds('Time waiting for block devices; 0 unless the kernel accounts for delays.'),
};

export const memoryInfoMembers = {
  rss: bytes('Resident: in memory now.'),
  vms: bytes('Virtual: mapped, in memory or not.'),
  shared: bytes('Resident and backed by files or shared memory.'),
  text: bytes('Program code.'),
  lib: bytes('Always 0 since Linux 2.6.'),
  data: bytes('Data and stack.'),
  dirty: bytes('Always 0 since Linux 2.6.'),
};

export const ioCountersField = list(
  'byte',
  'Five numbers for each process: bytes read from and written to storage so far; the same at the previous sample; ' +
    '1 when those are known, else 0.',
  constant('byte', 'One of the five numbers.'),
);

/** The time that rates cover. */
export const timeField = constant(
  null,
  'Seconds that `io_counters` cover: since the previous sample, or more where a process had not run for some samples.',
);
