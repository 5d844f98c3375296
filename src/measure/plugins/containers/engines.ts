/** Engines of this host with their containers, shared by two plugins. */
import { type Said, say, together } from '../../../core/said.ts';
import type { Clock } from '../../../core/host.ts';
import { inTime } from '../../../core/in-time.ts';
import { createNameFilter } from '../../../core/name-filter.ts';
import { defineSource } from '../../../core/source.ts';
import { createDocker } from './docker.ts';
import type { Container, CreateEngine, Engine, EngineReport, NamedContainer } from './engine.ts';
import { createLxd } from './lxd.ts';
import { options } from './options.ts';
import { createPodman } from './podman.ts';

export interface EnginesReading {
  /** Served containers: running ones first. */
  readonly containers: readonly NamedContainer[];
  /** Last known containers of removed engines. */
  readonly remembered: readonly NamedContainer[];
  /** A first request to an engine is pending: containers are missing. */
  readonly isPending: boolean;
  /** Why one of several engines cannot be read; null: all can. */
  readonly problem: Said | null;
  /** Why no engine can be read; null: one can. */
  readonly absence: Said | null;
  /** No engine exists, not even an unreadable one. */
  readonly isAbsent: boolean;
}

const ENGINES: readonly CreateEngine[] = [createDocker, createPodman, createLxd];

/** Longest wait of a reading for engines that were just found. */
const TIMEOUT_MS = 400;

interface EnginesControl {
  /** Registers a listener for started, ended, and health-changed containers. */
  onChange(listener: () => void): void;
  /** Returns the last reading; null before the first. */
  latest(): EnginesReading | null;
}

export const engines = defineSource<Promise<EnginesReading>, EnginesControl, typeof options>({
  name: 'container engines',
  owner: 'containers',
  options,
  create({ host, options: own, notice }) {
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
        // Running containers get names first.
        const inOrder = [...running, ...ended, ...remembered];
        const names = uniqueNames(inOrder);
        const named = inOrder.map((container, index): NamedContainer => {
          const name = names[index] ?? container.name;
          return { container, name, alias: filter.labelOf(name) };
        });
        const isServed = ({ name }: NamedContainer): boolean => filter.serves(name);
        const problem = together(reports.flatMap((report) => report.problems));
        const isAny = reports.some(({ found }) => found > 0);
        const served = named.slice(0, listed.length).filter(isServed);
        notice('hidden', filter.whyEmpty(listed.length, served.length, 'containers'));
        latest = {
          containers: served,
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
 * Unique names of containers across engines. The first user of a name has it, others get their engine appended (`web@podman`), then
 * a part of their id, as with several users' Podman.
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

/** Two sockets may belong to one engine, as when Podman serves Docker's: containers are shown once. */
function distinct(containers: readonly Container[]): Container[] {
  const byId = new Map(containers.map((container) => [`${container.engine} ${container.id}`, container]));
  return byId.size === containers.length ? [...containers] : [...byId.values()];
}

/** State of all engines, after waiting briefly for new ones. */
async function pollAll(engines: readonly Engine[], clock: Clock): Promise<EngineReport[]> {
  const reports = engines.map((engine) => engine.poll());
  const settling = engines.flatMap((engine) => engine.settling() ?? []);
  if (settling.length === 0) return reports;
  await inTime(clock, TIMEOUT_MS, Promise.allSettled(settling));
  return engines.map((engine) => engine.poll());
}

function nothingFound(reports: readonly EngineReport[]): Said {
  const places = reports.flatMap(({ missing }) => missing);
  return say('no container engine found: looked for {places}', { places });
}
