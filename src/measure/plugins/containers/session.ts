/** The containers of one engine while it answers. */
import { parsedJson } from '../../../core/parsed-json.ts';
import { adopt } from '../../../core/adopt.ts';
import { listOf, loose, text } from '../../../core/shape.ts';
import type { Clock, HttpService } from '../../../core/host.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { type Details, type Listed, RUNNING_STATES } from './dialect.ts';
import { type Endings, type LifeEvent, SETTLE_MS } from './endings.ts';
import type { Spoken } from './engine-version.ts';
import { inParallel } from '../shared/in-parallel.ts';

/** A container and its data; details arrive after the list, replacing the old ones. */
export interface Known {
  readonly listed: Listed;
  details: Details | null;
  /** True if the details belong to the listed state. */
  isComplete: boolean;
  image: string;
}

export interface EngineSession {
  readonly known: ReadonlyMap<string, Known>;
  /** Running update; null if there is none. */
  readonly updating: Promise<void> | null;
  /** Seconds since the epoch, by the clock of the engine: up to here its events are known. */
  readonly since: number;
  /** Starts due work; called at every sample. */
  poll(): void;
  /** Requests the list, then continues in the background; rejects if it is unavailable. */
  begin(): Promise<void>;
  close(): void;
}

export interface SessionSetup {
  service: HttpService;
  spoken: Spoken;
  clock: Clock;
  /** Names of images are needed for containers that do not run, too. */
  all: boolean;
  endings: Endings;
  /** Containers of the previous session, whose details are used until replaced. */
  before: ReadonlyMap<string, Known>;
  /** Unix seconds on the engine's clock: later events are unprocessed. */
  since: number;
  /** Called when a container has started, ended or changed its health, once that is known. */
  onChange(): void;
  /** Called once, when events end or the list fails. */
  onLost(error: Error): void;
}

const imageIn = adopt(loose({ RepoTags: listOf(text()) }));
const LIST_LIMITS = { timeoutMs: 5000, maxBytes: 8 << 20 };
const ONE_LIMITS = { timeoutMs: 5000, maxBytes: 1 << 20 };
const MOST_CONTAINERS = 2000;
/** Concurrent requests to an engine: more would make no reply arrive sooner. */
const WIDTH = 6;
/** Refresh for missed events. */
const UPDATE_MS = 60_000;
/** Refresh without events, as behind some proxies. */
const UPDATE_WITHOUT_EVENTS_MS = 1900;
/** Minimum interval of lists: events come in bursts, as from restart loops. */
const LEAST_GAP_MS = 1000;
/** Event streams that end sooner count as unavailable: the list is polled until the next attempt. */
const EVENTS_AT_LEAST_MS = 3000;
const EVENTS_AGAIN_MS = 60_000;
/** After this idle time only starts and ends are processed. */
const IDLE_MS = 15_000;
/** Limit of events of restart loops while idle. */
const IDLE_GAP_MS = 10_000;
/** Earlier events arrive when their stream begins. */
const REPLAY_MS = 3000;
/** Events in the lives of containers. */
const CHANGES: ReadonlySet<LifeEvent['action']> = new Set(['start', 'die', 'remove', 'health']);

