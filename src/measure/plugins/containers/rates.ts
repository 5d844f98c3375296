/** Changes of container usage between two measurements. */
import { CPU_PERCENT } from '../../../core/ranges.ts';
import { type Ability, growth } from '../../../core/rates.ts';
import type { Container, Usage } from './engine.ts';

const ENDLESS = { wrap: Number.POSITIVE_INFINITY } as const;

/** Change within `seconds`. */
export interface UsageChange {
  readonly seconds: number;
  /** Nanoseconds of CPU time. */
  readonly cpu: number | null;
  readonly io: { readonly read: number; readonly written: number } | null;
  readonly network: { readonly received: number; readonly sent: number } | null;
}

interface Memory {
  usage: Usage;
  change: UsageChange | null;
}

/** Returns the identity of a container between two samples, whatever its name. */
const identityOf = ({ engine, id }: Container): string => `${engine} ${id}`;

/**
 * Returns a function that takes all containers of a sample, and the percent of CPU that the machine has, and returns the change since
 * each one's previous measurement; null at the first. Without a newer measurement the last change is repeated.
 */
export function createChanges(): (
  containers: readonly Container[],
  mostCpu: number,
) => (container: Container) => UsageChange | null {
  let memories = new Map<string, Memory>();
  return (containers, mostCpu) => {
    const next = new Map<string, Memory>();
    for (const container of containers) {
      if (container.usage === null) continue;
      const identity = identityOf(container);
      next.set(identity, step(memories.get(identity), container.usage, mostCpu));
    }
    memories = next;
    return (container) => memories.get(identityOf(container))?.change ?? null;
  };
}

function step(before: Memory | undefined, usage: Usage, mostCpu: number): Memory {
  if (before === undefined) return { usage, change: null };
  if (usage.at <= before.usage.at) return before;
  const change = changeOf(before.usage, usage);
  // After a leap, whatever comes next is no increase over it.
  const hasLeapt = change.cpu !== null && change.cpu > mostCpu * change.seconds * NANOSECONDS_PER_PERCENT;
  return { usage: hasLeapt ? { ...usage, cpu: null } : usage, change };
}

/** In a second. */
export const NANOSECONDS_PER_PERCENT = 1e7;

/** Nanoseconds per second, of as many cores as Linux has at most. */
const MOST_CPU_TIME = CPU_PERCENT[1] * NANOSECONDS_PER_PERCENT;
const CPU_TIME: Ability = { ...ENDLESS, fastest: MOST_CPU_TIME, most: Number.POSITIVE_INFINITY };
/** Bytes per second. */
const TRAFFIC: Ability = { ...ENDLESS, fastest: 100e9, most: 1e12 };
/** LXD states disk space here, whose fall is no restart. */
const DISK: Ability = { ...TRAFFIC, fastest: 0 };

/** Increases of counters; null where one of them is unknown, or where the change of one is no measurement. */
function grown<C extends Readonly<Record<keyof C, number>>>(
  before: C | null,
  now: C | null,
  seconds: number,
  ability: Ability,
): C | null {
  if (before === null || now === null) return null;
  const changes = (Object.keys(now) as (keyof C)[]).map(
    (name) => [name, growth(before[name], now[name], seconds, ability)] as const,
  );
  return changes.some(([, change]) => change === null) ? null : (Object.fromEntries(changes) as C);
}

const cpuOf = ({ cpu }: Usage): { nanoseconds: number } | null =>
  cpu === null || 'percent' in cpu ? null : cpu;

function changeOf(before: Usage, now: Usage): UsageChange {
  const seconds = (now.at - before.at) / 1000;
  return {
    seconds,
    cpu: grown(cpuOf(before), cpuOf(now), seconds, CPU_TIME)?.nanoseconds ?? null,
    io: grown(before.io, now.io, seconds, DISK),
    network: grown(before.network, now.network, seconds, TRAFFIC),
  };
}
