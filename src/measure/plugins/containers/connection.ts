/** One socket on which an engine listens, or may listen later. */
import type { Host, HttpService, ServiceAddress } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { createEndings, type Endings } from './endings.ts';
import { assumed, podmanBy, type Spoken, spokenBy } from './engine-version.ts';
import { createSession, type EngineSession, type Known } from './session.ts';

export interface ConnectionSetup {
  host: Host;
  address: ServiceAddress;
  /** The engine that is expected to answer. */
  engine: 'docker' | 'podman';
  /** Names of images are needed for containers that do not run, too. */
  all: boolean;
  onChange(): void;
}

export interface Connection {
  readonly service: HttpService;
  /** Starts due work and returns the state. Never waits. */
  poll(): ConnectionState;
  /**
   * Returns the pending first replies of a new engine, or the update after an idle time; null if there is nothing to wait for.
   */
  settling(): Promise<void> | null;
  close(): void;
}

export interface ConnectionState {
  readonly presence: 'present' | 'absent' | 'denied';
  /** Null before the first answer. */
  readonly spoken: Spoken | null;
  readonly known: ReadonlyMap<string, Known>;
  /** False until the engine has listed and described its containers. */
  readonly isListed: boolean;
  readonly endings: Endings;
  /** Why the engine does not answer; null: it does, or a request is pending. */
  readonly problem: ServiceError | null;
}

const NOTHING: ReadonlyMap<string, Known> = new Map();
const VERSION_LIMITS = { timeoutMs: 5000, maxBytes: 1 << 20 };
/** Retry delay after consecutive failures; a single lost connection is reopened at once. */
const PAUSES_MS = [0, 5000, 15_000, 30_000, 60_000];
/** Limit of waiting for an engine. */
const SETTLE_MS = 500;
/** Seconds of older events for the first session: Podman's are in a file, which may be long. */
const REPLAY_S = 3600;

export function createConnection({ host, address, engine, all, onChange }: ConnectionSetup): Connection {
  const { clock } = host;
  const service = host.service(address);
  let session: EngineSession | null = null;
  let spoken: Spoken | null = null;
  /** Containers of the last session, until the next list, or the socket is gone. */
  let known: ReadonlyMap<string, Known> = NOTHING;
  let isListed = false;
  const endings = createEndings(clock);
  let since = Math.floor(clock.now() / 1000) - REPLAY_S;
  let problem: ServiceError | null = null;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let opening: { promise: Promise<void>; since: number } | null = null;
  let run = 0;

  const fail = (error: unknown): void => {
    if (session !== null) ({ known, since } = session);
    session?.close();
    session = null;
    // The first failure may be a lost connection. Known data stay: an unresponsive engine is not gone.
    if (failures > 0) {
      problem = error instanceof ServiceError ? error : new ServiceError(String(error));
    }
    retryAt = clock.monotonic() + (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0);
    failures += 1;
  };

  const open = async (): Promise<void> => {
    const own = ++run;
    const isStale = (): boolean => own !== run;
    let opened: EngineSession | null = null;
    try {
      const found = await askVersion(service, engine);
      if (isStale()) return;
      spoken = found;
      opened = createSession({
        service,
        spoken,
        clock,
        all,
        endings,
        before: known,
        since,
        onChange,
        onLost: (error) => isStale() || fail(error),
      });
      await opened.begin();
      if (isStale()) return opened.close();
      session = opened;
      void opened.updating?.then(() => {
        if (isStale()) return;
        isListed = true;
        onChange();
      });
      failures = 0;
      problem = null;
    } catch (error) {
      opened?.close();
      if (isStale()) return;
      if (failures === 0) failures = 1;
      fail(error);
    }
  };

  const forget = (): void => {
    run += 1;
    if (session !== null) ({ since } = session);
    session?.close();
    session = null;
    isListed = false;
    opening = null;
    known = NOTHING;
    problem = null;
    failures = 0;
    retryAt = Number.NEGATIVE_INFINITY;
  };

  return {
    service,
    poll() {
      const presence = service.state();
      if (presence !== 'present') {
        forget();
        return { presence, spoken, known, isListed, endings, problem };
      }
      const now = clock.monotonic();
      session?.poll();
      if (session === null && opening === null && now >= retryAt) {
        const promise = open().finally(() => {
          if (opening?.promise === promise) opening = null;
        });
        opening = { promise, since: now };
      }
      return { presence, spoken, known: session?.known ?? known, isListed, endings, problem };
    },
    settling() {
      if (opening === null) return session?.updating ?? null;
      const isNew = clock.monotonic() - opening.since < SETTLE_MS;
      return isNew ? opening.promise.then(() => session?.updating ?? undefined) : null;
    },
    close: forget,
  };
}

async function askVersion(service: HttpService, engine: 'docker' | 'podman'): Promise<Spoken> {
  const pinged = await orRefused(service.getHeaders('/_ping', VERSION_LIMITS));
  const own = pinged === null ? null : podmanBy(pinged);
  if (own !== null) return own;
  const version = await orRefused(service.getJson('/version', VERSION_LIMITS));
  return version === null ? assumed(engine) : spokenBy(version);
}

/** Null: a proxy before the engine blocks this request. */
const orRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error) => {
    if (error instanceof ServiceError && error.status !== null) return null;
    throw error;
  });
