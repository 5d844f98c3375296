/** Requests to the agent, relative to the page, so they work below any prefix. Browsers add the session cookie. */
import { VIEW_CACHE } from './offline.ts';
import type { Prefetched } from './prefetch.ts';
import { localName, type Phrase, t } from '../../src/show/display/language.ts';

/** A failed request; `status` 0: no reply. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /** Seconds until a retry makes sense; null: unknown. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Token for browsers that keep no cookie, as in a frame of another site; stored per tab. */
export interface TokenStore {
  get(): string | null;
  set(token: string | null): void;
}

export interface Client {
  /** Requests the JSON of `GET <path>`, relative to the page (`api/4/cpu`). Throws {@link ApiProblem}. */
  get<T>(path: string, signal?: AbortSignal, timeoutMs?: number): Promise<T>;
  post<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** Requests the raw response, for endless bodies. Throws {@link ApiProblem} unless the status is 200. */
  open(path: string, init?: RequestInit): Promise<Response>;
  /** Sets the token of requests; null: none. */
  useToken(token: string | null): void;
  /** Ends the session; resolves with where it ends at the provider, too. Throws {@link ApiProblem}. */
  logOut(): Promise<string | null>;
}

/** Timeout of a request in milliseconds. */
const TIMEOUT_MS = 15_000;
export const UNREACHABLE: Phrase = 'The agent cannot be reached';
/** Path of the login. */
export const SESSION = 'api/session';

/**
 * @param prefetched running requests
 * @param hub relative address of the page's hub; empty: the agent itself
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
      // Keeps the browser's own password dialog away.
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
      // The browser's own message does not help.
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new ApiProblem(0, isLate ? t('The agent takes too long to answer') : t(UNREACHABLE));
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  };
  const json = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await open(path, init);
    try {
      return (await response.json()) as T;
    } catch {
      // Truncated, or not from the agent.
      throw new ApiProblem(0, t('The answer could not be read'));
    }
  };
  return {
    open,
    get: (path, signal, timeoutMs = TIMEOUT_MS) => json(path, { signal: within(timeoutMs, signal) }),
    post: (path, body, signal) =>
      json(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        signal: within(TIMEOUT_MS, signal),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    useToken: tokens.set,
    async logOut() {
      tokens.set(null);
      // From an installed page.
      if ('caches' in globalThis) void caches.delete(VIEW_CACHE);
      const { url } = await json<{ url?: string }>(hub + SESSION, {
        method: 'DELETE',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return url ?? null;
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
  const message =
    typeof detail === 'string' ? localName(detail) : `${response.status} ${response.statusText}`.trim();
  return new ApiProblem(response.status, message, Number.isFinite(retry) ? retry : null);
}

/** Session storage; where it is forbidden, the token lives as long as the page. */
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
        // Only in memory.
      }
    },
  };
}
