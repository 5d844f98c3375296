import { type Said, say } from '../../../core/said.ts';
import { orNull } from '../../../core/or-null.ts';
import { staleCopy } from '../../../core/stale.ts';
import { definePlugin, type PluginContext, Unsupported } from '../../../core/plugin.ts';
import { Slice } from '../../../core/slice.ts';
import { processes } from '../../sources/processes/processes.ts';
import { cpuSource } from '../../sources/stat.ts';
import type { NamedContainer } from './engine.ts';
import { engines } from './engines.ts';
import { fields } from './fields.ts';
import { type ContainerItem, itemOf } from './item.ts';
import { options } from './options.ts';
import { memoryReason } from '../shared/memory-controller.ts';
import { countOnce } from './network-namespace.ts';
import { createChanges } from './rates.ts';
import { uptimeText } from './uptime-text.ts';
import type { SortKey } from '../../../core/process-order.ts';
import type { Served, ServedMember, View } from '../../../core/served.ts';

type ItemViews = Record<string, View>;

/** Views for clients: two levels per container, and which columns are worth showing. Empty without containers. */
export function containerViews(views: Readonly<Record<string, ItemViews>>, items: readonly Served[]): Served {
  if (items.length === 0) return {};
  const levels = items.map((item): [string, ServedMember] => {
    const name = String(item['name']);
    const own = views[name];
    return [
      name,
      {
        cpu: decoration(item['cpu_percent'], own?.['cpu_percent']),
        mem: decoration(item['memory_usage'], own?.['memory_usage']),
      },
    ];
  });
  return {
    ...Object.fromEntries(levels),
    show_pod_name: items.some((item) => typeof item['pod_name'] === 'string' && item['pod_name'] !== ''),
    show_engine_name: new Set(items.map((item) => item['engine'])).size > 1,
  };
}

const decoration = (value: ServedMember, view: View | undefined): Served =>
  value === null || view === undefined ? {} : { decoration: view.decoration };

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

/** Times of two counters are not the same moment. */
const TOLERANCE = 1.2;

function createReader({ host, options: own, notice, use, instance }: PluginContext<typeof options>) {
  const list = use(engines);
  const changesOf = createChanges();
  const stat = use(cpuSource);
  const scan = instance(processes);
  /** By engine and id: the last items whose engine answered, or that were measurable without it. */
  let last = new Map<string, ContainerItem>();

  /** Percent of CPU that this machine has; unlimited where its cores are unknown. */
  const mostCpu = (): number =>
    (orNull(() => stat().stat.cpus.length) || Number.POSITIVE_INFINITY) * 100 * TOLERANCE;

  const itemsOf = (containers: readonly NamedContainer[]): ContainerItem[] => {
    const most = mostCpu();
    const changeOf = changesOf(
      containers.map(({ container }) => container),
      most,
    );
    const current = new Map<string, ContainerItem>();
    const items = containers.flatMap(({ container, name, alias }) => {
      const uptime =
        container.startedAt === null || !container.running
          ? null
          : uptimeText((host.clock.now() - container.startedAt) / 1000);
      const wording = { name, alias, uptime };
      const { engine, engineState, id, running, usage } = container;
      if (engineState === 'ended' && usage === null) return [];
      const before = last.get(`${engine} ${id}`);
      const isUnknown = engineState === 'silent' && running && usage === null;
      const item = isUnknown && before ? before : itemOf(container, changeOf(container), wording, most);
      current.set(`${engine} ${id}`, item);
      // Served items are completed in place.
      return [isUnknown ? staleCopy(item) : { ...item }];
    });
    last = current;
    const leaps = items.filter(({ cpu_percent: cpu }) => Number.isNaN(cpu)).map(({ name: one }) => one);
    notice(
      'cpu',
      leaps.length === 0 ? null : `more CPU time than this machine has is counted for ${leaps.join(', ')}`,
    );
    return items;
  };

  return {
    async read() {
      const { containers, problem, absence } = await list();
      notice('engines', problem);
      if (absence !== null) throw new Unsupported(absence);
      const shown = containers.filter(({ container }) => container.running || own.all);
      const measured = await measureAll(shown, new Slice({ now: () => host.clock.monotonic() }));
      const lacks = measured.some(({ container: { usage } }) => usage !== null && usage.memory === null);
      notice('memory', lacks ? memoryReason(host) : null);
      const counted = countOnce(measured);
      notice('network', sharedText(counted));
      return inOrder(itemsOf(counted), scan.order());
    },
  };
}

/** Null: all containers have networks of their own. */
function sharedText(containers: readonly NamedContainer[]): Said | null {
  const count = containers.filter(
    ({ container: { usage } }) =>
      usage !== null && usage.network === null && typeof usage.namespace === 'string',
  ).length;
  if (count === 0) return null;
  return say(
    '{count} {count|container shares|containers share} the network of the host or of another container, where its traffic is counted',
    { count },
  );
}

async function measureAll(containers: readonly NamedContainer[], slice: Slice): Promise<NamedContainer[]> {
  const measured: NamedContainer[] = [];
  for (const named of containers) {
    const { container } = named;
    if (slice.isOver) await slice.next();
    const usage = container.measure ? container.measure() : container.usage;
    measured.push({ ...named, container: { ...container, usage } });
  }
  return measured;
}

type Order = (a: ContainerItem, b: ContainerItem) => number;

/** Null counts lowest. */
const descending =
  (value: (item: ContainerItem) => number | null): Order =>
  (a, b) => {
    const [first, second] = [value(a) ?? Number.NEGATIVE_INFINITY, value(b) ?? Number.NEGATIVE_INFINITY];
    return first < second ? 1 : first > second ? -1 : 0;
  };

const byCpu = descending((item) => item.cpu_percent);
const byMemory = descending((item) => item.memory_usage);
const byName: Order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Containers are sorted like processes if they have its key, otherwise by CPU. */
export function inOrder(items: ContainerItem[], key: SortKey): ContainerItem[] {
  if (key === 'name') return items.sort(byName);
  if (key === 'memory_percent') return items.sort((a, b) => byMemory(a, b) || byCpu(a, b));
  return items.sort((a, b) => byCpu(a, b) || byMemory(a, b));
}
