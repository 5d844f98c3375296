/** Counters by their increase only, and two shares that version 4 shows per core only. */
import type { PluginValue, Served } from '../../../core/served.ts';
import { type Latest, members, select, type Shape } from '../shape.ts';

const names = members(
  'total',
  'user',
  'nice',
  'system',
  'idle',
  'iowait',
  'irq',
  'steal',
  'guest',
  'time_since_update',
  'cpucore',
  'ctx_switches',
  'interrupts',
  'soft_interrupts',
  'syscalls',
);

/** Mean over all cores, to one decimal; 0 without per-core values. */
function meanOf(cores: readonly Served[], field: string): number {
  const sum = cores.reduce((total, core) => total + Number(core[field] ?? 0), 0);
  return Math.round((sum / Math.max(1, cores.length)) * 10) / 10;
}

export const cpu: Shape = {
  members: names,
  from: ['percpu'],
  whole(value: PluginValue, latest: Latest) {
    const shown = select(value as Served, names);
    if (Object.keys(shown).length === 0) return shown;
    const cores = (latest('percpu') ?? []) as Served[];
    return { ...shown, softirq: meanOf(cores, 'softirq'), guest_nice: meanOf(cores, 'guest_nice') };
  },
};
