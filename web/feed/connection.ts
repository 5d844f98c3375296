/**
 * State of a page's connection: live, silent without samples, or lost with the next attempt's time. Independent of the requests,
 * which the feeds know.
 */
import { shallowRef, type ShallowRef } from 'vue';
import type { ApiProblem } from '../api/client.ts';

export type Connection =
  | { kind: 'connecting' }
  /** Updates are streamed or polled. */
  | { kind: 'live'; by: 'stream' | 'polling' }
  /** Connected, but without a sample since then. */
  | { kind: 'silent'; since: number; by: 'stream' | 'polling' }
  /** The page is hidden: nothing is requested. `isFollowed`: alerts are still streamed. */
  | { kind: 'resting'; isFollowed: boolean }
  /** `since`: time of the last update; 0: none. `nextAt`: time of the next attempt; null: one is running. */
  | { kind: 'lost'; since: number; reason: string; nextAt: number | null }
  /** The agent requires a login. `isExpired`: a session has ended. */
  | { kind: 'login'; isExpired: boolean };

/** The feed of a page. */
export interface Connected {
  readonly connection: Readonly<ShallowRef<Connection>>;
  /** Seconds between updates when polling. */
  readonly period: number;
  /** Starts, and restarts after a login. */
  start(): void;
  /** Makes the next attempt at once. */
  tryNow(): void;
  /** Ends the session, and asks who is there. */
  logOut(): void;
}

/** True when the values on the page are old. */
export const isStale = ({ kind }: Connection): boolean => kind === 'lost' || kind === 'silent';

export interface Link {
  readonly state: ShallowRef<Connection>;
  /** Begins, or begins again after a login; asks for one first where nobody is logged in. */
  start(): void;
  /** An attempt was successful. */
  live(by: 'stream' | 'polling'): void;
  /** Samples came. */
  heard(): void;
  /** Shows a cached view of this time in Unix milliseconds. */
  recall(time: number): void;
  /** Called when the page is hidden and alerts are no longer streamed either. */
  unfollowed(): void;
  /** An attempt failed, or the agent requires a login. */
  lost(problem: ApiProblem): void;
  /** No attempt until somebody logs in. @param elsewhere where the session ends, too */
  loggedOut(elsewhere: string | null): void;
  /** Makes the next attempt now. */
  tryNow(): void;
  /** Stops attempts and the detection of silence. */
  stop(): void;
}

export interface LinkSetup {
  /** Seconds between samples; Infinity when unknown. */
  period(): number;
  /** Makes an attempt. */
  begin(): void;
  /** Returns true if a user is logged in; without it, the first reply tells. */
  isKnown?: (() => Promise<boolean>) | undefined;
  /** Stops requests of a page that was hidden for a while. Returns true if alerts are still streamed. */
  rest(by: 'stream' | 'polling'): boolean;
  page: Document;
}

/** Missed samples that count as silence. */
const MISSED = 3;
/** A busy machine may be silent for this long. */
const SHORTEST_SILENCE_MS = 3000;
const REST_AFTER_MS = 10_000;

/** Finds a restarted agent within two seconds; tries less often when it is away for long. */
const RETRY_MS = { soon: 1500, later: 10_000, hidden: 30_000, most: 60_000 };
const SOON_MS = 300_000;

/** Milliseconds until the next attempt. */
export function retryDelay(
  { status, retryAfter }: Pick<ApiProblem, 'status' | 'retryAfter'>,
  lostForMs: number,
  isHidden: boolean,
): number {
  if (retryAfter !== null) return Math.min(RETRY_MS.most, Math.max(RETRY_MS.soon, retryAfter * 1000));
  if (isHidden) return RETRY_MS.hidden;
  // No reply, or one of a proxy in front of the agent.
  const isAway = status === 0 || (status >= 502 && status <= 504);
  return isAway && lostForMs < SOON_MS ? RETRY_MS.soon : RETRY_MS.later;
}

export function createLink({ period, begin, isKnown, rest, page }: LinkSetup): Link {
  const state = shallowRef<Connection>({ kind: 'connecting' });
  let attempt: ReturnType<typeof setTimeout> | undefined;
  /** Fires when silence would begin. Checking at intervals would cost more than most updates of a value. */
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let lastData = 0;
  let lostAt = 0;

  const stop = (): void => {
    clearTimeout(attempt);
    clearTimeout(silence);
    clearTimeout(hiding);
    hiding = silence = undefined;
  };
  const listen = (): void => {
    // A clock that was set back must not hide silence.
    lastData = Math.min(lastData, Date.now());
    const rest = lastData + Math.max(SHORTEST_SILENCE_MS, MISSED * period() * 1000) - Date.now();
    const { value } = state;
    silence = undefined;
    if (value.kind !== 'live' || rest === Number.POSITIVE_INFINITY) return;
    if (rest > 0) silence = setTimeout(listen, rest);
    else state.value = { kind: 'silent', since: lastData, by: value.by };
  };
  const tryNow = (): void => {
    clearTimeout(attempt);
    if (state.value.kind === 'lost') state.value = { ...state.value, nextAt: null };
    begin();
  };
  const askLogin = (isExpired: boolean): void => {
    stop();
    state.value = { kind: 'login', isExpired };
  };
  const restNow = (): void => {
    const { value } = state;
    hiding = undefined;
    if (!page.hidden || (value.kind !== 'live' && value.kind !== 'silent')) return;
    stop();
    state.value = { kind: 'resting', isFollowed: rest(value.by) };
  };
  page.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    hiding = undefined;
    const { kind } = state.value;
    if (page.hidden) hiding = setTimeout(restNow, REST_AFTER_MS);
    else if (kind === 'resting' || kind === 'lost') tryNow();
  });
  return {
    state,
    start() {
      stop();
      state.value = { kind: 'connecting' };
      if (isKnown === undefined) begin();
      // A request that fails says why.
      else isKnown().then((known) => (known ? begin() : askLogin(false)), begin);
    },
    live(by) {
      lastData = Date.now();
      lostAt = 0;
      if (page.hidden) hiding ??= setTimeout(restNow, REST_AFTER_MS);
      const { value } = state;
      // Loading a list must not turn a streaming page into a polling one.
      if (value.kind !== 'live' || (by === 'stream' && value.by !== by)) state.value = { kind: 'live', by };
      // The agent's interval may differ from the expected one.
      clearTimeout(silence);
      listen();
    },
    heard() {
      lastData = Date.now();
      const { value } = state;
      if (value.kind === 'silent') state.value = { kind: 'live', by: value.by };
      if (silence === undefined) listen();
    },
    recall(time) {
      lastData ||= time;
    },
    unfollowed() {
      if (state.value.kind === 'resting') state.value = { kind: 'resting', isFollowed: false };
    },
    lost(problem) {
      if (problem.status === 401) {
        // The agent's reply to a request without credentials.
        askLogin(lastData > 0 || problem.message !== 'Not authenticated');
        return;
      }
      stop();
      lostAt ||= Date.now();
      const delay = retryDelay(problem, Date.now() - lostAt, page.hidden);
      // Keep the first reason: a missing reply adds nothing.
      const before = state.value.kind === 'lost' && problem.status === 0 ? state.value.reason : '';
      const nextAt = Date.now() + delay;
      state.value = { kind: 'lost', since: lastData, reason: before || problem.message, nextAt };
      attempt = setTimeout(tryNow, delay);
    },
    loggedOut(elsewhere) {
      askLogin(false);
      if (elsewhere !== null) page.location.assign(elsewhere);
    },
    tryNow,
    stop,
  };
}
