/** LXD, and its successor Incus, which has the same API. */
import { say } from '../../../core/said.ts';
import type { Phrase } from '../../../core/phrase.ts';
import type { Host } from '../../../core/host.ts';
import { parseCpuList } from '../../linux/cpu-list.ts';
import { type Candidate, ownSocketAt, socketAt } from './candidates.ts';
import { type CgroupUsage, createCgroupUsage } from './cgroup-usage.ts';
import {
  type Container,
  type ContainerLife,
  type CreateEngine,
  type EngineState,
  engineStateOf,
  type Usage,
} from './engine.ts';
import { createLxdConnection, type KnownInstance, type LxdConnection } from './lxd-connection.ts';
import { cgroupName, type InstanceState } from './lxd-instance.ts';
import { orNull } from '../../../core/or-null.ts';

const SOCKET = 'unix.socket';
const LXD_ADVICE: Phrase = "add the agent's user to group lxd, or run the agent as root";
const INCUS_ADVICE: Phrase = "add the agent's user to group incus-admin, or run the agent as root";

interface Place {
  readonly candidate: Candidate;
  readonly connection: LxdConnection;
  readonly cgroups: CgroupUsage;
}

/**
 * All instances of all projects, including virtual machines, as in `lxc list`. Usage comes from the kernel, and from LXD only where
 * that is impossible.
 */
export const createLxd: CreateEngine = ({ host }) => {
  const places = candidatesOf(host).map((candidate): Place => {
    const cgroups = createCgroupUsage(host);
    const isStateEnough = (known: KnownInstance): boolean => countedUsage(cgroups, known) !== null;
    const connection = createLxdConnection({ host, address: candidate.address, isStateEnough });
    return { candidate, connection, cgroups };
  });
  return {
    poll() {
      const polled = places.map((place) => ({ ...place, state: place.connection.poll() }));
      const absent = polled.filter(({ state }) => state.presence !== 'present');
      const present = polled.filter(({ state }) => state.presence === 'present');
      return {
        containers: withUniqueIds(
          present
            // Two paths may lead to one server: its instances are shown once.
            .filter(
              ({ state: { identity } }, index) =>
                identity === '' || !knows(present.slice(0, index), identity),
            )
            .map(({ candidate, cgroups, state }) => [
              candidate.name,
              containersOf(cgroups, state.known, engineStateOf(state.problem)),
            ]),
        ),
        remembered: [],
        isPending: false,
        missing: absent.map(
          ({ candidate, state }) =>
            candidate.name + (state.presence === 'denied' ? ' (no permission to look)' : ''),
        ),
        found: present.filter(({ state }) => state.problem?.code !== 'EACCES').length,
        problems: present.flatMap(({ candidate, state: { problem } }) => {
          if (problem === null) return [];
          return problem.code === 'EACCES'
            ? [
                say('{problem}: {advice}', {
                  problem: say('no permission to read {server}', { server: candidate.name }),
                  advice: say(candidate.advice),
                }),
              ]
            : [problem.said];
        }),
      };
    },
    settling() {
      const all = places.flatMap(({ connection }) => connection.settling() ?? []);
      return all.length === 0 ? null : Promise.allSettled(all);
    },
  };
};

/** Searched as `lxc` does; LXD_DIR names a folder in this process's own file system. */
function candidatesOf(host: Host): Candidate[] {
  const folder = host.variable('LXD_DIR');
  return [
    ...(folder === undefined ? [] : [ownSocketAt(`${folder.replace(/\/$/, '')}/${SOCKET}`, LXD_ADVICE)]),
    socketAt(`/var/snap/lxd/common/lxd/${SOCKET}`, LXD_ADVICE),
    socketAt(`/var/lib/lxd/${SOCKET}`, LXD_ADVICE),
    socketAt(`/var/lib/incus/${SOCKET}`, INCUS_ADVICE),
  ].filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index);
}

const knows = (polled: readonly { state: { identity: string } }[], identity: string): boolean =>
  polled.some(({ state }) => state.identity === identity);

/** LXD and Incus may run side by side with instances of the same name. */
function withUniqueIds(places: readonly [place: string, containers: readonly Container[]][]): Container[] {
  const unique = new Map<string, Container>();
  for (const [place, containers] of places)
    for (const container of containers) {
      const id = unique.has(container.id) ? `${container.id}@${place}` : container.id;
      unique.set(id, { ...container, id });
    }
  return [...unique.values()];
}

function containersOf(
  cgroups: CgroupUsage,
  known: readonly KnownInstance[],
  engineState: EngineState,
): Container[] {
  cgroups.keep(new Set(known.map(({ instance }) => cgroupName(instance))));
  return known.map((one) => ({
    ...containerOf(one, usageOf(cgroups, one, engineState)),
    engineState,
  }));
}

/** LXD reports neither exit codes nor requests of ends. */
const lifeOf = (endedAt: number | null): ContainerLife => ({
  endedAt,
  exitCode: null,
  oomKilled: false,
  planned: null,
  restarts: null,
  health: null,
  failingStreak: null,
});

const containerOf = (
  { instance, endedAt }: KnownInstance,
  usage: Usage | null,
): Omit<Container, 'engineState'> => ({
  engine: 'lxd',
  id: instance.project === 'default' ? instance.name : `${instance.project}/${instance.name}`,
  name: instance.name,
  image: instance.image,
  status: instance.status,
  running: instance.status !== 'stopped',
  created: instance.created,
  command: null,
  ports: instance.ports,
  startedAt: instance.startedAt,
  pod: null,
  life: lifeOf(endedAt),
  usage,
});

/** An old state is no present one. */
function usageOf(cgroups: CgroupUsage, known: KnownInstance, engineState: EngineState): Usage | null {
  const { instance, state, stateAt } = known;
  if (state === null) return null;
  const usage =
    countedUsage(cgroups, known) ?? (engineState === 'answers' ? usageIn(state, stateAt, cgroups) : null);
  return usage && { ...usage, cpuLimit: coresOf(instance.cpuLimit) ?? usage.cpuLimit };
}

function countedUsage(cgroups: CgroupUsage, { instance, state }: KnownInstance): Usage | null {
  if (state === null || state.pid === 0) return null;
  return cgroups.read({ id: cgroupName(instance), pid: state.pid, hostNetwork: false });
}

/** Used disk space replaces read bytes, as clients expect for LXD. */
const usageIn = (state: InstanceState, at: number, cgroups: CgroupUsage): Usage => ({
  at,
  cpu: state.nanoseconds === null ? null : { nanoseconds: state.nanoseconds },
  cpuLimit: cgroups.cores(),
  memory:
    state.memory === null
      ? null
      : { usage: state.memory, limit: state.memoryTotal ?? cgroups.memory(), inactiveFile: 0 },
  io: state.diskUsage === null ? null : { read: state.diskUsage, written: 0 },
  network: state.network,
});

/** A number of cores, or which ones (`0-3,7`). */
function coresOf(limit: string): number | null {
  const cores = Number(limit);
  if (limit === '' || cores > 0) return cores || null;
  return orNull(() => parseCpuList(limit).length || null);
}
