import type { Clock } from '../../../core/host.ts';
import { createNameFilter } from '../../../core/name-filter.ts';
import { staleCopy } from '../../../core/stale.ts';
import { definePlugin, type PluginContext, Unsupported } from '../../../core/plugin.ts';
import { type Slice, Turns } from '../../../core/turns.ts';
import { processes } from '../../sources/processes/processes.ts';
import type { Container, CreateEngine, Engine, EngineReport } from './engine.ts';
import { fields } from './fields.ts';
import { type Item, itemOf } from './item.ts';
import { options } from './options.ts';
import { inOrder } from './order.ts';
import { createChanges } from './rates.ts';
import { uptimeText } from './uptime-text.ts';
import { containerViews } from './views.ts';
import { createDocker } from './docker.ts';
import { createLxd } from './lxd.ts';
import { createPodman } from './podman.ts';

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

const ENGINES: readonly CreateEngine[] = [createDocker, createPodman, createLxd];

/** How long a reading waits for engines that have just been found. */
const PATIENCE_MS = 400;

/** Containers of Docker, Podman and LXD, and the virtual machines of LXD. */
export default definePlugin({
  name: 'containers',
  shape: 'list',
  key: 'name',
  description: 'Containers of Docker, Podman, LXD and Incus; also the virtual machines of the last two.',
  weight: 'heavy',
  fields,
  options,
  decorate: containerViews,
  create: (context) => createReader(context),
});

function createReader({ host, options: own, notice, instance }: PluginContext<typeof options>) {
  const engines = ENGINES.map((create) => create({ host, options: own }));
  const filter = createNameFilter(own);
  const changesOf = createChanges();
  const scan = instance(processes);
  /** By engine and identity: the last items whose engine answered, or that could be measured without it. */
  let last = new Map<string, Item>();

  const itemsOf = (containers: readonly Container[]): Item[] => {
    const changeOf = changesOf(containers);
    const names = uniqueNames(containers);
    const current = new Map<string, Item>();
    const items = containers.flatMap((container, index) => {
      const name = names[index] ?? container.name;
      const uptime =
        container.startedAt === null || !container.running
          ? null
          : uptimeText((host.clock.now() - container.startedAt) / 1000);
      const wording = { name, alias: filter.labelOf(name), uptime };
      if (!filter.serves(name)) return [];
      const { engine, engineState, id, running, usage } = container;
      if (engineState === 'ended' && usage === null) return [];
      const before = last.get(`${engine} ${id}`);
      const isUnknown = engineState === 'silent' && running && usage === null;
      const item = isUnknown && before ? before : itemOf(container, changeOf(container), wording);
      current.set(`${engine} ${id}`, item);
      // Served items are completed in place.
      return [isUnknown ? staleCopy(item) : { ...item }];
    });
    last = current;
    return items;
  };

  return {
    async read() {
      const reports = await pollAll(engines, host.clock);
      const problems = reports.flatMap((report) => report.problems);
      const isAny = reports.some(({ found }) => found > 0);
      notice('engines', isAny && problems.length > 0 ? problems.join('; ') : null);
      if (!isAny) throw new Unsupported(problems.length > 0 ? problems.join('; ') : nothingFound(reports));
      const listed = distinct(reports.flatMap((report) => report.containers));
      const containers = await measureAll(listed, new Turns(() => host.clock.monotonic()).begin());
      return inOrder(itemsOf(containers.filter(({ running }) => running || own.all)), scan.order());
    },
  };
}

async function measureAll(containers: readonly Container[], slice: Slice): Promise<Container[]> {
  const measured: Container[] = [];
  for (const container of containers) {
    if (slice.isOver) await slice.next();
    measured.push(container.measure ? { ...container, usage: container.measure() } : container);
  }
  return measured;
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
