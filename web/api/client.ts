/** Requests to the agent: relative to the page, so right below any prefix. Browsers add the cookie of the session. */
import { VIEW_CACHE } from './offline.ts';
import type { Prefetched } from './prefetch.ts';
import { t } from '../../src/show/display/language.ts';

/** An answer other than the one asked for; `status` 0 when there was no answer at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /** Seconds after which another attempt makes sense; null when the agent did not say. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A token, where the browser keeps no cookie, such as in a frame of another site: for the browser tab, until it is closed. */
export interface TokenStore {
  get(): string | null;
  set(token: string | null): void;
}

export interface Client {
  /**
   * The JSON of `GET <path>`, relative to the page (`api/4/cpu`). Throws {@link ApiProblem}.
   * @param patience timeout in milliseconds
   */
  get<T>(path: string, signal?: AbortSignal, patience?: number): Promise<T>;
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** The answer itself, for bodies that never end. Throws {@link ApiProblem} unless the status is 200. */
  open(path: string, init?: RequestInit): Promise<Response>;
  /** Requests send this token from now on; null: none. */
  useToken(token: string | null): void;
  /** Ends the session. Throws {@link ApiProblem}. */
  logOut(): Promise<void>;
}

/** Timeout of a request in milliseconds. */
const PATIENCE_MS = 15_000;
export const UNREACHABLE = 'The agent cannot be reached';
/** Resource of the login. */
export const SESSION = 'api/session';

/**
 * @param prefetched what has been asked for already
 * @param hub relative address of the hub that the page belongs to; empty: the agent itself
 */
export function createClient(
  tokens: TokenStore,
  prefetched: Prefetched,
  hub = '',
  fetchFrom: typeof fetch = (...args) => fetch(...args),
): Client {
  const open = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = tokens.get();
    const headers: Record<string, string> = {
      // Tells the agent that a browser's own dialogue would be out of place, should it ask for credentials by now.
      'x-requested-with': 'gander',
      ...(init.headers as Record<string, string>),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    const begun = prefetched.get(path);
    prefetched.delete(path);
    let response: Response;
    try {
      response = await (begun ?? fetchFrom(path, { credentials: 'same-origin', ...init, headers }));
    } catch (error) {
      // The browser's own message helps nobody.
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new ApiProblem(0, isLate ? t('The agent takes too long to answer') : UNREACHABLE);
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  };
  const json = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await open(path, init);
    try {
      return (await response.json()) as T;
    } catch {
      // Cut short, or not from the agent at all.
      throw new ApiProblem(0, t('The answer could not be read'));
    }
  };
  return {
    open,
    get: (path, signal, patience = PATIENCE_MS) => json(path, { signal: within(patience, signal) }),
    post: (path, body, signal) =>
      json(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        signal: within(PATIENCE_MS, signal),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    useToken: tokens.set,
    async logOut() {
      tokens.set(null);
      // Of an installed page.
      if ('caches' in globalThis) void caches.delete(VIEW_CACHE);
      await open(hub + SESSION, { method: 'DELETE', signal: AbortSignal.timeout(PATIENCE_MS) });
    },
  };
}

const within = (ms: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);

async function problemOf(response: Response): Promise<ApiProblem> {
  const retry = Number(response.headers.get('retry-after') ?? Number.NaN);
  let detail: unknown;
  try {
    ({ detail } = (await response.json()) as { detail?: unknown });
  } catch {
    detail = undefined;
  }
  const message = typeof detail === 'string' ? detail : `${response.status} ${response.statusText}`.trim();
  return new ApiProblem(response.status, message, Number.isFinite(retry) ? retry : null);
}

/** The session's storage; where the browser forbids it, the token lives as long as the page. */
export function sessionTokens(): TokenStore {
  let kept: string | null = null;
  const KEY = 'gander.token';
  return {
    get() {
      try {
        return sessionStorage.getItem(KEY) ?? kept;
      } catch {
        return kept;
      }
    },
    set(token) {
      kept = token;
      try {
        if (token === null) sessionStorage.removeItem(KEY);
        else sessionStorage.setItem(KEY, token);
      } catch {
        // Kept in memory only.
      }
    },
  };
}
