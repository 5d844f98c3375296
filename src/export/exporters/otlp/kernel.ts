/** Kernel readings without a plugin, by their node_exporter names. */
import { type Family, type LabelSet, labelSet } from '../../metrics/family.ts';

/** Their collectors in the profile `node`. */
export const KERNEL_COLLECTORS: ReadonlySet<string> = new Set([
  'cpu',
  'cpufreq',
  'diskstats',
  'meminfo',
  'stat',
  'vmstat',
]);

const CPU = 'node_cpu_seconds';
/** Modes that OpenTelemetry names differently or merges. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['irq', 'interrupt'],
  ['softirq', 'interrupt'],
]);

/** Boot time, milliseconds since the epoch; null: not among the readings. */
export function bootTime(families: readonly Family[]): number | null {
  const seconds = families.find(({ name }) => name === 'node_boot_time_seconds')?.samples[0]?.value;
  return seconds === undefined ? null : seconds * 1000;
}

/** @param isWanted by name of a family */
export function kernelFamilies(families: readonly Family[], isWanted: (name: string) => boolean): Family[] {
  const guests = families.find(({ name }) => name === 'node_cpu_guest_seconds');
  return families
    .filter(({ name }) => isWanted(name))
    .map((family) => (family.name === CPU ? cpuTime(family, guests) : family));
}

/** By core; the kernel includes guests in `user` and `nice`. */
function cpuTime(family: Family, guests: Family | undefined): Family {
  const seconds = new Map<string, { labels: LabelSet; value: number }>();
  const add = ({ samples }: Family, sign: 1 | -1): void => {
    for (const { labels, value } of samples) {
      const named = labelSet(
        labels.pairs.map(([name, word]) => [name, name === 'mode' ? (MODES.get(word) ?? word) : word]),
      );
      const before = seconds.get(named.text)?.value ?? 0;
      seconds.set(named.text, { labels: named, value: before + sign * value });
    }
  };
  add(family, 1);
  if (guests !== undefined) add(guests, -1);
  return {
    ...family,
    samples: [...seconds.values()].map(({ labels, value }) => ({
      labels,
      value: Math.round(value * 100) / 100,
    })),
  };
}
