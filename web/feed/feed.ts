/**
 * Keeps the store up to date: by the live stream, or by asking again and again where none gets through. When the
 * connection is lost it tries again by itself, and what was missed is filled in from the history.
 */
import type { Ref } from 'vue';
import { until } from './after-frame.ts';
import { type Connected, createLink } from './connection.ts';
import type { Store, Tracked } from '../store/store.ts';
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

export interface Feed extends Connected {
  /** The recorded history. */
  readonly past: Past;
  stop(): void;
  /** Sees to it that the lists come which are wanted now. */
  follow(): void;
  /** Reads again how every plugin is doing. */
  loadReports(): Promise<void>;
  /** Ends the session, and asks who is there. */
  logOut(): void;
}

export interface FeedSetup {
  client: Client;
  store: Store;
  /** Seconds between updates. */
  refresh: number;
  /** The address of the page says how often: the stream, whose pace is the agent's, is not for it. */
  isPaced: boolean;
  /** Name of the run of the agent that this page belongs to; empty: not known. */
  run: string;
  /** Version of the agent that this page belongs to. */
  version: string;
  /** The first data are on the screen: the rest may be requested. */
  isDrawn: Readonly<Ref<boolean>>;
  /** Long lists that are wanted at present. */
  wantedLists(): readonly string[];
  /** The agent has another version than the page. True when the page goes away for it. */
  onOtherVersion(version: string): boolean;
  page?: Document;
}

/** Points requested of a series' history. */
const PAST = 160;
/** Thresholds are asked for again. */
const JUDGED_AGAIN_MS = 60_000;
/** Another attempt to get a stream through. */
const STREAM_AGAIN_MS = 300_000;

/** Of which there is one form, and another as differences. */
const PROCESS_LIST = 'processlist';

/** Plugins that are not always followed: never shown, told by others, or long. */
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
    begin() {
      isResting = false;
      begin();
    },
    // News of alerts come by themselves: they show in the page's title.
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
   * Ends what is going on: each start, loss and change of visibility begins anew. Null before the first: abort() makes an error, for
   * whose stack the browser reads the whole script once more, 4 ms of a start.
   */
  let life: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLimits = false;
  let { run: knownRun } = setup;
  /** Tracked series have a gap since the connection was lost or the page was hidden. */
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
        onVerdict: (verdict) => void (store.verdict.value = verdict),
      });
      if (!signal.aborted) throw new ApiProblem(0, reason || 'The agent has ended the connection');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NoStream) {
        noStreamUntil = performance.now() + STREAM_AGAIN_MS;
        if (isResting) link.unfollowed();
        else void run(signal);
      } else fail(error);
    }
  };

  /** An agent that was started again may have other settings; one of another version brings its own page. */
  const meet = (run: string | undefined, version: unknown): boolean => {
    if (run !== undefined && run !== knownRun) {
      if (knownRun !== '') hasLimits = false;
      knownRun = run;
    }
    if (typeof version !== 'string' || version === setup.version || setup.version === '') return false;
    return setup.onOtherVersion(version);
  };

  /** False when the page is about to go away. */
  const loadAll = async (signal: AbortSignal): Promise<boolean> => {
    const limits = hasLimits ? null : client.get<Record<string, Limits>>('api/4/all/limits?extra=true');
    limits?.catch(() => {});
    const judged = hasLimits ? null : loadLevels(signal);
    const verdict = hasLimits ? null : loadVerdict(signal);
    const response = await client.open('api/4/all?extra=true', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    });
    const all = await readJson(response);
    // Of an earlier view: there is no network.
    const keptAt = Number(response.headers.get(KEPT_AT) ?? 0);
    if (meet(runOf(response), all['version'])) return false;
    if (!hasLimits) {
      store.limits.value = await (limits ??
        client.get<Record<string, Limits>>('api/4/all/limits?extra=true'));
      hasLimits = true;
    }
    await (judged ?? loadLevels(signal));
    await (verdict ?? (store.verdict.value && loadVerdict(signal)));
    if (signal.aborted) return false;
    if (!followsStream() && setup.wantedLists().includes(PROCESS_LIST) && all[PROCESS_LIST])
      all[PROCESS_LIST] = await processes.complete(all[PROCESS_LIST] as Process[], signal);
    if (signal.aborted) return false;
    store.plugins.value = Object.keys(all);
    streamed = store.plugins.value.filter((name) => !NOT_STREAMED.has(name));
    const time = clockOf(all);
    if (keptAt === 0 || store.tick.value === 0)
      store.apply(Object.entries(all).map(([plugin, value]) => ({ plugin, value, time })));
    if (keptAt > 0) {
      link.recall(keptAt);
      throw new ApiProblem(0, UNREACHABLE);
    }
    accepted('polling');
    return true;
  };

  /** Thresholds of items that are new, and such as have changed with a size or a speed. Older agents have none. */
  let judgedAt = 0;
  const loadLevels = async (signal: AbortSignal): Promise<void> => {
    judgedAt = Date.now();
    const report = await client.get<LevelReport>('api/levels', signal).catch(() => null);
    if (report !== null && !signal.aborted) store.verdicts.take(report);
  };

  /** Older agents have none: what the page shows then follows from levels and events. */
  const loadVerdict = async (signal: AbortSignal): Promise<void> => {
    const verdict = await client.get<MachineVerdict>('api/verdict', signal).catch(() => null);
    if (!signal.aborted) store.verdict.value = Array.isArray(verdict?.alerts) ? verdict : null;
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
    // Where that fails, the session lasts: the page says why, and goes on.
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
    // Plugins that are off have none.
    const known = tracked.filter(({ series }) => store.latest(series.plugin).value !== null);
    await fillSeries(past, known, PAST);
    store.tick.value += 1;
  };
  let wanted: Tracked[] = [];
  store.onHeld = (one) => {
    wanted.push(one);
    if (wanted.length > 1) return;
    // Those of one section come together, after what is on screen has been drawn.
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
    start() {
      link.connecting();
      begin();
    },
    tryNow: link.tryNow,
    stop() {
      link.stop();
      stop();
    },
    follow() {
      const { value } = connection;
      const isFollowing = value.kind === 'live' && value.by === 'stream';
      // Lists that nobody wants any more go on: those who come back find them.
      if (!isFollowing || wantedLists().some((name) => !lists.includes(name))) begin(isFollowing);
    },
    async loadReports() {
      store.reports.value = await client.get<PluginReport[]>('api/plugins');
    },
    logOut,
  };
}
