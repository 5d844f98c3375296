/** Logs in with a session cookie, or with a token if the browser does not send cookies, as in a frame of another site. */
import { ApiProblem, type Client, SESSION } from '../api/client.ts';

/** @param hub as in the page's settings. Throws {@link ApiProblem}, 401 for wrong credentials. */
export async function logIn(
  client: Client,
  hub = '',
  credentials: { username: string; password: string },
  signal: AbortSignal,
): Promise<void> {
  client.useToken(null);
  await client.post(hub + SESSION, credentials, signal);
  if (await isLoggedIn(client, hub, signal)) return;
  const { access_token: token } = await client.post<{ access_token: string }>(
    `${hub}api/4/token`,
    credentials,
    signal,
  );
  client.useToken(token);
}

/** Whether the browser is logged in, by the smallest reply. */
export async function isLoggedIn(client: Client, hub = '', signal?: AbortSignal): Promise<boolean> {
  try {
    await client.get(`${hub}api/4/pluginslist`, signal);
  } catch (error) {
    // Other errors come after the check of credentials.
    if (error instanceof ApiProblem && error.status > 0) return error.status !== 401;
    throw error;
  }
  return true;
}
