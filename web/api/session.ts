/** Whether the browser is logged in, without an error where it is not. */
import type { PageSettings } from '../../src/http/route/page-settings.ts';
import { type Client, SESSION } from './client.ts';

/** @param hub as in the page's settings */
export async function isLoggedIn(client: Client, hub = '', signal?: AbortSignal): Promise<boolean> {
  const { role } = await client.get<{ role: string | null }>(hub + SESSION, signal);
  return role !== null;
}

/** Asks before the first request where the page was served to nobody known; undefined: no need to ask. */
export const askWhether = (client: Client, { access, hasSession, hub }: PageSettings) =>
  access === 'protected' && hasSession !== true ? () => isLoggedIn(client, hub) : undefined;
