/** Access to every route of the list, on a hub with a password below a prefix. */
import { afterAll, describe, expect, it } from 'vitest';
import { createSilences, Silences } from '../../src/alerts/silences/silences.ts';
import { PartStates } from '../../src/core/parts/open.ts';
import { hostRule } from '../../src/core/host-pattern.ts';
import { createNotes, Notes } from '../../src/history/notes/notes.ts';
import { PushedNumbers, pushedNumbers } from '../../src/measure/own/pushed.ts';
import { PushChecks, createPushChecks } from '../../src/alerts/push-checks/push-checks.ts';
import { McpSettings } from '../../src/api/mcp/mcp.ts';
import { LoginProblem } from '../../src/api/oidc/login-problem.ts';
import { Oidc } from '../../src/api/oidc/oidc.ts';
import { Processes } from '../../src/api/processes/processes.ts';
import { Rules } from '../../src/alerts/rules/rules.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { EVERYTHING_SERVED, type Route, routesFrom } from '../../src/http/route/route.ts';
import { createFakeAgent, PLUGINS } from '../support/fake-agent.ts';
import { createFakeApi, fakeProcesses } from '../support/fake-api.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fakePush } from '../support/fake-push.ts';
import { createApiKey, hashApiKey, type KeptKey } from '../../src/net/credentials/api-key.ts';
import { type AuditLine, createAudit } from '../../src/net/credentials/audit.ts';
import { type Role, ROLES } from '../../src/net/credentials/identity.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../support/guarded-api.ts';
import { idleHub } from '../support/idle-hub.ts';
import { keptProblems } from '../support/file-problems.ts';
import { KEY, key } from '../support/logins.ts';
import { Boards, createBoards } from '../../src/api/boards/boards.ts';
import { Logs } from '../../src/explain/logs/log-lines.ts';
import { give } from '../../src/core/parts/service.ts';
import { allRoutes } from '../../src/run/features/index.ts';
import { featuresWith } from '../support/features.ts';
import { pageRulesIn } from '../support/page-rules.ts';

const PREFIX = '/pre';
const LOGIN = basic(USER, PASSWORD);
/** A user of each role, whose password is the role. */
const USERS = ROLES.map((role) => ({ user: `a-${role}`, role, hash: role, edition: role }));

/** Keys by their name. */
const KEYS = new Map(['mcp', 'metrics', 'expired'].map((name) => [name, createApiKey()]));
const scoped = (scope: NonNullable<KeptKey['scope']>): KeptKey => ({ ...key, scope });
const HEADERS = { authorization: (name: string) => `Bearer ${KEYS.get(name)}` };
const keyNamed = (name: string, kept: KeptKey): KeptKey => ({
  ...kept,
  name,
  hash: hashApiKey(KEYS.get(name) ?? ''),
});
const SCOPED = [
  keyNamed('mcp', scoped('mcp')),
  keyNamed('metrics', scoped('metrics')),
  keyNamed('expired', { ...scoped('admin'), expires: 1 }),
];

const audit = createAudit({ path: null, problems: keptProblems().problems, log: () => {} });

const { api } = createFakeApi(createFakeAgent(), {
  prefix: PREFIX,
  fleet: idleHub(),
  features: featuresWith(
    give(Silences, createSilences({ clock: createFakeClock(), save: async () => {} })),
    give(
      Notes,
      createNotes(async () => {}),
    ),
    give(
      PushChecks,
      createPushChecks({
        clock: createFakeClock(),
        kept: [],
        path: '/nonexistent/beat-calls.json',
        onCall: () => {},
        problems: { report: (_, sentence) => sentence !== null && expect.fail(sentence) },
      }),
    ),
    give(Boards, createBoards('/nonexistent', keptProblems().problems)),
    give(Processes, fakeProcesses()),
    give(Rules, pageRulesIn('/nonexistent').rules),
    give(Oidc, {
      host: 'auth.test',
      begin: async () => new URL('https://auth.test/'),
      finish: () => Promise.reject(new LoginProblem('failed', 'x')),
      confirm: async (login) => login,
      logoutUrl: () => null,
      endedBy: () => Promise.reject(new Error('x')),
    }),
    give(McpSettings, { path: '/mcp', hosts: hostRule(['localhost']) }),
    give(PartStates, () => []),
    give(PushedNumbers, pushedNumbers.create({} as never)),
    give(Logs, { read: async ({ from, to }) => ({ from, to, lines: [], sources: [] }) }),
  ),
  push: fakePush(),
  names: () => ({ host: 'web1', users: [] }),
  page: { folder: 'web', refresh: 2, defaults: {}, hasFleet: true },
  protection: {
    ...UNPROTECTED,
    audit,
    authenticator: fakeAuthenticator({ keys: [key, ...SCOPED], users: USERS }),
  },
});
afterAll(() => api.close());

const routes = routesFrom(allRoutes(), {
  plugins: PLUGINS,
  version: '4.0.0',
  examples: {},
  served: { ...EVERYTHING_SERVED, access: 'protected' },
});
const cases = routes.map((route): [name: string, route: Route] => [`${route.method} ${route.path}`, route]);

/** Status and detail of the reply; streams are cut off at their beginning. */
async function ask({ path, isAtRoot }: Route, method: string, authorization?: string) {
  const reply = await api.inject({
    method: method as 'GET',
    url: (isAtRoot ? '' : PREFIX) + path.replaceAll(/\{\w+\*?\}/g, '1'),
    headers: authorization === undefined ? {} : { authorization },
    payloadAsStream: true,
  });
  const isEndless = String(reply.headers['content-type']).startsWith('text/event-stream');
  if (isEndless) reply.raw.res.destroy();
  const chunks: Buffer[] = [];
  if (!isEndless) for await (const chunk of reply.stream()) chunks.push(chunk as Buffer);
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks).toString() };
}

