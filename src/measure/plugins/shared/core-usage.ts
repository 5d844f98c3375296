/** Fields and values of one logical core, shown by percpu and quicklook. */
import { constant, gauge, type Reading } from '../../../core/fields.ts';
import type { CpuUsage } from '../../linux/cpu-usage.ts';

export const coreFields = {
  cpu_number: constant(null, 'Number of the logical core, from 0.', { metric: { label: 'cpu' } }),
  total: gauge('percent', 'Share of time not idle.'),
  user: gauge('percent', 'Share of time in user space.'),
  system: gauge('percent', 'Share of time in the kernel.'),
  idle: gauge('percent', 'Share of time with nothing to do.'),
  nice: gauge('percent', 'Share of time in user space at lowered priority.'),
  iowait: gauge('percent', 'Share of time idle while I/O was pending.'),
  irq: gauge('percent', 'Share of time serving hardware interrupts.'),
  softirq: gauge('percent', 'Share of time serving soft interrupts.'),
  steal: gauge('percent', 'Share of time the hypervisor gave to others.'),
  guest: gauge('percent', 'Share of time running virtual machines; already part of user.'),
  guest_nice: gauge('percent', 'Share of time running niced virtual machines; already part of nice.'),
  dpc: constant('percent', 'Share of time in deferred procedure calls; Windows only.', {
    nullWhen: 'Linux does not count it',
  }),
  interrupt: constant('percent', 'Share of time in interrupts; Windows only.', {
    nullWhen: 'Linux does not count it',
  }),
};

export const coreReading = (usage: CpuUsage, position: number): Reading<typeof coreFields> => ({
  cpu_number: position,
  total: usage.busy,
  user: usage.user,
  system: usage.system,
  idle: usage.idle,
  nice: usage.nice,
  iowait: usage.iowait,
  irq: usage.irq,
  softirq: usage.softirq,
  steal: usage.steal,
  guest: usage.guest,
  guest_nice: usage.guestNice,
  dpc: null,
  interrupt: null,
});
