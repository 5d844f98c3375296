/** Resource use of containers, from the kernel's counters, which the engines read, too. */
import type { Host } from '../../../core/host.ts';
import { bytesOf } from '../../linux/bytes.ts';
import { parseBlkioBytes, parseIoStat } from '../../linux/cgroup-io.ts';
import { parseCpuList } from '../../linux/cpu-list.ts';
import { flatKeyed } from '../../linux/flat-keyed.ts';
import { parseMeminfo } from '../../linux/meminfo.ts';
import { parseNetDev } from '../../linux/net-dev.ts';
import type { CgroupFiles } from '../shared/cgroup-files.ts';
import { attemptRead, cgroupCpu, cgroupMemory, integerIn } from '../shared/cgroup-use.ts';
import { parseCpuLimit } from '../shared/cpu-limit.ts';
import { locateCgroup } from './cgroup-location.ts';
import type { Usage } from './engine.ts';
import { isInner } from '../../sources/interfaces.ts';
import { type Namespace, namespaceOf } from './network-namespace.ts';
import { orNull } from '../../../core/or-null.ts';

/** A container that runs. */
interface RunningContainer {
  readonly id: string;
  readonly pid: number;
  /** Its engine says that it has the host's network; the namespace decides where it can be compared. */
  readonly hostNetwork: boolean;
}

export interface CgroupUsage {
  /** Cumulative usage of the container; null: its group's files cannot be read. */
  read(target: RunningContainer): Usage | null;
  /** Logical cores of the host, the limit of containers without one. */
  cores(): number;
  /** Bytes of memory of the host. */
  memory(): number;
  /** Forgets all containers but these. */
  keep(ids: ReadonlySet<string>): void;
}

interface Known {
  readonly pid: number;
  readonly files: CgroupFiles | null;
  readonly namespace: Namespace;
  limits: Limits;
  limitsReadAt: number;
}

interface Limits {
  cpu: number | null;
  /** Bytes; infinite without limit. */
  memory: number;
}

interface HostLimits {
  readonly cores: number;
  readonly memory: number;
}

const NO_NAMESPACE: Namespace = { key: null, isOfHost: null };

/** Limits change rarely. */
const LIMITS_REREAD_MS = 30_000;
/** Retry interval for a group that was not found. */
const LOCATE_AGAIN_MS = 60_000;

export function createCgroupUsage(host: Host): CgroupUsage {
  const known = new Map<string, Known>();
  let ofHost: HostLimits = { cores: 1, memory: 0 };
  let hostReadAt = Number.NEGATIVE_INFINITY;

  const find = ({ id, pid }: RunningContainer, now: number): Known => {
    const before = known.get(id);
    const isOld = before?.files === null && now - before.limitsReadAt > LOCATE_AGAIN_MS;
    if (before !== undefined && before.pid === pid && !isOld) return before;
    const files = locateCgroup(host, pid, id);
    const limits = files === null ? { cpu: null, memory: Number.POSITIVE_INFINITY } : readLimits(host, files);
    const namespace = files === null ? NO_NAMESPACE : namespaceOf(host, pid);
    const found = { pid, files, namespace, limits, limitsReadAt: now };
    known.set(id, found);
    return found;
  };

  const hostLimits = (now: number): HostLimits => {
    if (now - hostReadAt > LIMITS_REREAD_MS) {
      ofHost = readHostLimits(host);
      hostReadAt = now;
    }
    return ofHost;
  };

  const refresh = (container: Known, files: CgroupFiles, now: number): void => {
    if (now - container.limitsReadAt > LIMITS_REREAD_MS) {
      container.limits = readLimits(host, files);
      container.limitsReadAt = now;
    }
  };

  return {
    read(target) {
      const at = host.clock.monotonic();
      const container = find(target, at);
      const { files, namespace } = container;
      if (files === null) return null;
      refresh(container, files, at);
      const whole = hostLimits(at);
      const nanoseconds = cgroupCpu(host, files);
      if (nanoseconds === null) {
        // The container has ended, and its number may soon be that of another process.
        known.delete(target.id);
        return null;
      }
      return {
        at,
        cpu: { nanoseconds },
        cpuLimit: container.limits.cpu ?? whole.cores,
        memory: memoryOf(host, files, Math.min(container.limits.memory, whole.memory)),
        io: readIo(host, files),
        network: (namespace.isOfHost ?? target.hostNetwork) ? null : readNetwork(host, target.pid),
        namespace: namespace.key,
      };
    },
    cores: () => hostLimits(host.clock.monotonic()).cores,
    memory: () => hostLimits(host.clock.monotonic()).memory,
    keep(ids) {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
}

/** Version 1 counts the groups below in the lines with `total_`, and its usage includes them. */
const INACTIVE_FILE = { 1: bytesOf('total_inactive_file'), 2: bytesOf('inactive_file') };

function memoryOf(host: Host, files: CgroupFiles, limit: number): Usage['memory'] {
  const usage = cgroupMemory(host, files);
  if (usage === null) return null;
  const key = INACTIVE_FILE[files.version];
  return {
    usage,
    limit,
    inactiveFile: attemptRead(host, files.memoryStat, (bytes) => flatKeyed(bytes, key)),
  };
}

function readIo(host: Host, { version, io }: CgroupFiles): Usage['io'] {
  return attemptRead(host, io, version === 1 ? parseBlkioBytes : parseIoStat);
}

function readNetwork(host: Host, pid: number): Usage['network'] {
  return attemptRead(host, `/proc/${pid}/net/dev`, (bytes) => {
    const total = { received: 0, sent: 0 };
    for (const { name, bytesRecv, bytesSent } of parseNetDev(bytes)) {
      if (isInner(name)) continue;
      total.received += bytesRecv;
      total.sent += bytesSent;
    }
    return total;
  });
}

function readLimits(host: Host, { cpuLimits, memoryLimit }: CgroupFiles): Limits {
  const memory = attemptRead(host, memoryLimit, integerIn) ?? Number.POSITIVE_INFINITY;
  const words = cpuLimits.map((path) => host.readText(path) ?? '').join(' ');
  return { cpu: parseCpuLimit(words), memory };
}

function readHostLimits(host: Host): HostLimits {
  const cores = host.readText('/sys/devices/system/cpu/online');
  return {
    cores: countCores(cores),
    memory: attemptRead(host, '/proc/meminfo', (bytes) => parseMeminfo(bytes).memTotal) ?? 0,
  };
}

const countCores = (list: string | null): number =>
  orNull(() => Math.max(1, parseCpuList(list ?? '').length)) ?? 1;
