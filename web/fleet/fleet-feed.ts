/**
 * Keeps the list of servers up to date: by the hub's live stream, or by asking again and again where none gets through.
 * When the connection is lost it tries again by itself.
 */
import { shallowRef } from 'vue';
import { ApiProblem, type Client } from '../api/client.ts';
import { NoStream, readEventStream } from '../api/event-stream.ts';
import type { Connected, Connection } from '../state/shell.ts';
import type { Roster } from './roster.ts';
import type { FleetChange, FleetPage } from './types.ts';

export interface FleetFeed extends Connected {
  stop(): void;
}

export interface FleetFeedSetup {
  client: Client;
  roster: Roster;
  /** Seconds between updates where they are asked for. */
  period: number;
  /** The address of the page says how often: the stream, whose pace is the hub's, is not for it. */
  isPaced: boolean;
  /** Of this page. */
  version: string;
  /** The hub has another version than the page. */
  onOtherVersion(version: string): void;
  page?: Document;
}

/** Servers that one answer holds. */
const LIMIT = 1000;
/** Answers at most: a hub has fewer servers. */
const MOST_PAGES = 20;
const RETRY_MS = { first: 1000, most: 15_000 };
/** Another attempt to get a stream through. */
const STREAM_AGAIN_MS = 300_000;
/** While nobody looks nothing is followed. */
const HIDE_AFTER_MS = 30_000;
const LIST = 'api/servers';

export function createFleetFeed(setup: FleetFeedSetup): FleetFeed {
  const { client, roster, page = document } = setup;
  const connection = shallowRef<Connection>({ kind: 'connecting' });
  /** Ends what is going on: each start, loss and change of visibility begins anew. */
  let life = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastUpdate = 0;
  let noStreamUntil = 0;

  const begin = (): void => {
    stop();
    life = new AbortController();
    void run(life.signal);
  };
  const stop = (): void => {
    clearTimeout(timer);
    life.abort();
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      if (setup.isPaced || performance.now() < noStreamUntil) await poll(signal);
      else await follow(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NoStream) {
        noStreamUntil = performance.now() + STREAM_AGAIN_MS;
        void run(signal);
      } else fail(error);
    }
  };

  const poll = async (signal: AbortSignal): Promise<void> => {
    const startedAt = performance.now();
    await load(signal);
    if (signal.aborted) return;
    accepted('polling');
    const rest = setup.period * 1000 - (performance.now() - startedAt);
    timer = setTimeout(() => void run(signal), Math.max(500, rest));
  };

  /** The list first, then what changes from there on. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    const position = await load(signal);
    if (signal.aborted) return;
    const reason = await readEventStream({
      client,
      path: `${LIST}/stream${position === undefined ? '' : `?last_event_id=${encodeURIComponent(position)}`}`,
      signal,
      onHello(hello) {
        const { version } = hello as { version?: unknown };
        if (typeof version === 'string' && version !== setup.version) setup.onOtherVersion(version);
        accepted('stream');
      },
      onEvent({ event }, value) {
        lastUpdate = Date.now();
        if (event === 'servers') roster.apply(value as FleetChange);
      },
    });
    if (!signal.aborted) throw new ApiProblem(0, reason || 'The hub has ended the connection');
  };

  /** The whole list; where it stands among the changes that the stream tells of. */
  const load = async (signal: AbortSignal): Promise<string | undefined> => {
    const pages: FleetPage[] = [];
    for (let offset = 0; pages.length < MOST_PAGES; offset += LIMIT) {
      // The first is what the page itself has asked for already.
      const path = `${LIST}?limit=${LIMIT}${offset === 0 ? '' : `&offset=${offset}`}`;
      const answer = await client.get<FleetPage>(path, signal);
      if (!Array.isArray(answer.servers)) throw new ApiProblem(0, 'The answer could not be read');
      pages.push(answer);
      if (offset + LIMIT >= answer.matching) break;
    }
    if (!signal.aborted) roster.replace(pages);
    // Changes that come between the pages are told again: rows are whole.
    return pages[0]?.position;
  };

  const accepted = (by: 'stream' | 'polling'): void => {
    failures = 0;
    lastUpdate = Date.now();
    const { value } = connection;
    if (value.kind !== 'live' || value.by !== by) connection.value = { kind: 'live', by };
  };

  const logOut = (): void => {
    stop();
    client.logOut();
    connection.value = { kind: 'login' };
  };

  const fail = (error: unknown): void => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    life.abort();
    if (problem.status === 401) {
      logOut();
      return;
    }
    failures += 1;
    connection.value = { kind: 'lost', since: lastUpdate, reason: problem.message };
    clearTimeout(timer);
    timer = setTimeout(begin, Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** Math.min(failures - 1, 10)));
  };

  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isResting = false;
  page.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (connection.value.kind === 'login') return;
    if (page.hidden)
      hiding = setTimeout(() => {
        isResting = true;
        stop();
      }, HIDE_AFTER_MS);
    else if (isResting || connection.value.kind === 'lost') {
      isResting = false;
      begin();
    }
  });

  return {
    connection,
    period: setup.period,
    start() {
      connection.value = { kind: 'connecting' };
      begin();
    },
    stop,
    logOut,
  };
}
