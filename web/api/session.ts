/** Login state of the browser, without an error if it is not logged in. */
import type { PageSettings } from '../../src/http/route/page-settings.ts';
import { type Client, SESSION } from './client.ts';

/** @param hub as in the page's settings */
export const isLoggedIn = async (client: Client, hub = '', signal?: AbortSignal): Promise<boolean> =>
  (await askSession(client, hub, signal)).role !== null;

/** Who is logged in, and who can be. */
export interface SessionState {
  readonly role: string | null;
  /** By a password. */
  readonly password: boolean;
  /** Host of the provider; null: none. */
  readonly provider: string | null;
}

export const askSession = (client: Client, hub = '', signal?: AbortSignal): Promise<SessionState> =>
  client.get<SessionState>(hub + SESSION, signal);

/** Asks before the first request where the page was served to nobody known; undefined: no need to ask. */
export const askWhether = (client: Client, { access, hasSession, hub }: PageSettings) =>
  access === 'protected' && hasSession !== true ? () => isLoggedIn(client, hub) : undefined;
