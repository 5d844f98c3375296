/**
 * Updates the store from the live stream, or by polling if no stream gets through. After a lost connection, it reconnects and fills
 * the gap from history.
 */
import type { Ref } from 'vue';
import { until } from './after-frame.ts';
import { type Connected, createLink } from './connection.ts';
import type { Store, Tracked } from '../store/store.ts';
import { shaped } from '../api/shapes.ts';
import type { LevelReport } from '../store/verdicts.ts';
import { clockOf, readJson, runOf } from '../api/all-answer.ts';
import { ApiProblem, type Client, UNREACHABLE } from '../api/client.ts';
import { KEPT_AT } from '../api/offline.ts';
import { fillSeries } from './fill-series.ts';
import { createGathering } from './gathering.ts';
import { createProcessList } from './process-list.ts';
import { createPast, type Past } from '../api/history.ts';
import { NoStream, readStream } from './stream.ts';
import type { Limits, MachineVerdict, PluginReport, Process } from '../api/types.ts';
import { t } from '../../src/show/display/language.ts';

export interface Feed extends Connected {
  /** The recorded history. */
  readonly past: Past;
  stop(): void;
  /** Requests the long lists that are needed now. */
  follow(): void;
  /** Reloads the state of every plugin. */
  loadReports(): Promise<void>;
  /** Ends the session and shows the login. */
  logOut(): void;
}

export interface FeedSetup {
  client: Client;
  store: Store;
  /** Seconds between updates. */
  refresh: number;
  /** The page's address sets the interval. Then it polls, since the stream has the agent's interval. */
  isPaced: boolean;
  /** Identifies the agent's run that served this page; empty: unknown. */
  run: string;
  /** Version of the agent that served this page. */
  version: string;
  /** Returns true if a user is logged in; undefined: no need to ask. */
  isKnown?: (() => Promise<boolean>) | undefined;
  /** True once the first data are on screen; the rest may then be requested. */
  isDrawn: Readonly<Ref<boolean>>;
  /** Long lists that are needed now. */
  wantedLists(): readonly string[];
  /** Called when the agent's version differs from the page's. True when the page reloads. */
  onOtherVersion(version: string): boolean;
  page?: Document;
}

/** Points requested of a series' history. */
const PAST = 160;
/** Thresholds are requested again after this time. */
const JUDGED_AGAIN_MS = 60_000;
/** A page that polls tries the stream again after this time. */
const STREAM_AGAIN_MS = 300_000;

/** Served whole, and as differences. */
const PROCESS_LIST = 'processlist';

/** Plugins not always streamed: never shown, part of others, or long. */
const NOT_STREAMED: ReadonlySet<string> = new Set([
  'core',
  'help',
  'libversion',
  PROCESS_LIST,
  'programlist',
  'quicklook',
  'version',
]);

