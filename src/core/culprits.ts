/** Who causes an alert: shares of its resource that programs used while it lasted, above what is usual. */
import type { CULPRIT, CULPRITS } from './culprits-shape.ts';
import type { TypeOf } from './shape.ts';

/**
 * Resources that programs use: CPU time, resident memory, memory in swap, page faults that read a disk, bytes read from and written to disks, and
 * bytes over a network, which the kernel counts by container, not by process.
 */
export type Resource = 'cpu' | 'memory' | 'swap' | 'faults' | 'disk' | 'reads' | 'writes' | 'network';

export type Culprit = TypeOf<typeof CULPRIT>;
export type Culprits = TypeOf<typeof CULPRITS>;

/** That of a container where its programs are not known. */
export const nameOfCulprit = ({ name, container }: Culprit): string => name || (container ?? '');

export const MOST_CULPRITS = 3;

/** Least part of the use that is above usual: a small change does not explain a high level. */
export const leastExcess = (resource: Resource): number => (resource === 'memory' ? 0.05 : 0.25);

/**
 * Resource whose use makes a program a culprit, by plugin and header of the value; '' matches every value of the plugin. Values not
 * listed have no culprits: the hypervisor takes stolen time, and the kernel counts neither context switches nor the use of a file system by program.
 */
const CAUSED: Readonly<Record<string, Readonly<Record<string, Resource>>>> = {
  cpu: { total: 'cpu', user: 'cpu', system: 'cpu', iowait: 'disk' },
  percpu: { '': 'cpu' },
  load: { '': 'cpu' },
  quicklook: { cpu: 'cpu', load: 'cpu', mem: 'memory', swap: 'swap' },
  mem: { '': 'memory' },
  memswap: { '': 'swap' },
  paging: { major_faults: 'faults' },
  diskio: { rx: 'reads', tx: 'writes', rx_latency: 'disk', tx_latency: 'disk' },
  network: { rx: 'network', tx: 'network' },
  containers: { cpu: 'cpu', mem: 'memory' },
};

/** Plugins whose alerts follow from those of another plugin, which has the culprits. */
export const FOLLOWS: Readonly<Record<string, string>> = { load: 'cpu', percpu: 'cpu' };

/** Returns the resource behind a value; null if programs cannot be its cause. @param stat name of the value in lower case */
export function resourceOf(plugin: string, stat: string): Resource | null {
  const caused = CAUSED[plugin] ?? {};
  const header = Object.keys(caused).find((one) => stat.startsWith(plugin) && stat.endsWith(`_${one}`));
  return caused[header ?? ''] ?? null;
}

/** True if alerts of the plugin name programs. */
export const hasCulprits = (plugin: string): boolean => Object.hasOwn(CAUSED, plugin);

/** A unit that says something of its programs: of sessions, their user does. */
export const isService = (unit: string | null): unit is string =>
  unit !== null && unit.endsWith('.service') && !unit.startsWith('user@');

/** Kernel threads that write what programs have written before. */
export const WRITERS = /^(?:kworker|jbd2|kswapd\d|loop\d)/;
