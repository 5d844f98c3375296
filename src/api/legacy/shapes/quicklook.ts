import type { PluginValue, Served } from '../../../core/served.ts';
import { members, select, type Shape } from '../shape.ts';

const coreMembers = members(
  'key',
  'cpu_number',
  'total',
  'user',
  'system',
  'idle',
  'nice',
  'iowait',
  'irq',
  'softirq',
  'steal',
  'guest',
  'guest_nice',
);

/** Without members of other operating systems. */
export const percpu: Shape = { members: coreMembers };

const names = members('cpu', 'percpu', 'mem', 'swap', 'cpu_name', 'cpu_hz_current', 'cpu_hz');

/** No load, numbers of cores or graphics cards. */
export const quicklook: Shape = {
  members: names,
  whole(value: PluginValue) {
    const shown = select(value as Served, names);
    const cores = shown['percpu'] as Served[] | undefined;
    return { ...shown, ...(cores && { percpu: cores.map((core) => select(core, coreMembers)) }) };
  },
};
