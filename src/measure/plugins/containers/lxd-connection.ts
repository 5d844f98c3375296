/** An LXD or Incus server: its instances, polled in rounds. */
import type { Host, ServiceAddress } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { inParallel } from '../shared/in-parallel.ts';
import {
  type Instance,
  type InstanceState,
  type LxdServer,
  parseInstances,
  parseServer,
  parseState,
  statePath,
} from './lxd-instance.ts';

export interface KnownInstance {
  readonly instance: Instance;
  /** Null: the instance is stopped, or its state is unavailable. */
  readonly state: InstanceState | null;
  /** Monotonic time of the state. */
  readonly stateAt: number;
  /** When it was first listed as stopped, in milliseconds since the epoch; null: before this agent looked. */
  readonly endedAt: number | null;
}

export interface LxdConnection {
  /** Starts the next round, unless one is running or just failed. */
  poll(): {
    readonly presence: 'present' | 'absent' | 'denied';
    /** Identity of the server; empty before its first reply. */
    readonly identity: string;
    readonly known: readonly KnownInstance[];
    /** Why it does not answer; null: it does, or was not asked yet. */
    readonly problem: ServiceError | null;
  };
  /** Returns the running update, if data are old and it may end soon; else null. */
  settling(): Promise<void> | null;
}

interface LxdConnectionSetup {
  readonly host: Host;
  readonly address: ServiceAddress;
  /**
   * True if the cached state suffices. Reading it costs LXD 40 ms of CPU, since it starts programs to inspect the instance's
   * network.
   */
  isStateEnough(known: KnownInstance): boolean;
}

const SERVER_LIMITS = { timeoutMs: 5000, maxBytes: 1 << 20 };
const LIST_LIMITS = { timeoutMs: 10_000, maxBytes: 16 << 20 };
const STATE_LIMITS = { timeoutMs: 10_000, maxBytes: 1 << 20 };
const WIDTH = 4;
/** Refresh of the server's facts: it may have been upgraded, or have joined a cluster. */
const SERVER_AGAIN_MS = 60_000;
/** Retry delay after consecutive failures; the first is not reported, since the retry is immediate. */
const PAUSES_MS = [0, 5000, 15_000, 30_000, 60_000];
/** After this idle time the plugin waits briefly for new data. */
const OLD_MS = 10_000;
/** Limit of waiting for an engine. */
const SETTLE_MS = 500;

export function createLxdConnection({ host, address, isStateEnough }: LxdConnectionSetup): LxdConnection {
  const { clock } = host;
  const service = host.service(address);
  let server: { value: LxdServer; askedAt: number } | null = null;
  let identity = '';
  let known = new Map<string, KnownInstance>();
  let problem: ServiceError | null = null;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let round: { promise: Promise<void>; since: number; isAwaited: boolean } | null = null;
  let knownAt = Number.NEGATIVE_INFINITY;

  const askServer = async (): Promise<LxdServer> => {
    const now = clock.monotonic();
    if (server !== null && now - server.askedAt < SERVER_AGAIN_MS) return server.value;
    const value = parseServer(await service.getJson('/1.0', SERVER_LIMITS));
    server = { value, askedAt: now };
    identity = value.identity;
    return value;
  };

  // It may have ended; others need not wait for it.
  const askState = (instance: Instance, from: LxdServer): Promise<InstanceState | null> =>
    service
      .getJson(statePath(instance, from), STATE_LIMITS)
      .then(parseState)
      .catch(() => null);

  const update = async (): Promise<void> => {
    const from = await askServer();
    if (!from.trusts) throw new ServiceError('it does not trust this client', { code: 'EACCES' });
    const instances = parseInstances(await service.getJson(from.listPath, LIST_LIMITS), from);
    const next = new Map(
      instances.map((instance) => [keyOf(instance), carryOver(instance, known, clock.now())]),
    );
    known = next;
    const asked = [...next.values()].filter(
      (one) => one.instance.status !== 'stopped' && !isStateEnough(one),
    );
    await inParallel(asked, WIDTH, async ({ instance }) => {
      const state = await askState(instance, from);
      next.set(keyOf(instance), { instance, state, stateAt: clock.monotonic(), endedAt: null });
    });
  };

  const settle = (error: unknown): void => {
    if (error === null) {
      knownAt = clock.monotonic();
      failures = 0;
      problem = null;
      return;
    }
    server = null;
    failures += 1;
    retryAt = clock.monotonic() + (PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] ?? 0);
    if (failures === 1 && known.size > 0) return;
    problem = error instanceof ServiceError ? error : new ServiceError(String(error));
  };

  const start = (): void => {
    const since = clock.monotonic();
    const own = { promise: Promise.resolve(), since, isAwaited: since - knownAt > OLD_MS };
    const end = (error: unknown): void => {
      if (round !== own) return;
      round = null;
      settle(error);
    };
    round = own;
    own.promise = update().then(() => end(null), end);
  };

  const forget = (): void => {
    round = null;
    server = null;
    identity = '';
    known = new Map();
    problem = null;
    failures = 0;
    retryAt = Number.NEGATIVE_INFINITY;
    knownAt = Number.NEGATIVE_INFINITY;
  };

  return {
    poll() {
      const presence = service.state();
      if (presence !== 'present') forget();
      else if (round === null && clock.monotonic() >= retryAt) start();
      return { presence, identity, known: [...known.values()], problem };
    },
    settling() {
      const isSoon = round?.isAwaited === true && clock.monotonic() - round.since < SETTLE_MS;
      return isSoon ? (round?.promise ?? null) : null;
    },
  };
}

const keyOf = ({ project, name }: Instance): string => `${project}/${name}`;

/** Keeps the known facts about an instance that still runs, and when it stopped. */
function carryOver(
  instance: Instance,
  before: ReadonlyMap<string, KnownInstance>,
  now: number,
): KnownInstance {
  const old = before.get(keyOf(instance));
  if (instance.status === 'stopped') {
    const wasRunning = old !== undefined && old.instance.status !== 'stopped';
    return { instance, state: null, stateAt: 0, endedAt: wasRunning ? now : (old?.endedAt ?? null) };
  }
  const isSame = old !== undefined && old.instance.startedAt === instance.startedAt;
  return isSame ? { ...old, instance, endedAt: null } : { instance, state: null, stateAt: 0, endedAt: null };
}
