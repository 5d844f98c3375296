/** Changes of container usage between two measurements. */
import type { Container, Usage } from './engine.ts';

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

/** The identity of a container between two samples, whatever its name. */
const identityOf = ({ engine, id }: Container): string => `${engine} ${id}`;

/**
 * Returns a function that takes all containers of a sample and returns the change since each one's previous measurement; null at the
 * first. Without a newer measurement the last change is repeated.
 */
export function createChanges(): (
  containers: readonly Container[],
) => (container: Container) => UsageChange | null {
  let memories = new Map<string, Memory>();
  return (containers) => {
    const next = new Map<string, Memory>();
    for (const container of containers) {
      if (container.usage === null) continue;
      const identity = identityOf(container);
      next.set(identity, step(memories.get(identity), container.usage));
    }
    memories = next;
    return (container) => memories.get(identityOf(container))?.change ?? null;
  };
}

function step(before: Memory | undefined, usage: Usage): Memory {
  if (before === undefined) return { usage, change: null };
  return usage.at > before.usage.at ? { usage, change: changeOf(before.usage, usage) } : before;
}

/** A decreased counter means a restarted container. */
const grown = (before: number, now: number): number => Math.max(0, now - before);

function changeOf(before: Usage, now: Usage): UsageChange {
  const cpus = [before.cpu, now.cpu].map((cpu) =>
    cpu !== null && 'nanoseconds' in cpu ? cpu.nanoseconds : null,
  );
  const [cpuBefore = null, cpuNow = null] = cpus;
  return {
    seconds: (now.at - before.at) / 1000,
    cpu: cpuBefore === null || cpuNow === null ? null : grown(cpuBefore, cpuNow),
    io: before.io &&
      now.io && {
        read: grown(before.io.read, now.io.read),
        written: grown(before.io.written, now.io.written),
      },
    network: before.network &&
      now.network && {
        received: grown(before.network.received, now.network.received),
        sent: grown(before.network.sent, now.network.sent),
      },
  };
}