/** Without a user name and a password in the body, their requests make no sense. */
const TAKES_LOGIN = new Set(['POST /api/4/token', 'POST /api/session']);

/** Its own credentials are those of the user. */
const TOKEN_OF_5 = 'POST /api/5/token';

const REFUSED = [401, 403, 405];

describe('access', () => {
  it('is tested for all routes', () => {
    expect(cases.length).toBeGreaterThan(60);
    expect(new Set(routes.map(({ access }) => access))).toEqual(new Set(['open', ...ROLES]));
    const open = routes.filter(({ access, method }) => access === 'open' && method !== 'GET');
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/api/4/token',
      '/api/5/token',
      '/api/beat/{name}',
      '/api/oidc/logout',
      '/api/otlp/{source}/v1/metrics',
      '/api/push/acknowledge',
      '/api/servers/planned-stop',
      '/api/session',
      '/api/session',
    ]);
  });

  it('changes and refused attempts are in the log of changes, without secrets', async () => {
    const session = { path: '/api/session' } as Route;
    await api.inject({
      method: 'POST',
      url: `${PREFIX}/api/session`,
      payload: { username: 'a-admin', password: 'admin' },
    });
    await api.inject({
      method: 'POST',
      url: `${PREFIX}/api/session`,
      payload: { username: 'hunter2', password: 'hunter2' },
    });
    await ask({ path: '/api/silences?type=hunter2' } as Route, 'DELETE', basic('a-viewer', 'viewer'));
    await ask(
      { path: '/api/4/processes/extended/disable' } as Route,
      'POST',
      basic('a-operator', 'operator'),
    );
    await ask(session, 'GET', LOGIN);
    const { body } = await ask({ path: '/api/audit' } as Route, 'GET', LOGIN);
    const { lines } = JSON.parse(body) as { lines: AuditLine[] };
    expect(lines.slice(0, 4).map(({ who, role, action, status }) => [who, role, action, status])).toEqual([
      ['a-operator', 'operator', 'disableExtendedProcess', 200],
      ['a-viewer', 'viewer', 'removeSilence', 403],
      [null, null, 'beginSession', 401],
      ['a-admin', 'admin', 'beginSession', 200],
    ]);
    expect(lines[0]).toMatchObject({
      target: `${PREFIX}/api/4/processes/extended/disable`,
      from: '127.0.0.1',
    });
    expect(body).not.toContain('hunter2');
  });

  it.each(cases)('%s without credentials', async (_, route) => {
    const { status, headers } = await ask(route, route.method);
    if (TAKES_LOGIN.has(`${route.method} ${route.path}`)) expect(status).toBe(400);
    else if (route.access === 'open' && `${route.method} ${route.path}` !== TOKEN_OF_5)
      expect(REFUSED).not.toContain(status);
    else expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
  });

  const holders: readonly [name: string, role: Role, authorization: string][] = [
    ['dashboard', 'viewer', `Bearer ${KEY}`],
    ...USERS.map(({ user, role }) => [user, role, basic(user, role)] as const),
    [USER, 'admin', LOGIN],
  ].map((one) => one as [string, Role, string]);

  it.each(cases)('%s for each role', async (name, route) => {
    const { access, method } = route;
    for (const [user, role, authorization] of holders) {
      const { status, body } = await ask(route, method, authorization);
      if (name === TOKEN_OF_5 && authorization.startsWith('Bearer')) expect(status).toBe(401);
      else if (access === 'open' || ROLES.indexOf(role) >= ROLES.indexOf(access))
        expect(REFUSED, user).not.toContain(status);
      else
        expect([status, JSON.parse(body)], user).toEqual([
          403,
          { detail: `This needs the role ${access}: ${user} has the role ${role}` },
        ]);
    }
  });

  it.each<[string, KeptKey]>([
    ['mcp', scoped('mcp')],
    ['metrics', scoped('metrics')],
    ['expired', { ...scoped('admin'), expires: 1 }],
  ])('a key is good for its scope alone: %s', async (name, { scope }) => {
    const { authorization } = HEADERS;
    for (const route of routes.filter(({ access }) => access !== 'open')) {
      const { status, body } = await ask(route, route.method, authorization(name));
      const detail = () => (JSON.parse(body) as { detail: unknown }).detail;
      if (name === 'expired') expect(status, route.path).toBe(401);
      else if (route.keys === scope) expect(REFUSED, route.path).not.toContain(status);
      else
        expect([status, detail()], route.path).toEqual([
          403,
          `This needs the role ${route.access}: ${name} has the scope ${name}`,
        ]);
    }
  });

  it('a request learns who it is', async () => {
    const me = async (authorization: string) =>
      JSON.parse((await ask({ path: '/api/me' } as Route, 'GET', authorization)).body) as unknown;
    expect(await me(basic('a-operator', 'operator'))).toEqual({
      name: 'a-operator',
      role: 'operator',
      source: 'password',
      until: null,
      sees_arguments: true,
    });
    expect(await me(`Bearer ${KEY}`)).toMatchObject({
      name: 'dashboard',
      source: 'key',
      sees_arguments: false,
    });
  });

  it.each(cases)('%s answers other methods with those it has', async (_, route) => {
    const { status, headers } = await ask(route, 'PATCH', LOGIN);
    expect([status, String(headers['allow']).split(', ')]).toEqual([
      405,
      expect.arrayContaining(route.hasHead ? [route.method, 'HEAD'] : [route.method]),
    ]);
    const head = await ask(route, 'HEAD', LOGIN);
    expect(head.body).toBe('');
    if (route.hasHead) expect(head.status).not.toBe(405);
    else if (!String(headers['allow']).includes('HEAD')) expect(head.status).toBe(405);
  });
});
