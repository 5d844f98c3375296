/**
 * Keeps the store up to date: by the live stream, or by asking again and again where there is none. When the connection
 * is lost it tries again by itself, and what was missed is filled in from the history.
 */
import { type ShallowRef, shallowRef } from 'vue';
import type { Store, Update } from '../state/store.ts';
import { ApiProblem, type Client } from './client.ts';
import type { Limits, PluginReport } from './types.ts';
import { fillCourses } from './history.ts';

export type Connection =
  | { kind: 'connecting' }
  /** Updates come by themselves, or are asked for. */
  | { kind: 'live'; by: 'stream' | 'polling' }
  /** `since`: when the last update came; 0 when there has been none. */
  | { kind: 'lost'; since: number; reason: string }
  /** The agent asks who is there. */
  | { kind: 'login' };

export interface Feed {
  readonly connection: Readonly<ShallowRef<Connection>>;
  /** Starts, and again after a login. */
  start(): void;
  stop(): void;
  /** Asks for an update at once. */
  refresh(): void;
  /** Reads again how every plugin is doing. */
  loadReports(): Promise<void>;
}

export interface FeedSetup {
  client: Client;
  store: Store;
  /** Seconds between updates. */
  refresh: number;
  /** Name of the run of the agent that this page belongs to. */
  run: string;
  /** The agent is another one than the page's: started again, perhaps upgraded. True when the page goes away for it. */
  onOtherRun(): boolean;
  page?: Document;
}

/** Values of a course's past that are asked for. */
const PAST = 160;
/** While nobody looks, only now and then: alerts still show in the page's title. */
const HIDDEN_SECONDS = 30;
const RETRY_MS = { first: 1000, most: 15_000 };

export function createFeed(setup: FeedSetup): Feed {
  const { client, store, page = document } = setup;
  const connection = shallowRef<Connection>({ kind: 'connecting' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;
  let failures = 0;
  let lastUpdate = 0;
  let hasLimits = false;
  /** Since when courses have a hole; null when they have none. */
  let missing = false;

  const plan = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), milliseconds);
  };
  const period = (): number => (page.hidden ? Math.max(setup.refresh, HIDDEN_SECONDS) : setup.refresh) * 1000;

  const poll = async (): Promise<void> => {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    const startedAt = performance.now();
    try {
      const limits = hasLimits ? null : client.get<Record<string, Limits>>('api/4/all/limits');
      limits?.catch(() => undefined);
      const response = await client.open('api/4/all', {
        signal: AbortSignal.any([own.signal, AbortSignal.timeout(15_000)]),
      });
      if (isOtherRun(response, setup.run) && setup.onOtherRun()) return;
      const all = (await response.json()) as Record<string, unknown>;
      if (limits !== null) {
        store.limits.value = await limits;
        hasLimits = true;
      }
      if (own.signal.aborted) return;
      accept(all);
    } catch (error) {
      if (own.signal.aborted) return;
      fail(error);
      return;
    }
    plan(Math.max(100, period() - (performance.now() - startedAt)));
  };

  const accept = (all: Record<string, unknown>): void => {
    const time = timeOf(all);
    const updates: Update[] = Object.entries(all).map(([plugin, value]) => ({ plugin, value, time }));
    store.apply(updates);
    failures = 0;
    lastUpdate = Date.now();
    if (connection.value.kind !== 'live') connection.value = { kind: 'live', by: 'polling' };
    if (missing) {
      missing = false;
      void fill(store.held());
    }
  };

  const fail = (error: unknown): void => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    if (problem.status === 401) {
      client.logOut();
      connection.value = { kind: 'login' };
      missing = true;
      return;
    }
    failures += 1;
    missing = true;
    connection.value = { kind: 'lost', since: lastUpdate, reason: problem.message };
    plan(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(failures - 1, 10)));
  };

  let wanted: Parameters<Store['onHeld']>[0][] = [];
  const fill = async (courses: Parameters<typeof fillCourses>[1]): Promise<void> => {
    await fillCourses(client, courses, PAST);
    store.tick.value += 1;
  };
  store.onHeld = (course) => {
    wanted.push(course);
    if (wanted.length > 1) return;
    // Those of one section come together, after what is on screen has been drawn.
    setTimeout(() => {
      const some = wanted;
      wanted = [];
      if (connection.value.kind === 'live') void fill(some);
      else missing = true;
    }, 60);
  };

  page.addEventListener('visibilitychange', () => {
    if (page.hidden || connection.value.kind === 'login' || timer === undefined) return;
    missing = true;
    void poll();
  });

  return {
    connection,
    start() {
      connection.value = { kind: 'connecting' };
      void poll();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      asking?.abort();
    },
    refresh: () => void poll(),
    async loadReports() {
      store.reports.value = await client.get<PluginReport[]>('api/plugins');
    },
  };
}

/** The validator of an answer begins with the name of the run. */
function isOtherRun(response: Response, run: string): boolean {
  const tag = /^(?:W\/)?"([^."]+)\./.exec(response.headers.get('etag') ?? '')?.[1];
  return run !== '' && tag !== undefined && tag !== run;
}

/** The agent's clock where it is far from ours, else ours, which is finer. */
function timeOf(all: Record<string, unknown>): number {
  const iso = (all['now'] as { iso?: unknown } | undefined)?.iso;
  const theirs = typeof iso === 'string' ? Date.parse(iso) : Number.NaN;
  const ours = Date.now();
  return Math.abs(theirs - ours) > 5000 ? theirs : ours;
}
