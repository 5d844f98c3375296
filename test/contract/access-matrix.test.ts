/** Access to every route of the list, on a hub with a password below a prefix. */
import { join } from 'node:path';
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
import { createAccounts } from '../../src/net/credentials/accounts.ts';
import { type AuditLine, createAudit } from '../../src/net/credentials/audit.ts';
import { KEY_SCOPES, type KeyScope, type Role, ROLES } from '../../src/net/credentials/identity.ts';
import { createProxyIdentity } from '../../src/http/server/proxy-identity.ts';
import { readFileSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import { basic, fakeAuthenticator, fakeSessions, PASSWORD, USER } from '../support/guarded-api.ts';
import { idleHub } from '../support/idle-hub.ts';
import { keptProblems } from '../support/file-problems.ts';
import { KEY, key } from '../support/logins.ts';
import { Boards, createBoards } from '../../src/api/boards/boards.ts';
import { Logs } from '../../src/explain/logs/log-lines.ts';
import { give } from '../../src/core/parts/service.ts';
import { allRoutes } from '../../src/run/features/index.ts';
import { sourceFiles } from '../support/source-files.ts';
import type { Me } from '../../src/api/login/me-route.ts';
import { featuresWith } from '../support/features.ts';
import { pageRulesIn } from '../support/page-rules.ts';

const PREFIX = '/pre';
const LOGIN = basic(USER, PASSWORD);
/** A user of each role, whose password is the role. */
const USERS = ROLES.map((role) => ({ user: `a-${role}`, role, hash: role, edition: role, servers: null }));

/** Keys by their scope. */
const KEYS = new Map(
  [...(Object.keys(KEY_SCOPES) as KeyScope[]), 'expired'].map((name) => [name, createApiKey()]),
);
const KEPT: KeptKey[] = [...KEYS].map(([name, secret]) => {
  const kept = { ...key, name, hash: hashApiKey(secret) };
  return name === 'expired' ? { ...kept, scope: 'admin', expires: 1 } : { ...kept, scope: name as KeyScope };
});

const clock = createFakeClock();
const authenticator = fakeAuthenticator({
  keys: [key, ...KEPT],
  users: USERS,
  sessions: fakeSessions({ clock }),
});
const expired = authenticator.sessions.begin('a-admin');
clock.skip((authenticator.sessions.lifetime + 1) * 1000);

const PROXY = '192.0.2.1';
const ignored: string[] = [];
const peerIdentity = createProxyIdentity({
  proxies: [PROXY],
  userHeader: 'Remote-User',
  groupsHeader: 'Remote-Groups',
  roles: new Map(ROLES.map((role) => [role, role])),
  userRoles: new Map(),
  defaultRole: null,
  viewerArguments: false,
  warn: (text) => ignored.push(text),
});

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
    accounts: createAccounts({
      userFolder: '/nonexistent',
      keyPath: '/nonexistent/api-keys.json',
      stateFolder: null,
      startUser: USER,
    }),
    authenticator,
    peerIdentity,
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

type Sender = Pick<InjectOptions, 'headers' | 'remoteAddress'>;
const withHeader = (authorization: string): Sender => ({ headers: { authorization } });

/** Status and detail of the reply; streams are cut off at their beginning. */
async function ask(
  { path, isAtRoot }: Pick<Route, 'path' | 'isAtRoot'>,
  method: string,
  sender: Sender = {},
) {
  const reply = await api.inject({
    ...sender,
    method: method as 'GET',
    url: (isAtRoot ? '' : PREFIX) + path.replaceAll(/\{\w+\*?\}/g, '1'),
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

const TOKEN_OF_5 = 'POST /api/5/token';

/** Statuses of refusals. */
const REFUSED = new Set([401, 403, 405]);

/** The route of an operation; its path may be a piece of what the route serves. */
const matching = (method: string, path: string): Route | undefined =>
  routes.find(
    (route) =>
      (route.method.toLowerCase() === method || (method === 'head' && route.hasHead)) &&
      (route.path === path || isBelow(path, route.path)),
  );
const isBelow = (path: string, template: string): boolean => {
  const pattern = template
    .split('/')
    .map((part) =>
      /^\{\w+\*\}$/.test(part) ? '.+' : part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.'),
    )
    .join('/');
  return new RegExp(`^${pattern}$`).test(path);
};

const documentNamed = (name: string) =>
  JSON.parse(readFileSync(`docs/${name}.json`, 'utf8')) as {
    paths: Record<string, Record<string, { 'x-role'?: string }>>;
  };

const withPassword = ({ name }: Column): boolean => name === 'account' || name.startsWith('password of');

/** A column of the matrix. */
interface Column {
  readonly name: string;
  sender(): Sender;
  /** Null: nobody. */
  readonly who: { readonly name: string; readonly role?: Role; readonly scope?: string } | null;
  /** Detail of the 401 for nobody. */
  readonly detail?: string;
}

/** What browsers add to requests of the own page: those with a session, or by a proxy, change nothing without. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const cookie = (secret: string): Sender => ({
  headers: { cookie: `gander-${authenticator.sessions.id}=${secret}`, ...OWN_PAGE },
});
const named = (groups: string) => ({ 'remote-user': 'eve', 'remote-groups': groups, ...OWN_PAGE });

const COLUMNS: readonly Column[] = [
  { name: 'nobody', sender: () => ({}), who: null },
  {
    name: 'wrong password',
    sender: () => withHeader(basic(USER, 'x')),
    who: null,
    detail: 'Incorrect authentication',
  },
  { name: 'expired session', sender: () => cookie(expired), who: null, detail: 'Session expired' },
  {
    name: 'expired key',
    sender: () => withHeader(`Bearer ${KEYS.get('expired')}`),
    who: null,
    detail: 'Incorrect authentication',
  },
  { name: 'header of a stranger', sender: () => ({ headers: named('admin') }), who: null },
  ...Object.keys(KEY_SCOPES).map((scope) => ({
    name: `key for ${scope}`,
    sender: () => withHeader(`Bearer ${KEYS.get(scope)}`),
    who: { name: scope, scope },
  })),
  {
    name: 'key of a viewer',
    sender: () => withHeader(`Bearer ${KEY}`),
    who: { name: 'dashboard', role: 'viewer' },
  },
  { name: 'account', sender: () => withHeader(LOGIN), who: { name: USER, role: 'admin' } },
  ...USERS.flatMap(({ user, role }): Column[] => [
    { name: `password of ${role}`, sender: () => withHeader(basic(user, role)), who: { name: user, role } },
    {
      name: `session of ${role}`,
      // A new one each time: a route ends it.
      sender: () => cookie(authenticator.sessions.begin(user)),
      who: { name: user, role },
    },
    {
      name: `header of the proxy for ${role}`,
      sender: () => ({ headers: named(role), remoteAddress: PROXY }),
      who: { name: 'eve', role },
    },
  ]),
];

/** Status and detail; null: not refused. */
function expected({ access, keys, path }: Route, { who, detail = 'Not authenticated' }: Column) {
  if (access === 'open') return null;
  // Version 5 has one sentence for all.
  if (who === null) return [401, path.startsWith('/api/5/') ? 'Authentication required' : detail];
  if (who.scope !== undefined && who.scope === keys) return null;
  if (who.role !== undefined && ROLES.indexOf(who.role) >= ROLES.indexOf(access)) return null;
  const held = who.role === undefined ? `the scope ${who.scope}` : `the role ${who.role}`;
  return [403, `This needs the role ${access}: ${who.name} has ${held}`];
}

describe('access', () => {
  // First: of refused attempts, few are noted.
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
    await ask(
      { path: '/api/silences?type=hunter2' } as Route,
      'DELETE',
      withHeader(basic('a-viewer', 'viewer')),
    );
    await ask(
      { path: '/api/4/processes/extended/disable' } as Route,
      'POST',
      withHeader(basic('a-operator', 'operator')),
    );
    await ask(session, 'GET', withHeader(LOGIN));
    const { body } = await ask({ path: '/api/audit' } as Route, 'GET', withHeader(LOGIN));
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

  it('is tested for all routes, and for all operations of the documents', () => {
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
    for (const name of ['openapi', 'openapi-5'])
      for (const [path, operations] of Object.entries(documentNamed(name).paths))
        for (const [method, operation] of Object.entries(operations)) {
          const found = matching(method, path);
          expect(found, `${method} ${path}`).toBeDefined();
          const role = operation['x-role'] ?? 'open';
          expect(role, `${method} ${path}`).toBe(found?.access);
        }
  });

  it.each(cases)('%s answers each sender as it declares', async (name, route) => {
    const answers: Record<string, unknown> = {};
    const declared: Record<string, unknown> = {};
    for (const column of COLUMNS) {
      const { status, headers, body } = await ask(route, route.method, column.sender());
      declared[column.name] = expected(route, column);
      // Its credentials are its own: a name and a password, in a header or the body.
      if (name === TOKEN_OF_5) declared[column.name] = withPassword(column) ? null : [401, expect.anything()];
      answers[column.name] = REFUSED.has(status)
        ? [status, (JSON.parse(body) as { detail: unknown }).detail]
        : null;
      if (status === 401) expect(headers['www-authenticate'], column.name).toMatch(/^(Basic|Bearer)/);
      if (TAKES_LOGIN.has(name)) expect(status).toBe(400);
    }
    expect(answers).toEqual(declared);
  });

  it('headers of strangers are removed, and logged once', () => {
    expect(ignored).toEqual([expect.stringContaining('remote-user from 127.0.0.1 is ignored')]);
  });

  it('a request learns who it is', async () => {
    const me = async (authorization: string) =>
      JSON.parse((await ask({ path: '/api/me' } as Route, 'GET', withHeader(authorization))).body) as unknown;
    expect(await me(basic('a-operator', 'operator'))).toEqual({
      name: 'a-operator',
      role: 'operator',
      source: 'password',
      until: null,
      servers: null,
      sees_arguments: true,
      lacks: expect.objectContaining({ changeRules: 'admin' }) as unknown,
    });
    expect(await me(`Bearer ${KEY}`)).toMatchObject({
      name: 'dashboard',
      source: 'key',
      sees_arguments: false,
    });
  });

  it('a request learns which operations its role lacks, and the page asks for no others', async () => {
    const lacksOf = async (role: Role) =>
      (
        JSON.parse(
          (await ask({ path: '/api/me' } as Route, 'GET', withHeader(basic(`a-${role}`, role)))).body,
        ) as Me
      ).lacks;
    const operations = routes.flatMap((route) =>
      'id' in route && route.id ? [[route.id, route.access]] : [],
    );
    for (const role of ROLES)
      expect(await lacksOf(role)).toEqual(
        Object.fromEntries(
          operations.filter(([, access]) => ROLES.indexOf(access as Role) > ROLES.indexOf(role)),
        ),
      );
    const known = new Set(operations.map(([id]) => id));
    const asked = sourceFiles(join(import.meta.dirname, '../..'), 'web').flatMap(([, source]) =>
      [...source.matchAll(/(?:\b(?:may|lack|limited)\([^()']*|operation: )'(\w+)'/g)].map(([, id]) => id),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((id) => !known.has(id ?? ''))).toEqual([]);
  });

  it.each(cases)('%s answers other methods with those it has', async (_, route) => {
    const { status, headers } = await ask(route, 'PATCH', withHeader(LOGIN));
    expect([status, String(headers['allow']).split(', ')]).toEqual([
      405,
      expect.arrayContaining(route.hasHead ? [route.method, 'HEAD'] : [route.method]),
    ]);
    const head = await ask(route, 'HEAD', withHeader(LOGIN));
    expect(head.body).toBe('');
    if (route.hasHead) expect(head.status).not.toBe(405);
    else if (!String(headers['allow']).includes('HEAD')) expect(head.status).toBe(405);
  });
});
