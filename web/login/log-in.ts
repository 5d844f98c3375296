/** Logs in with a session cookie, or with a token if the browser does not send cookies, as in a frame of another site. */
import { type Client, SESSION } from '../api/client.ts';
import { isLoggedIn } from '../api/session.ts';

/** @param hub as in the page's settings. Throws an `ApiProblem`, 401 for wrong credentials. */
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
