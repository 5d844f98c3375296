/** Readings of the kernel that no plugin shows; by the names that node_exporter gives them. */
import { type Family, labelSet } from '../../metrics/family.ts';

/** Collectors of the profile `node` that read them. */
export const KERNEL_COLLECTORS: ReadonlySet<string> = new Set([
  'cpu',
  'cpufreq',
  'diskstats',
  'meminfo',
  'stat',
  'vmstat',
]);

const CPU = 'node_cpu_seconds';
/** Names of modes that differ, or that are two there and one in OpenTelemetry. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['irq', 'interrupt'],
  ['softirq', 'interrupt'],
]);

/** When the host was started, in milliseconds since the epoch; null: the readings do not say it. */
export function bootTime(families: readonly Family[]): number | null {
  const seconds = families.find(({ name }) => name === 'node_boot_time_seconds')?.samples[0]?.value;
  return seconds === undefined ? null : seconds * 1000;
}

/** @param isWanted by the name of a family */
export function kernelFamilies(families: readonly Family[], isWanted: (name: string) => boolean): Family[] {
  const guests = families.find(({ name }) => name === 'node_cpu_guest_seconds');
  return families
    .filter(({ name }) => isWanted(name))
    .map((family) => (family.name === CPU ? cpuTime(family, guests) : family));
}

/** Of all cores together; the kernel counts guests among `user` and `nice`. */
function cpuTime(family: Family, guests: Family | undefined): Family {
  const seconds = new Map<string, number>();
  const add = ({ samples }: Family, sign: 1 | -1): void => {
    for (const { labels, value } of samples) {
      const mode = labels.pairs.find(([name]) => name === 'mode')?.[1] ?? '';
      const named = MODES.get(mode) ?? mode;
      seconds.set(named, (seconds.get(named) ?? 0) + sign * value);
    }
  };
  add(family, 1);
  if (guests !== undefined) add(guests, -1);
  return {
    ...family,
    samples: [...seconds].map(([mode, value]) => ({
      labels: labelSet([['mode', mode]]),
      value: Math.round(value * 100) / 100,
    })),
  };
}
