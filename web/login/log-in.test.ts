import { expect, it } from 'vitest';
import { ApiProblem, createClient } from '../api/client.ts';
import { logIn } from './log-in.ts';

const CREDENTIALS = { username: 'gander', password: 'honk' };

/** An agent, and a browser that sends its cookie or does not. */
async function requestsOf(
  sendsCookie: boolean,
  hub?: string,
): Promise<[asked: string[], token: string | null]> {
  const asked: string[] = [];
  let token: string | null = 'of before';
  const tokens = { get: () => token, set: (next: string | null) => void (token = next) };
  const agent = (path: unknown, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    asked.push(`${method} ${String(path)}`);
    const role = sendsCookie ? 'admin' : null;
    return Promise.resolve(Response.json(method === 'GET' ? { role } : { access_token: 'fresh' }));
  };
  await logIn(
    createClient(tokens, new Map(), hub, agent as typeof fetch),
    hub,
    CREDENTIALS,
    new AbortController().signal,
  );
  return [asked, token];
}

it('a login is a session, and no script has a credential', async () => {
  expect(await requestsOf(true)).toEqual([['POST api/session', 'GET api/session'], null]);
});

it('where the browser sends no cookie, a login is a token, at the hub of the page', async () => {
  expect(await requestsOf(false, '../../')).toEqual([
    ['POST ../../api/session', 'GET ../../api/session', 'POST ../../api/4/token'],
    'fresh',
  ]);
});

it('a wrong password is refused as such', async () => {
  const tokens = { get: () => null, set: () => {} };
  const refuse = () =>
    Promise.resolve(Response.json({ detail: 'Incorrect authentication' }, { status: 401 }));
  const client = createClient(tokens, new Map(), '', refuse);
  const attempt = logIn(client, '', CREDENTIALS, new AbortController().signal);
  await expect(attempt).rejects.toEqual(new ApiProblem(401, 'Incorrect authentication'));
});
