import { constant, counter, gauge } from '../../../core/fields.ts';
import { WORKING } from '../../../core/level-rule.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { cpuSource } from '../../sources/stat.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import { rateOf } from '../shared/series.ts';

/** Of the largest machines. */
const EVENTS = { fastest: 1e9 } as const;

const fields = {
  total: gauge('percent', 'Busy time across all cores; I/O wait counts as idle.', {
    extremes: true,
    level: { header: 'total', log: true, limits: [65, 75, 85], delays: WORKING },
  }),
  user: gauge('percent', 'Share of time in user space.', {
    level: { header: 'user', log: false, limits: [50, 70, 90], delays: WORKING },
  }),
  nice: gauge('percent', 'Share of time in user space at lowered priority.', { optional: true }),
  system: gauge('percent', 'Share of time in the kernel.', {
    level: { header: 'system', log: false, limits: [50, 70, 90], delays: WORKING },
  }),
  idle: gauge('percent', 'Share of time with nothing to do.', { optional: true }),
  iowait: gauge('percent', 'Share of time idle while I/O was pending.', {
    level: { header: 'iowait', log: true, limits: [50, 70, 90], delays: WORKING },
  }),
  irq: gauge('percent', 'Share of time serving hardware interrupts.', { optional: true }),
  steal: gauge('percent', 'Share of time the hypervisor gave to others.', {
    optional: true,
    level: { header: 'steal', limits: [50, 70, 90], delays: WORKING },
  }),
  guest: gauge('percent', 'Share of time running virtual machines; already part of user.', {
    optional: true,
  }),
  ctx_switches: counter('number', 'Context switches.', {
    ...EVENTS,
    optional: true,
    level: {
      header: 'ctx_switches',
      delays: WORKING,
      limits: (cores) => [40_000 * cores, 45_000 * cores, 50_000 * cores],
      compared: { ...rateOf('ctx_switches'), unit: 'numberpersecond' },
    },
  }),
  interrupts: counter('number', 'Interrupts served.', { ...EVENTS, optional: true }),
  soft_interrupts: counter('number', 'Soft interrupts served.', { ...EVENTS, optional: true }),
  syscalls: counter('number', 'System calls; Linux does not count them, so always 0.', { optional: true }),
  cpucore: constant('number', 'Logical cores.'),
};

/** Use of all cores together: /proc/stat, lines `cpu`, `ctxt`, `intr`, `softirq`. */
export default definePlugin({
  name: 'cpu',
  shape: 'object',
  description: 'Use of all CPU cores together.',
  fields,
  create({ use, notice }) {
    const cpu = use(cpuSource);
    const whose = use(whoseSource);
    return {
      read() {
        const { stat, usage, problem } = cpu();
        notice('time', problem);
        notice('whose', ofHostText(whose(), 'context switches and interrupts'));
        return {
          total: usage.total,
          user: usage.user,
          nice: usage.nice,
          system: usage.system,
          idle: usage.idle,
          iowait: usage.iowait,
          irq: usage.irq,
          steal: usage.steal,
          guest: usage.guest,
          ctx_switches: stat.ctxt,
          interrupts: stat.intr,
          soft_interrupts: stat.softirq,
          syscalls: 0,
          cpucore: stat.cpus.length,
        };
      },
    };
  },
});