export function createSession(setup: SessionSetup): EngineSession {
  const { service, spoken, clock, all, endings, onChange, onLost } = setup;
  const { dialect, prefix } = spoken;
  const images = new Map<string, string>();
  const changed = new Set<string>();
  let known = new Map([...setup.before].map(([id, one]) => [id, { ...one, isComplete: false }]));
  let hasEvents = true;
  let isOld = true;
  let updating: Promise<void> | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  let hasNews = false;
  let latestAt = setup.since * 1000;
  const bornTime = clock.now();
  let polledAt = clock.monotonic();
  let cancelTimer: (() => void) | null = null;
  let cancelSettled = (): void => {};
  let closed = false;
  let followedAt = Number.NEGATIVE_INFINITY;
  let stopEvents = (): void => {};

  const ask = (path: string, limits = ONE_LIMITS) => service.getJson(prefix + path, limits);

  const lose = (error: Error): void => {
    if (closed) return;
    close();
    onLost(error);
  };

  const sinceNow = (): number => Math.floor(latestAt / 1000);

  const followEvents = (): (() => void) => {
    followedAt = clock.monotonic();
    return service.follow(prefix + dialect.eventsPath(sinceNow()), {
      timeoutMs: LIST_LIMITS.timeoutMs,
      maxLineBytes: 1 << 20,
      onOpen: () => (hasEvents = true),
      onLine: (line) => noteEvent(line),
      onEnd(error) {
        // Refused, or an engine that is busy or too old to reply before the first event: the list is polled instead.
        const { status = null, code = null } = error instanceof ServiceError ? error : {};
        const isEarly = clock.monotonic() - followedAt < EVENTS_AT_LEAST_MS;
        if (status === null && code !== 'ETIMEDOUT' && !isEarly) return lose(error);
        hasEvents = false;
        if (status !== null || closed) return;
        stopEvents = clock.setTimer(() => (stopEvents = followEvents()), EVENTS_AGAIN_MS);
      },
    });
  };

  const noteEvent = (line: string): void => {
    const event = dialect.parseEvent(parsedJson(line));
    if (event === null) return;
    if (event === 'images') images.clear();
    else if (!noteLife(event)) return;
    isOld = true;
    if (hasNews || isWatched()) plan();
  };

  const isWatched = (): boolean => clock.monotonic() - polledAt < IDLE_MS;

  /** False for an earlier event, which the list already covers. */
  const noteLife = (event: LifeEvent): boolean => {
    endings.note(event);
    latestAt = Math.max(latestAt, event.at);
    if (event.action === 'die') announceSettled();
    if (event.at < bornTime && clock.monotonic() - followedAt < REPLAY_MS) return false;
    changed.add(event.container);
    if (CHANGES.has(event.action)) hasNews = true;
    return true;
  };

  /** Announces a change once it can be known whether an end was requested. */
  const announceSettled = (): void => {
    cancelSettled();
    cancelSettled = clock.setTimer(onChange, SETTLE_MS);
  };

  const plan = (): void => {
    if (closed || updating !== null || cancelTimer !== null) return;
    const gap = isWatched() ? LEAST_GAP_MS : IDLE_GAP_MS;
    const wait = Math.max(50, startedAt + gap - clock.monotonic());
    cancelTimer = clock.setTimer(() => {
      cancelTimer = null;
      start();
    }, wait);
  };

  const start = (): void => {
    if (closed || updating !== null) return;
    const isNews = hasNews;
    hasNews = false;
    follow(
      list()
        .then(complete)
        .then(() => (isNews ? onChange() : undefined)),
    );
  };

  const follow = (work: Promise<void>): void => {
    updating = work.catch(lose).finally(() => {
      updating = null;
      if (isOld && (hasNews || isWatched())) plan();
    });
  };

  const list = async (): Promise<void> => {
    startedAt = clock.monotonic();
    isOld = false;
    const fresh = new Set(changed);
    changed.clear();
    const entries = dialect.parseList(await ask(dialect.listPath(true), LIST_LIMITS));
    const next = new Map<string, Known>();
    for (const listed of entries.slice(0, MOST_CONTAINERS)) next.set(listed.id, keep(listed, fresh));
    known = next;
    endings.keep(known);
  };

  const complete = async (): Promise<void> => {
    const containers = known;
    const incomplete = [...containers.values()].filter(({ isComplete }) => !isComplete);
    const [first, later] = [incomplete.filter(isRunning), incomplete.filter((one) => !isRunning(one))];
    await inParallel([...first, ...later], WIDTH, askDetails);
    await askImages(containers);
  };

  const keep = (listed: Listed, fresh: ReadonlySet<string>): Known => {
    const before = known.get(listed.id);
    const image = images.get(listed.imageId) ?? before?.image ?? listed.imageName;
    // The number of failed checks grows without an event.
    const isSick = before?.details?.health === 'unhealthy';
    const isSame = before?.listed.signature === listed.signature && !fresh.has(listed.id) && !isSick;
    return { listed, details: before?.details ?? null, isComplete: isSame && before.isComplete, image };
  };

  /** Without details, a container keeps its data until the next update. */
  const askDetails = async (container: Known): Promise<void> => {
    const { listed } = container;
    try {
      const details = dialect.parseDetails(await ask(dialect.detailsPath(listed.id)), listed);
      // Earlier details are closer to the truth than none.
      if (details === null) return;
      container.details = details;
      container.isComplete = true;
    } catch (error) {
      // It was removed since it was listed.
      if (error instanceof ServiceError && error.status === 404) known.delete(listed.id);
    }
  };

  const askImages = async (containers: ReadonlyMap<string, Known>): Promise<void> => {
    const shown = [...containers.values()].filter((one) => all || isRunning(one));
    const used = new Map(shown.map(({ listed }) => [listed.imageId, listed]));
    for (const id of images.keys()) if (!used.has(id)) images.delete(id);
    const nameless = [...used.values()].filter(({ imageId }) => imageId !== '' && !images.has(imageId));
    await inParallel(nameless, WIDTH, async ({ imageId, imageName }) => {
      images.set(imageId, await tagsOf(imageId, imageName));
    });
    for (const container of containers.values()) {
      container.image = images.get(container.listed.imageId) ?? container.listed.imageName;
    }
  };

  /** Without tags, an image has the name from the container's creation. */
  const tagsOf = async (imageId: string, imageName: string): Promise<string> => {
    try {
      const { RepoTags: tags = [] } = imageIn(await ask(dialect.imagePath(imageId))) ?? {};
      return tags.join(',');
    } catch {
      // An image may have been removed; failures of the engine are reported by its list.
      return imageName;
    }
  };

  const close = (): void => {
    closed = true;
    cancelTimer?.();
    cancelSettled();
    stopEvents();
  };

  stopEvents = followEvents();

  return {
    get known() {
      return known;
    },
    get updating() {
      return updating;
    },
    get since() {
      return sinceNow();
    },
    poll() {
      polledAt = clock.monotonic();
      const age = polledAt - startedAt;
      if (isOld ? age >= LEAST_GAP_MS : age >= (hasEvents ? UPDATE_MS : UPDATE_WITHOUT_EVENTS_MS)) start();
    },
    async begin() {
      await list();
      if (!closed) follow(complete());
    },
    close,
  };
}

const isRunning = ({ listed, details }: Known): boolean => RUNNING_STATES.has((details ?? listed).state);
