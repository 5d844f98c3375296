/** Who causes an alert: shares of its resource that programs used while it lasted, above what is usual. */
import type { CULPRIT, CULPRITS } from './culprits-shape.ts';
import type { TypeOf } from './shape.ts';

/** What programs use, as far as the kernel says it by process. It does not for networks. */
export type Resource = 'cpu' | 'memory' | 'disk';

export type Culprit = TypeOf<typeof CULPRIT>;
export type Culprits = TypeOf<typeof CULPRITS>;

export const MOST_CULPRITS = 3;

/** Least part of the use that is above usual: a small change does not explain a high level. */
export const LEAST_EXCESS: Readonly<Record<Resource, number>> = { cpu: 0.25, memory: 0.05, disk: 0.25 };

const OF_PLUGINS: Readonly<Record<string, Resource>> = {
  cpu: 'cpu',
  percpu: 'cpu',
  load: 'cpu',
  quicklook: 'cpu',
  mem: 'memory',
  memswap: 'memory',
  diskio: 'disk',
};

/** Plugins whose alerts follow from those of another plugin, which has the culprits. */
export const FOLLOWS: Readonly<Record<string, string>> = { load: 'cpu', percpu: 'cpu' };

/** The resource that a value is about; null: programs are not known to be its cause. @param stat name of the value in lower case */
export function resourceOf(plugin: string, stat: string): Resource | null {
  // The hypervisor takes stolen time.
  if (plugin === 'cpu' && stat.startsWith('cpu_steal')) return null;
  if (plugin === 'cpu' && stat.startsWith('cpu_iowait')) return 'disk';
  if (plugin === 'quicklook' && /^quicklook_(?:mem|swap)/.test(stat)) return 'memory';
  return OF_PLUGINS[plugin] ?? null;
}

/** Whether alerts of the plugin name programs. */
export const hasCulprits = (plugin: string): boolean => Object.hasOwn(OF_PLUGINS, plugin);

/** A unit that says something of its programs: of sessions, their user does. */
export const isService = (unit: string | null): unit is string =>
  unit !== null && unit.endsWith('.service') && !unit.startsWith('user@');

/** Kernel threads that write what programs have written before. */
export const WRITERS = /^(?:kworker|jbd2|kswapd\d|loop\d)/;
