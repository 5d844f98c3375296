import type { Container } from './engine.ts';

/**
 * Names that identify containers. Engines name theirs independently: the first to use a name has it, others get their
 * engine added (`web@podman`), and where that is taken too, as with several users' Podman, a part of their identifier.
 */
export function uniqueNames(containers: readonly Container[]): string[] {
  const taken = new Set<string>();
  return containers.map(({ name, engine, id }) => {
    const candidates = [name, `${name}@${engine}`, `${name}@${id.slice(0, 12)}`, `${name}@${id}`];
    const free = candidates.find((candidate) => !taken.has(candidate)) ?? `${name}@${taken.size}`;
    taken.add(free);
    return free;
  });
}
