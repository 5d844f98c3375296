/** Updates the server list from the hub's stream, or by polling if none gets through. Reconnects after a lost connection. */
import { ApiProblem, type Client } from '../api/client.ts';
import { createLink } from '../feed/connection.ts';
import { NoStream, readEventStream } from '../api/event-stream.ts';
import type { Connected } from '../feed/connection.ts';
import type { Roster } from './roster.ts';
import type { FleetChange, FleetPage } from '../api/servers.ts';
import { t } from '../../src/show/display/language.ts';

export interface FleetFeed extends Connected {
  stop(): void;
}

export interface FleetFeedSetup {
  client: Client;
  roster: Roster;
  /** Poll interval in seconds. */
  period: number;
  /** The page's address sets the interval, so it polls: the stream has the hub's interval. */
  isPaced: boolean;
  version: string;
  /** Returns true if a user is logged in; undefined: no need to ask. */
  isKnown?: (() => Promise<boolean>) | undefined;
  /** Called when the hub's version differs from the page's. */
  onOtherVersion(version: string): void;
  page?: Document;
}

/** Servers per reply. */
const LIMIT = 1000;
/** Limit of replies. */
const MOST_PAGES = 20;
/** Interval of attempts to stream again. */
const STREAM_AGAIN_MS = 300_000;
const LIST = 'api/servers';

export function createFleetFeed(setup: FleetFeedSetup): FleetFeed {
  const { client, roster, page = document } = setup;
  // Servers are polled when due: the next change is not predictable.
  const link = createLink({
    period: () => Infinity,
    begin: () => begin(),
    isKnown: setup.isKnown,
    rest() {
      stop();
      return false;
    },
    page,
  });
  const { state: connection } = link;
  /**
   * Aborts the current attempt: each start, loss and change of visibility creates a new one. Null before the first: abort() creates
   * an error, for whose stack the browser parses the whole script again (4 ms).
   */
  let life: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noStreamUntil = 0;

  const begin = (): void => {
    stop();
    life = new AbortController();
    void run(life.signal);
  };
  const stop = (): void => {
    clearTimeout(timer);
    life?.abort();
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
    link.live('polling');
    const rest = setup.period * 1000 - (performance.now() - startedAt);
    timer = setTimeout(() => void run(signal), Math.max(500, rest));
  };

  /** Loads the list, then follows its changes. */
  const follow = async (signal: AbortSignal): Promise<void> => {
    const position = await load(signal);
    if (signal.aborted) return;
    const reason = await readEventStream({
      client,
      path: `${LIST}/stream?rows=changes${position === undefined ? '' : `&last_event_id=${encodeURIComponent(position)}`}`,
      signal,
      onHello(hello) {
        const { version } = hello as { version?: unknown };
        if (typeof version === 'string' && version !== setup.version) setup.onOtherVersion(version);
        link.live('stream');
      },
      onEvent({ event }, value) {
        link.heard();
        if (event === 'servers') roster.apply(value as FleetChange);
      },
    });
    if (!signal.aborted) throw new ApiProblem(0, reason || t('The hub has ended the connection'));
  };

  /** Loads the whole list; returns its position in the stream. */
  const load = async (signal: AbortSignal): Promise<string | undefined> => {
    const pages: FleetPage[] = [];
    for (let offset = 0; pages.length < MOST_PAGES; offset += LIMIT) {
      // The page itself has requested the first one.
      const path = `${LIST}?limit=${LIMIT}${offset === 0 ? '' : `&offset=${offset}`}`;
      const answer = await client.get<FleetPage>(path, signal);
      if (!Array.isArray(answer.servers)) throw new ApiProblem(0, t('The answer could not be read'));
      pages.push(answer);
      if (offset + LIMIT >= answer.matching) break;
    }
    if (!signal.aborted) roster.replace(pages);
    // Changes between the pages are sent again: rows are complete.
    return pages[0]?.position;
  };

  const logOut = (): void => {
    stop();
    // If that fails, the session lasts: the page shows why and goes on.
    client.logOut().then(link.loggedOut, fail);
  };

  const fail = (error: unknown): void => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem(0, String(error));
    life?.abort();
    link.lost(problem);
  };

  return {
    connection,
    period: setup.period,
    start: link.start,
    tryNow: link.tryNow,
    stop() {
      link.stop();
      stop();
    },
    logOut,
  };
}