export function createFeed(setup: FeedSetup): Feed {
  const { client, store, page = document } = setup;
  let period = setup.refresh;
  const link = createLink({
    period: () => period,
    isKnown: setup.isKnown,
    begin() {
      isResting = false;
      begin();
    },
    // Alerts are still streamed: they show in the page's title.
    rest(by) {
      isMissing = true;
      isResting = by === 'stream' && streamed.includes('alert');
      if (isResting) begin();
      else stop();
      return isResting;
    },
    page,
  });
  const { state: connection } = link;
  const past = createPast(client);
  const processes = createProcessList(client);
  /**
   * Aborts the current attempt: each start, loss and change of visibility creates a new one. Null before the first: abort() creates
   * an error, for whose stack the browser parses the whole script again (4 ms).
   */
  let life: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLimits = false;
  let { run: knownRun } = setup;
  /** Tracked series have a gap: the connection was lost or the page hidden. */
  let isMissing = false;
  let noStreamUntil = 0;
  let isResting = false;
  let streamed: string[] = [];
  /** Long lists that the stream carries. */
  let lists: readonly string[] = [];

  const wantedLists = (): readonly string[] =>
    setup.wantedLists().filter((name) => store.plugins.value.includes(name));
  const followsStream = (): boolean => !setup.isPaced && performance.now() >= noStreamUntil;
  const stop = (): void => {
    clearTimeout(timer);
    life?.abort();
  };
  /** @param isLoaded the stream alone begins anew */
  const begin = (isLoaded = false): void => {
    stop();
    life = new AbortController();
    void run(life.signal, isLoaded);
  };

  const run = async (signal: AbortSignal, isLoaded = false): Promise<void> => {
    try {
      const startedAt = performance.now();
      if (!isLoaded && !isResting && !(await loadAll(signal))) return;
      if (signal.aborted) return;
      if (!followsStream()) {
        const rest = setup.refresh * 1000 - (performance.now() - startedAt);
        period = setup.refresh;
        timer = setTimeout(() => void run(signal), Math.max(100, rest));
        return;
      }
      await until(setup.isDrawn);
      if (signal.aborted) return;
      lists = isResting ? [] : wantedLists();
      const reason = await readStream({
        client,
        signal,
        plugins: isResting ? ['alert'] : [...streamed, ...lists.filter((name) => name !== PROCESS_LIST)],
        processes: lists.includes(PROCESS_LIST) ? processes : null,
        onHello(hello) {
          if (meet(hello.run, hello.version)) return;
          period = hello.refresh || setup.refresh;
          if (!isResting) accepted('stream');
        },
        onUpdate: gathering.add,
        onLevels: gathering.addLevels,
        onVerdict: (verdict) => takeVerdict(verdict, signal),
      });
      if (!signal.aborted) throw new ApiProblem(0, reason || t('The agent has ended the connection'));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NoStream) {
        noStreamUntil = performance.now() + STREAM_AGAIN_MS;
        if (isResting) link.unfollowed();
        else void run(signal);
      } else fail(error);
    }
  };

  /** A restarted agent may have other settings; one of another version has its own page. */
  const meet = (run: string | undefined, version: unknown): boolean => {
    if (run !== undefined && run !== knownRun) {
      if (knownRun !== '') hasLimits = false;
      knownRun = run;
    }
    if (typeof version !== 'string' || version === setup.version || setup.version === '') return false;
    return setup.onOtherVersion(version);
  };

  const loadLimits = (): Promise<Record<string, Limits>> => client.get('api/4/all/limits?extra=true');

  /** False when the page is about to reload. */
  const loadAll = async (signal: AbortSignal): Promise<boolean> => {
    const limits = hasLimits ? null : loadLimits();
    limits?.catch(() => {});
    const judged = hasLimits ? null : loadLevels(signal);
    const verdict = hasLimits ? null : loadVerdict(signal);
    const response = await client.open('api/4/all?extra=true', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    });
    const all = await readJson(response);
    // The reply is a cached one: there is no network.
    const keptAt = Number(response.headers.get(KEPT_AT) ?? 0);
    if (meet(runOf(response), all['version'])) return false;
    if (!hasLimits) {
      store.limits.value = await (limits ?? loadLimits());
      hasLimits = true;
    }
    await (judged ?? loadLevels(signal));
    await (verdict ?? (store.verdict.value && loadVerdict(signal)));
    if (signal.aborted) return false;
    if (!followsStream() && setup.wantedLists().includes(PROCESS_LIST) && all[PROCESS_LIST]) {
      const rows = shaped(PROCESS_LIST, all[PROCESS_LIST]) as Process[];
      all[PROCESS_LIST] = await processes.complete(rows, signal);
    }
    if (signal.aborted) return false;
    store.plugins.value = Object.keys(all);
    streamed = store.plugins.value.filter((name) => !NOT_STREAMED.has(name));
    const time = clockOf(all);
    if (keptAt === 0 || store.tick.value === 0)
      store.apply(Object.entries(all).map(([plugin, value]) => ({ plugin, value, time })));
    if (keptAt > 0) {
      link.recall(keptAt);
      throw new ApiProblem(0, t(UNREACHABLE));
    }
    accepted('polling');
    return true;
  };

  /** Thresholds of new items, and those that follow a size or a speed. Older agents have none. */
  let judgedAt = 0;
  const loadLevels = async (signal: AbortSignal): Promise<void> => {
    judgedAt = Date.now();
    const report = await client.get<LevelReport>('api/levels', signal).catch(() => null);
    if (report !== null && !signal.aborted) store.verdicts.take(report);
  };

  /** Older agents have none: the page then derives it from levels and events. */
  const loadVerdict = async (signal: AbortSignal): Promise<void> => {
    const verdict = await client.get<MachineVerdict>('api/verdict', signal).catch(() => null);
    if (!signal.aborted) takeVerdict(Array.isArray(verdict?.alerts) ? verdict : null, signal);
  };

  /** Changed thresholds are in force at once. */
  const takeVerdict = (verdict: MachineVerdict | null, signal: AbortSignal): void => {
    const before = store.verdict.value;
    store.verdict.value = verdict;
    if (before === null || verdict === null || before.rules === verdict.rules) return;
    void loadLevels(signal);
    void loadLimits().then(
      (limits) => void (store.limits.value = limits),
      () => void (hasLimits = false),
    );
  };

  const gathering = createGathering({
    lists: () => lists,
    period: () => period,
    isHidden: () => page.hidden,
    show(updates, levels) {
      link.heard();
      store.apply(updates, levels);
      if (life !== null && !page.hidden && Date.now() - judgedAt > JUDGED_AGAIN_MS)
        void loadLevels(life.signal);
    },
  });

  const accepted = (by: 'stream' | 'polling'): void => {
    link.live(by);
    if (isMissing) {
      isMissing = false;
      void fill(store.held());
    }
  };

  const logOut = (): void => {
    stop();
    // If that fails, the session lasts: the page shows why and goes on.
    client.logOut().then(link.loggedOut, fail);
  };

  const fail = (error: unknown): void => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    isMissing = true;
    isResting = false;
    link.lost(problem);
  };

  const fill = async (tracked: readonly Tracked[]): Promise<void> => {
    // The present comes back with its series.
    if (store.past.value !== null) return;
    // Disabled plugins have none.
    const known = tracked.filter(({ series }) => store.latest(series.plugin).value !== null);
    await fillSeries(past, known, PAST);
    store.tick.value += 1;
  };
  let wanted: Tracked[] = [];
  store.onHeld = (one) => {
    wanted.push(one);
    if (wanted.length > 1) return;
    // The series of a section are requested together, after the screen has been drawn.
    setTimeout(async () => {
      await until(setup.isDrawn);
      const some = wanted;
      wanted = [];
      if (connection.value.kind === 'live') void fill(some);
      else isMissing = true;
    }, 60);
  };

  return {
    connection,
    past,
    period: setup.refresh,
    start: link.start,
    tryNow: link.tryNow,
    stop() {
      link.stop();
      stop();
    },
    follow() {
      const { value } = connection;
      const isFollowing = value.kind === 'live' && value.by === 'stream';
      // Lists no longer needed stay in the stream: readers who return find them.
      if (!isFollowing || wantedLists().some((name) => !lists.includes(name))) begin(isFollowing);
    },
    async loadReports() {
      store.reports.value = await client.get<PluginReport[]>('api/plugins');
    },
    logOut,
  };
}
