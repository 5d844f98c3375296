/** The document of a server with a password, compared with its replies with and without credentials. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createApiKey, hashApiKey } from '../../src/net/credentials/api-key.ts';
import { createDescribedApi, type DescribedApi } from '../support/described-api.ts';
import { type GeneratedRequest, operationsOf, requestsFor } from '../support/described-requests.ts';
import { isFull } from '../support/full-run.ts';
import { type Role, ROLES } from '../../src/net/credentials/identity.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../support/guarded-api.ts';

const KEY = createApiKey();
const authorization = basic(USER, PASSWORD);
const TOKEN = '/api/4/token';
/** A user of each role, whose password is the role. */
const USERS = ROLES.map((role) => ({ user: role, role, hash: role, edition: role, servers: null }));
/** Credentials are in the body, or in a cookie. */
const LOGINS = new Set([TOKEN, '/api/session']);

/** Where arguments are, in each version. */
const LISTS = ['all', 'processlist', 'processlist/cmdline', 'containers', 'containers/command', 'docker'];

/** In `npm test`, all changes, and one of four reads. */
const isSampled = ([{ method }]: readonly [GeneratedRequest, ...unknown[]], index: number): boolean =>
  isFull || method === 'post' || index % 4 === 0;

let described: DescribedApi;
/** One valid request for every operation except the one that creates tokens, and whether it needs credentials. */
let requests: [request: GeneratedRequest, isOpen: boolean, role: Role][];
beforeAll(async () => {
  const keys = [{ name: 'dashboard', hash: hashApiKey(KEY), created: '2026-01-01T00:00:00Z' }];
  const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator({ keys, users: USERS }) };
  described = await createDescribedApi('small-vm', { protection, authorization });
  requests = operationsOf(described.document).flatMap(([method, template, operation]) => {
    const request = requestsFor(described.agent, method, template, operation).find(({ isValid }) => isValid);
    const role = operation['x-role'] as Role;
    return request && !LOGINS.has(template)
      ? [[request, operation.security?.length === 0, role] as const]
      : [];
  }) as typeof requests;
});
afterAll(() => described.api.close());

