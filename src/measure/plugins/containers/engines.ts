/** The engines of this host with their containers, which two plugins show. */
import type { Clock } from '../../../core/host.ts';
import { createNameFilter } from '../../../core/name-filter.ts';
import { defineSource } from '../../../core/source.ts';
import { createDocker } from './docker.ts';
import type { Container, CreateEngine, Engine, EngineReport } from './engine.ts';
import { createLxd } from './lxd.ts';
import { options } from './options.ts';
import { createPodman } from './podman.ts';

/** A container under the name that identifies it on this host. */
export interface NamedContainer {
  readonly container: Container;
  readonly name: string;
  /** Configured label. */
  readonly alias: string | null;
}

export interface EnginesReading {
  /** Those to be served: running ones first, then all others. */
  readonly containers: readonly NamedContainer[];
  /** Those of engines that are gone, as they were last. */
  readonly remembered: readonly NamedContainer[];
  /** An engine is being asked for the first time: containers are missing. */
  readonly isPending: boolean;
  /** Why one of several engines cannot be read; null where all can. */
  readonly problem: string | null;
  /** Why no engine can be read; null where one can. */
  readonly absence: string | null;
  /** None is there, not even one that cannot be read. */
  readonly isAbsent: boolean;
}

const ENGINES: readonly CreateEngine[] = [createDocker, createPodman, createLxd];

/** How long a reading waits for engines that have just been found. */
const PATIENCE_MS = 400;

export interface EnginesControl {
  /** Registers what is called when a container has started, ended or changed its health. */
  onChange(listener: () => void): void;
  /** The last reading; null before the first one. */
  latest(): EnginesReading | null;
}

export const engines = defineSource<Promise<EnginesReading>, EnginesControl, typeof options>({
  name: 'container engines',
  owner: 'containers',
  options,
  create({ host, options: own }) {
    const filter = createNameFilter(own);
    let announce = (): void => {};
    let latest: EnginesReading | null = null;
    const all = ENGINES.map((create) => create({ host, options: own, onChange: () => announce() }));
    return {
      async read() {
        const reports = await pollAll(all, host.clock);
        const listed = distinct(reports.flatMap((report) => report.containers));
        const running = listed.filter((container) => container.running);
        const ended = listed.filter((container) => !container.running);
        const remembered = reports.flatMap((report) => report.remembered);
        // Those that run have the first choice of names.
        const inOrder = [...running, ...ended, ...remembered];
        const names = uniqueNames(inOrder);
        const named = inOrder.map((container, index): NamedContainer => {
          const name = names[index] ?? container.name;
          return { container, name, alias: filter.labelOf(name) };
        });
        const isServed = ({ name }: NamedContainer): boolean => filter.serves(name);
        const problem = reports.flatMap((report) => report.problems).join('; ') || null;
        const isAny = reports.some(({ found }) => found > 0);
        latest = {
          containers: named.slice(0, listed.length).filter(isServed),
          remembered: named.slice(listed.length).filter(isServed),
          isPending: reports.some((report) => report.isPending),
          problem: isAny ? problem : null,
          absence: isAny ? null : (problem ?? nothingFound(reports)),
          isAbsent: !isAny && problem === null,
        };
        return latest;
      },
      onChange(listener) {
        announce = listener;
      },
      latest: () => latest,
    };
  },
});

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

/** Two sockets may lead to one engine, as where Podman answers in Docker's place: its containers are shown once. */
function distinct(containers: readonly Container[]): Container[] {
  const byId = new Map(containers.map((container) => [`${container.engine} ${container.id}`, container]));
  return byId.size === containers.length ? [...containers] : [...byId.values()];
}

/** The state of all engines, after giving those just found a moment to answer. */
async function pollAll(engines: readonly Engine[], clock: Clock): Promise<EngineReport[]> {
  const reports = engines.map((engine) => engine.poll());
  const settling = engines.flatMap((engine) => engine.settling() ?? []);
  if (settling.length === 0) return reports;
  await within(clock, PATIENCE_MS, Promise.allSettled(settling));
  return engines.map((engine) => engine.poll());
}

function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(resolve, ms);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
}

function nothingFound(reports: readonly EngineReport[]): string {
  const places = reports.flatMap(({ missing }) => missing).join(', ');
  return `no container engine found: looked for ${places}`;
}
