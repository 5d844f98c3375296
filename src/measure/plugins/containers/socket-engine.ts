/** Engines that speak Docker's or Podman's API, on any number of sockets. */
import { type Reason, say } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import type { Candidate } from './candidates.ts';
import { type CgroupUsage, createCgroupUsage } from './cgroup-usage.ts';
import { readContainerLog } from './container-log.ts';
import { type Connection, type ConnectionState, createConnection } from './connection.ts';
import { type Details, RUNNING_STATES } from './dialect.ts';
import {
  type Container,
  type ContainerLife,
  type Engine,
  type EngineReport,
  engineStateOf,
  type Usage,
} from './engine.ts';
import type { Endings } from './endings.ts';
import type { Known } from './session.ts';
import { createStatsFeed, type StatsFeed } from './stats-feed.ts';

interface SocketEngineSetup {
  host: Host;
  engine: 'docker' | 'podman';
  all: boolean;
  /** Where to look now. */
  candidates(): readonly Candidate[];
  /** Unusable parts of the configuration, in sentences. */
  complaints: readonly string[];
  onChange(): void;
}

interface Place {
  readonly candidate: Candidate;
  readonly connection: Connection;
  feed: StatsFeed | null;
  /** True if containers were measured since the last poll. `streamed`: those that need the feed. */
  isMeasured: boolean;
  streamed: Set<string>;
  /** Its last list and its monotonic time; null: never. */
  last: readonly Container[];
  lastAt: number | null;
}

/** Containers of a removed engine are dropped after this time. */
const REMEMBER_MS = 86_400_000;

export function createSocketEngine(setup: SocketEngineSetup): Engine {
  const { host, engine, all, candidates, complaints, onChange } = setup;
  const places = new Map<string, Place>();
  const cgroups = createCgroupUsage(host);

  const follow = (): void => {
    const wanted = new Map(candidates().map((candidate) => [candidate.name, candidate]));
    for (const [name, { connection }] of places) {
      if (wanted.has(name)) continue;
      connection.close();
      places.delete(name);
    }
    for (const [name, candidate] of wanted) {
      if (places.has(name)) continue;
      const connection = createConnection({ host, address: candidate.address, engine, all, onChange });
      places.set(name, {
        candidate,
        connection,
        feed: null,
        isMeasured: false,
        streamed: new Set(),
        last: [],
        lastAt: null,
      });
    }
  };

  const poll = (): EngineReport => {
    follow();
    const containers: Container[] = [];
    const remembered: Container[] = [];
    const missing: string[] = [];
    const problems: Reason[] = [...complaints];
    let found = 0;
    let isPending = false;
    for (const place of places.values()) {
      const state = place.connection.poll();
      if (!state.isListed) remembered.push(...lastOf(place, host));
      if (state.presence !== 'present') {
        missing.push(place.candidate.name + (state.presence === 'denied' ? ' (no permission to look)' : ''));
        stopFeed(place);
        continue;
      }
      isPending ||= !state.isListed && state.problem === null && place.lastAt === null;
      if (state.problem !== null) problems.push(adviseOn(state, place.candidate));
      if (state.problem?.code !== 'EACCES') found += 1;
      const read = readContainers(host, cgroups, place, state);
      if (state.isListed) Object.assign(place, { last: read, lastAt: host.clock.monotonic() });
      containers.push(...read);
    }
    cgroups.keep(new Set(containers.map(({ id }) => id)));
    return { containers, remembered, isPending, missing, problems, found };
  };

  return {
    poll,
    settling() {
      const all = [...places.values()].flatMap(({ connection }) => connection.settling() ?? []);
      return all.length === 0 ? null : Promise.allSettled(all);
    },
  };
}

const adviseOn = ({ problem }: ConnectionState, { advice }: Candidate): Reason =>
  problem?.code === 'EACCES'
    ? say('{problem}: {advice}', { problem: problem.said, advice: say(advice) })
    : (problem?.said ?? '');

const lastOf = ({ last, lastAt }: Place, { clock }: Host): Container[] =>
  lastAt === null || clock.monotonic() - lastAt > REMEMBER_MS
    ? []
    : last.map((one) => ({ ...one, engineState: 'ended' }));

function stopFeed(place: Place): void {
  place.feed?.keep(new Set());
  place.feed = null;
}

function readContainers(host: Host, cgroups: CgroupUsage, place: Place, state: ConnectionState): Container[] {
  if (state.spoken === null) return [];
  const { spoken, problem } = state;
  const engineState = engineStateOf(problem);
  if (place.isMeasured || state.known.size === 0) trimFeed(place);
  const measure = ({ listed: { id }, details }: Known): Usage | null => {
    place.isMeasured = true;
    if (details === null || details.pid === 0) return null;
    const counted = cgroups.read({ id, pid: details.pid, hostNetwork: details.hostNetwork });
    if (counted !== null || engineState !== 'answers') return counted;
    place.streamed.add(id);
    place.feed ??= createStatsFeed(place.connection.service, spoken, host.clock);
    return place.feed.read(id, details.cpuLimit ?? cgroups.cores());
  };
  return [...state.known.values()].map((known) => ({
    ...containerOf(spoken.dialect.engine, known, state.endings),
    engineState,
    measure: () => measure(known),
    readLog: (asked) =>
      readContainerLog(
        {
          service: place.connection.service,
          prefix: spoken.prefix,
          id: known.listed.id,
          hasTerminal: known.details?.hasTerminal === true,
        },
        asked,
      ),
  }));
}

/** Ends streams unused in the last measurement. */
function trimFeed(place: Place): void {
  place.feed?.keep(place.streamed);
  place.isMeasured = false;
  place.streamed = new Set();
}

function containerOf(
  engine: string,
  { listed, details, image }: Known,
  endings: Endings,
): Omit<Container, 'engineState'> {
  const { created, command, ports, startedAt, state } = details ?? listed;
  const { id, name, pod } = listed;
  const running = RUNNING_STATES.has(state);
  const health = details?.health ?? '';
  const status = state === 'running' && health !== '' ? health : state;
  return {
    engine,
    id,
    name,
    image,
    status,
    running,
    created,
    command,
    ports,
    startedAt,
    pod,
    life: lifeOf(details, running, details?.autoRemove === true ? true : endings.isPlanned(id)),
    usage: null,
  };
}

function lifeOf(details: Details | null, running: boolean, planned: boolean | null): ContainerLife {
  const endedAt = running ? null : (details?.endedAt ?? null);
  const hasEnded = endedAt !== null;
  const health = (running && details?.health) || null;
  return {
    endedAt,
    exitCode: hasEnded ? (details?.exitCode ?? null) : null,
    oomKilled: hasEnded && details?.oomKilled === true,
    planned: hasEnded ? planned : null,
    restarts: details?.restarts ?? null,
    health,
    failingStreak: health === null ? null : (details?.failingStreak ?? null),
  };
}