describe('a server with a password', () => {
  it('names its schemes, and asks for one of them', () => {
    const { security, components } = described.document;
    expect(security).toEqual([{ basic: [] }, { bearer: [] }]);
    expect(Object.keys(components.securitySchemes ?? {})).toEqual(['basic', 'bearer']);
  });

  it('answers those without credentials as the document says', async () => {
    expect(requests.length).toBeGreaterThan(40);
    for (const [request, isOpen] of requests) {
      const { status, problems } = await described.ask(request);
      expect([status, problems], request.path).toEqual([isOpen ? 200 : 401, []]);
    }
    const open = requests.filter(([, isOpen]) => isOpen).map(([{ path }]) => path);
    expect([...new Set(open)]).toEqual(['/api/4/status', '/', '/status', '/healthz']);
  });

  it('answers those with credentials as the document says', async () => {
    for (const [request] of requests.filter(isSampled)) {
      const { status, problems } = await described.ask({ ...request, headers: { authorization } });
      expect([status, problems], request.path).toEqual([200, []]);
    }
  });

  it('answers each role as the document says', async () => {
    expect(new Set(requests.map(([, isOpen, role]) => (isOpen ? 'open' : role)))).toEqual(
      new Set(['open', ...ROLES]),
    );
    const holders = [['viewer', `Bearer ${KEY}`], ...ROLES.map((role) => [role, basic(role, role)])];
    const asked = requests.filter((one, index) => isSampled(one, index) || one[2] !== 'viewer');
    for (const [request, isOpen, needed] of asked)
      for (const [role = '', authorization = ''] of holders) {
        const { status, problems } = await described.ask({ ...request, headers: { authorization } });
        const isAllowed = isOpen || ROLES.indexOf(role as Role) >= ROLES.indexOf(needed);
        expect([status, problems], `${role}: ${request.path}`).toEqual([isAllowed ? 200 : 403, []]);
      }
  });

  it('shows viewers no arguments of processes, whatever they ask for', async () => {
    const { store } = described.agent;
    const { value, time } = store.latest('processlist');
    const secret = '--token=hunter2';
    const withSecret = (value as object[]).map((item) => ({
      ...item,
      cmdline: ['/usr/bin/python3', secret],
    }));
    store.commit('processlist', withSecret as never, time ?? 0);
    store.commit(
      'containers',
      [{ key: 'name', name: 'web', command: `sh -c ${secret}` }] as never,
      time ?? 0,
    );
    const paths = [
      ...requests.flatMap(([{ method, path }]) => (method === 'get' ? [path] : [])),
      ...LISTS.flatMap((list) => [2, 3, 4, 5].map((version) => `/api/${version}/${list}`)),
    ];
    const shown = async (role: Role): Promise<string[]> => {
      const found: string[] = [];
      const headers = { authorization: basic(role, role) };
      for (const path of paths.filter((one) => !one.includes('stream')))
        if ((await described.api.inject({ url: path, headers })).body.includes('hunter2')) found.push(path);
      return [...new Set(found)];
    };
    expect((await shown('operator')).length).toBeGreaterThan(15);
    expect(await shown('viewer')).toEqual([]);
  });

  it('begins a session, and ends it', async () => {
    const session = { template: '/api/session', path: '/api/session' } as const;
    const payload = { username: USER, password: PASSWORD };
    for (const asked of [
      { ...session, method: 'post', payload },
      { ...session, method: 'delete' },
    ] as const) {
      const { status, problems } = await described.ask(asked);
      expect([status, problems], asked.method).toEqual([200, []]);
    }
    const empty = await described.ask({ ...session, method: 'post', payload: {} });
    expect([empty.status, empty.problems]).toEqual([400, []]);
  });

  it('gives a token, which is as good as the password', async () => {
    const asked = { method: 'post', template: TOKEN, path: TOKEN } as const;
    const made = await described.ask({ ...asked, payload: { username: USER, password: PASSWORD } });
    expect([made.status, made.problems]).toEqual([200, []]);
    const { access_token: token } = JSON.parse(made.body) as { access_token: string };
    const first = requests.find(([, isOpen]) => !isOpen);
    const { status } = await described.ask({
      ...(first?.[0] as GeneratedRequest),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    const empty = await described.ask({ ...asked, payload: {} });
    expect([empty.status, empty.problems]).toEqual([400, []]);
  });

  it('refuses a wrong password, and many at once even to look at', async () => {
    const guess = async (number: number): Promise<number> => {
      const { status, problems } = await described.ask({
        method: 'get',
        template: '/api/4/cpu',
        path: '/api/4/cpu',
        headers: { authorization: basic(USER, `guess ${number}`) },
      });
      expect(problems).toEqual([]);
      return status;
    };
    expect(await guess(0)).toBe(401);
    // Most of these are queued; the test does not wait for them.
    const guesses = Array.from({ length: 30 }, async (_, number) => {
      if ((await guess(1 + number)) !== 429) throw new Error('it was looked at');
    });
    await Promise.any(guesses);
  });

  it('lets pages of other sites change nothing', async () => {
    const changing = requests.filter(([{ method }]) => method !== 'get' && method !== 'head');
    expect(changing.length).toBeGreaterThan(3);
    for (const [request] of changing) {
      const from = (headers: Record<string, string>) =>
        described.ask({ ...request, headers: { authorization, ...headers } });
      const { status, problems } = await from({ origin: 'http://evil.example' });
      expect([status, problems], request.path).toEqual([403, []]);
      expect((await from({ 'sec-fetch-site': 'cross-site' })).status, request.path).toBe(403);
      expect((await from({ 'sec-fetch-site': 'same-origin' })).status, request.path).toBe(200);
    }
  });
});
