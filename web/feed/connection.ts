/**
 * The state of a page's connection: live, silent when samples fail to come, lost with the time of the next attempt. It
 * knows nothing of what is asked; that is up to the feeds.
 */
import { shallowRef, type ShallowRef } from 'vue';
import type { ApiProblem } from '../api/client.ts';

export type Connection =
  | { kind: 'connecting' }
  /** Updates come by themselves, or are asked for. */
  | { kind: 'live'; by: 'stream' | 'polling' }
  /** Connected, but no sample has come since. */
  | { kind: 'silent'; since: number; by: 'stream' | 'polling' }
  /** The page is hidden: nothing is asked. `isFollowed`: news of alerts still come by themselves. */
  | { kind: 'resting'; isFollowed: boolean }
  /**
   * `since`: when the last update came; 0 when there has been none. `nextAt`: when the next attempt is made; null while
   * one is under way.
   */
  | { kind: 'lost'; since: number; reason: string; nextAt: number | null }
  /** The agent asks who is there. `isExpired`: it has known that before. */
  | { kind: 'login'; isExpired: boolean };

/** The feed of a page. */
export interface Connected {
  readonly connection: Readonly<ShallowRef<Connection>>;
  /** Seconds between updates where they are asked for. */
  readonly period: number;
  /** Starts; and again after a login. */
  start(): void;
  /** Makes the next attempt at once. */
  tryNow(): void;
  /** Ends the session, and asks who is there. */
  logOut(): void;
}

/** The values on the page are not those of now. */
export const isStale = ({ kind }: Connection): boolean => kind === 'lost' || kind === 'silent';

export interface Link {
  readonly state: ShallowRef<Connection>;
  /** An attempt begins. */
  connecting(): void;
  /** An attempt was successful. */
  live(by: 'stream' | 'polling'): void;
  /** Samples came. */
  heard(): void;
  /** What is shown came to an earlier page, at this time in milliseconds since 1970. */
  recall(time: number): void;
  /** The page is hidden, and alerts can no longer be followed either. */
  unfollowed(): void;
  /** An attempt failed, or the agent asks for credentials. */
  lost(problem: ApiProblem): void;
  /** No attempt until there are credentials. */
  loggedOut(): void;
  /** The next attempt is made now. */
  tryNow(): void;
  /** No attempt follows, and silence is not noticed. */
  stop(): void;
}

export interface LinkSetup {
  /** Seconds between samples; Infinity where nobody knows when the next one comes. */
  period(): number;
  /** Makes an attempt. */
  begin(): void;
  /** Nobody has looked for a while: nothing more is to be asked. True when alerts are still followed. */
  rest(by: 'stream' | 'polling'): boolean;
  page: Document;
}

/** Samples that have to be missed. */
const MISSED = 3;
/** A shorter silence is a busy machine's. */
const SHORTEST_SILENCE_MS = 3000;
const REST_AFTER_MS = 10_000;

/** A restarted agent is found again within two seconds; one that is away for longer is looked for less often. */
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
  // No answer, or that of a proxy in front of the agent.
  const isAway = status === 0 || (status >= 502 && status <= 504);
  return isAway && lostForMs < SOON_MS ? RETRY_MS.soon : RETRY_MS.later;
}

export function createLink({ period, begin, rest, page }: LinkSetup): Link {
  const state = shallowRef<Connection>({ kind: 'connecting' });
  let attempt: ReturnType<typeof setTimeout> | undefined;
  /** Set for the moment when silence would be noticed, and only then: to look now and then costs more than most updates of a value. */
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
    // A clock that was put back hides no silence.
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
    connecting() {
      stop();
      state.value = { kind: 'connecting' };
    },
    live(by) {
      lastData = Date.now();
      lostAt = 0;
      if (page.hidden) hiding ??= setTimeout(restNow, REST_AFTER_MS);
      const { value } = state;
      // A page that polled before its stream came does not fall back with each list it asks for.
      if (value.kind !== 'live' || (by === 'stream' && value.by !== by)) state.value = { kind: 'live', by };
      // The agent may have another pace than was expected.
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
        // What the agent says to a browser that sends nothing.
        askLogin(lastData > 0 || problem.message !== 'Not authenticated');
        return;
      }
      stop();
      lostAt ||= Date.now();
      const delay = retryDelay(problem, Date.now() - lostAt, page.hidden);
      // A lack of answers is no news: the earlier reason stays.
      const before = state.value.kind === 'lost' && problem.status === 0 ? state.value.reason : '';
      const nextAt = Date.now() + delay;
      state.value = { kind: 'lost', since: lastData, reason: before || problem.message, nextAt };
      attempt = setTimeout(tryNow, delay);
    },
    loggedOut: () => askLogin(false),
    tryNow,
    stop,
  };
}
