/**
 * Keeps the list of servers up to date: by the hub's live stream, or by asking again and again where none gets through.
 * When the connection is lost it tries again by itself.
 */
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
/** Another attempt to get a stream through. */
const STREAM_AGAIN_MS = 300_000;
const LIST = 'api/servers';

export function createFleetFeed(setup: FleetFeedSetup): FleetFeed {
  const { client, roster, page = document } = setup;
  // Servers are looked at when they are due: nobody knows when the next change comes.
  const link = createLink({
    period: () => Infinity,
    begin: () => begin(),
    rest() {
      stop();
      return false;
    },
    page,
  });
  const { state: connection } = link;
  /**
   * Ends what is going on: each start, loss and change of visibility begins anew. Null before the first: abort() makes an error, for
   * whose stack the browser reads the whole script once more, 4 ms of a start.
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

  /** The list first, then what changes from there on. */
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

  /** The whole list; where it stands among the changes that the stream tells of. */
  const load = async (signal: AbortSignal): Promise<string | undefined> => {
    const pages: FleetPage[] = [];
    for (let offset = 0; pages.length < MOST_PAGES; offset += LIMIT) {
      // The first is what the page itself has asked for already.
      const path = `${LIST}?limit=${LIMIT}${offset === 0 ? '' : `&offset=${offset}`}`;
      const answer = await client.get<FleetPage>(path, signal);
      if (!Array.isArray(answer.servers)) throw new ApiProblem(0, t('The answer could not be read'));
      pages.push(answer);
      if (offset + LIMIT >= answer.matching) break;
    }
    if (!signal.aborted) roster.replace(pages);
    // Changes that come between the pages are sent again: rows are complete.
    return pages[0]?.position;
  };

  const logOut = (): void => {
    stop();
    // Where that fails, the session lasts: the page says why, and goes on.
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
    start() {
      link.connecting();
      begin();
    },
    tryNow: link.tryNow,
    stop() {
      link.stop();
      stop();
    },
    logOut,
  };
}
