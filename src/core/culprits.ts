/** Who causes an alert: shares of its resource that programs used while it lasted, above what is usual. */
import { type Check, formOf, isNumber, isText, listOf, ofForm, orNull } from './form.ts';

/** What programs use, as far as the kernel says it by process. It does not for networks. */
export type Resource = 'cpu' | 'memory' | 'disk';

export interface Culprit {
  /** As in the process list. */
  readonly name: string;
  /** Unit of systemd; null: none. */
  readonly unit: string | null;
  /** Name of the container; null: none. */
  readonly container: string | null;
  /** Share of the use above usual. */
  readonly percent: number;
}

export interface Culprits {
  /** The largest share first, at most {@link MOST_CULPRITS}. */
  readonly programs: readonly Culprit[];
  /** Share of processes that ended before a scan of the process list saw them, in percent. */
  readonly ended: number;
}

export const MOST_CULPRITS = 3;

const OF_PLUGINS: Readonly<Record<string, Resource>> = {
  cpu: 'cpu',
  percpu: 'cpu',
  load: 'cpu',
  quicklook: 'cpu',
  mem: 'memory',
  memswap: 'memory',
  diskio: 'disk',
};

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

/** Kernel threads that write what programs have written before. */
export const WRITERS = /^(?:kworker|jbd2|kswapd\d|loop\d)/;

const isCulprit: Check = ofForm(
  formOf<Culprit>({ name: isText, unit: orNull(isText), container: orNull(isText), percent: isNumber }),
);

export const isCulprits = ofForm(formOf<Culprits>({ programs: listOf(isCulprit), ended: isNumber })) as (
  value: unknown,
) => value is Culprits;
