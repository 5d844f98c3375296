/** Converts an engine's container to the served item. */
import { type Reading, UNKNOWN } from '../../../core/fields.ts';
import type { Container, Usage } from './engine.ts';
import type { fields } from './fields.ts';
import { NANOSECONDS_PER_PERCENT, type UsageChange } from './rates.ts';

export type ContainerItem = Reading<typeof fields>;

/** Texts that only the plugin knows. */
interface Wording {
  name: string;
  alias: string | null;
  uptime: string | null;
}

/** @param mostCpu percent that the whole machine has */
export function itemOf(
  container: Container,
  change: UsageChange | null,
  wording: Wording,
  mostCpu: number,
): ContainerItem {
  const { usage, pod } = container;
  const used = usage === null ? null : cpuPercent(usage, change);
  const cpu = used !== null && used > mostCpu ? UNKNOWN : used;
  return {
    name: wording.name,
    ...(wording.alias !== null && { alias: wording.alias }),
    id: container.id,
    status: container.status,
    created: container.created,
    command: container.command,
    image: [container.image],
    ports: container.ports,
    uptime: wording.uptime,
    engine: container.engine,
    ...(pod !== null && { pod_name: pod.name, pod_id: pod.id.slice(0, 12) }),
    cpu_percent: cpu,
    ...(typeof usage?.cpu?.nanoseconds === 'number' && { cpu_time: usage.cpu.nanoseconds / 1e9 }),
    cpu_limit: usage?.cpuLimit ?? null,
    memory_usage: usage?.memory?.usage ?? null,
    memory_inactive_file: usage?.memory?.inactiveFile ?? null,
    memory_limit: usage?.memory?.limit ?? null,
    memory_percent: null,
    io_rx: perSecond(change?.io?.read, change),
    io_wx: perSecond(change?.io?.written, change),
    network_rx: perSecond(change?.network?.received, change),
    network_tx: perSecond(change?.network?.sent, change),
    ...nested(usage, cpu, change),
  };
}

/** Null: no measurement. Unknown before the second one; clients that add it up expect a number. */
function cpuPercent({ cpu }: Usage, change: UsageChange | null): number | null {
  if (cpu === null) return null;
  if ('percent' in cpu) return cpu.percent;
  if (change === null) return 0;
  return change.cpu === null ? null : change.cpu / (change.seconds * NANOSECONDS_PER_PERCENT);
}

const perSecond = (amount: number | undefined, change: UsageChange | null): number | null =>
  amount === undefined || change === null ? null : Math.floor(amount / change.seconds);

/** Objects for older clients, without null members, which some add to numbers. */
function nested(
  usage: Usage | null,
  cpu: number | null,
  change: UsageChange | null,
): Pick<ContainerItem, 'cpu' | 'memory' | 'io' | 'network'> {
  const { cpuLimit = null, memory = null, io = null, network = null } = usage ?? {};
  const seconds = change?.seconds ?? 0;
  return {
    cpu: {
      ...(cpu !== null && !Number.isNaN(cpu) && { total: cpu }),
      ...(cpuLimit !== null && { limit: cpuLimit }),
    },
    memory: memory === null ? {} : memoryOf(memory),
    io: {
      ...(io && { cumulative_ior: io.read, cumulative_iow: io.written }),
      ...(change?.io && { time_since_update: seconds, ior: change.io.read, iow: change.io.written }),
    },
    network: {
      ...(network && { cumulative_rx: network.received, cumulative_tx: network.sent }),
      ...(change?.network && {
        time_since_update: seconds,
        rx: change.network.received,
        tx: change.network.sent,
      }),
    },
  };
}

const memoryOf = ({ usage, limit, inactiveFile }: NonNullable<Usage['memory']>): ContainerItem['memory'] => ({
  usage,
  limit,
  ...(inactiveFile !== null && { inactive_file: inactiveFile }),
});
