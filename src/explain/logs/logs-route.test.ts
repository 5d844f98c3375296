import { expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { KEY, key } from '../../../test/support/logins.ts';
import { type LogLine, Logs, type WantedLogs } from './log-lines.ts';
import { give, type Off, off } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import type { Explanation } from '../explanation.ts';
import type { TestApi } from '../../../test/support/test-api.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const NOW = 1_795_824_000_000;
const LOGIN = basic(USER, PASSWORD);
const LINE: LogLine = {
  time: NOW - 5000,
  last: NOW - 1000,
  origin: 'unit',
  name: 'app.service',
  priority: 'err',
  output: null,
  text: 'worker ended',
  count: 12,
};

interface Rig {
  hasPassword?: boolean;
  logs?: Logs | Off;
  read?: Logs['read'];
  more?: Partial<TestApi>;
  agent?: ReturnType<typeof createFakeAgent>;
}

function rig({ hasPassword = true, read, more, agent, ...rest }: Rig = {}) {
  const asked: WantedLogs[] = [];
  const logs: Logs | Off = rest.logs ?? {
    async read(wanted) {
      asked.push(wanted);
      const source = { source: 'journal', name: null, state: 'read', reason: null } as const;
      return read?.(wanted) ?? { from: wanted.from, to: wanted.to, lines: [LINE], sources: [source] };
    },
  };
  const { api } = createFakeApi(agent, {
    features: featuresWith(give(Logs, logs)),
    now: () => NOW,
    protection: { ...UNPROTECTED, authenticator: hasPassword ? fakeAuthenticator({ keys: [key] }) : null },
    ...more,
  });
  const get = async (url: string, headers: Record<string, string> = { authorization: LOGIN }) => {
    const reply = await api.inject({ method: 'GET', url, headers });
    return [reply.statusCode, reply.json<Record<string, unknown>>()] as const;
  };
  return { api, asked, get };
}

it('reads the last 15 minutes of journal and kernel', async () => {
  const { api, asked } = rig();
  const reply = await api.inject({ method: 'GET', url: '/api/logs', headers: { authorization: LOGIN } });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(reply.json()).toMatchObject({ from: NOW - 900_000, to: NOW, lines: [LINE] });
  expect(asked).toMatchObject([
    {
      from: NOW - 900_000,
      to: NOW,
      journal: { unit: null },
      containers: [],
      output: null,
      priority: 'warning',
      text: '',
      isGrouped: true,
    },
  ]);
});

it.each([
  [
    'unit=a.service&grep=b%20c&priority=debug',
    { journal: { unit: 'a.service' }, text: 'b c', priority: 'debug' },
  ],
  ['container=a&container=b', { journal: 'none', containers: ['a', 'b'] }],
  ['container=../x&unit=-x.service', { journal: { unit: '-x.service' }, containers: ['../x'] }],
  ['container=a&output=stderr&ungrouped=true', { output: 'stderr', isGrouped: false }],
  ['from=-2h&to=-1h', { from: NOW - 7_200_000, to: NOW - 3_600_000 }],
])('%s asks for that', async (query, expected) => {
  const { get, asked } = rig();
  expect((await get(`/api/logs?${query}`))[0]).toBe(200);
  expect(asked).toMatchObject([expected]);
});

it.each([
  ['from=10m&to=20m', /from must be before to/],
  ['from=8d', /seven days/],
  ['unit=a%20b', /unit must be the name of a unit/],
  ['unit=', /unit must be the name of a unit/],
  ['unit=*', /unit must be the name of a unit/],
  ['unit=%2Fetc%2Fpasswd', /unit must be the name of a unit/],
  ['unit=a%0A--vacuum-size%3D1', /unit must be the name of a unit/],
  [`unit=${'a'.repeat(256)}`, /at most 255/],
  ['output=tty', /output must be stdout or stderr/],
  ['priority=3', /priority must be one of emerg, alert/],
  [`grep=${'a'.repeat(201)}`, /at most 200/],
  ['container=a&container=b&container=c&container=d&container=e&container=f', /at most 5/],
])('%s is refused', async (query, detail) => {
  const { get, asked } = rig();
  expect(await get(`/api/logs?${query}`)).toMatchObject([
    400,
    { detail: expect.stringMatching(detail) as string },
  ]);
  expect(asked).toEqual([]);
});

it('is for the password alone, its tokens and sessions, never for API keys or open agents', async () => {
  const { api, get, asked } = rig();
  expect((await get('/api/logs', {}))[0]).toBe(401);
  expect(await get('/api/logs', { authorization: `Bearer ${KEY}` })).toMatchObject([
    403,
    { detail: 'This needs the role operator: dashboard has the role viewer' },
  ]);
  const login = { username: USER, password: PASSWORD };
  const made = await api.inject({ method: 'POST', url: '/api/session', payload: login });
  const cookie = String(made.headers['set-cookie']).split(';', 1)[0] as string;
  expect((await get('/api/logs', { cookie: cookie.replace(/.$/, '') }))[0]).toBe(401);
  expect(asked).toEqual([]);
  expect((await get('/api/logs', { cookie }))[0]).toBe(200);
  const token = (await api.inject({ method: 'POST', url: '/api/4/token', payload: login })).json<{
    access_token: string;
  }>();
  expect((await get('/api/logs', { authorization: `Bearer ${token.access_token}` }))[0]).toBe(200);
  expect(await rig({ hasPassword: false }).get('/api/logs', {})).toMatchObject([
    403,
    { detail: 'Logs are shown only where a password is set: start the agent with --password' },
  ]);
});

it('says that logs are disabled', async () => {
  const { get } = rig({ logs: off('enable=False in [logs]') });
  expect(await get('/api/logs')).toMatchObject([
    403,
    { detail: 'Logs are disabled by enable=False in [logs]' },
  ]);
});

it('reads one at a time for a network, and ends with the client', async () => {
  const signals: AbortSignal[] = [];
  const { api } = rig({
    read: ({ signal }) =>
      new Promise((_, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(new Error('ended')));
      }),
  });
  const asked = Array.from({ length: 2 }, () => {
    const controller = new AbortController();
    const headers = { authorization: LOGIN };
    const reply = api.inject({ method: 'GET', url: '/api/logs', headers, signal: controller.signal });
    return {
      controller,
      ended: reply.then(
        () => 'answered',
        () => 'ended',
      ),
    };
  });
  await expect.poll(() => signals.length).toBe(1);
  asked[0]?.controller.abort();
  await expect.poll(() => signals.length).toBe(2);
  expect(signals[0]?.aborted).toBe(true);
  asked[1]?.controller.abort();
  expect(await Promise.all(asked.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
});

it('adds the most severe lines to an explanation for the password alone', async () => {
  const agent = createFakeAgent();
  const archive = await archiveOf(agent, createFakeClock(NOW));
  const lines = [
    { ...LINE, priority: 'warning', text: 'many', count: 900 },
    LINE,
    { ...LINE, origin: 'kernel', name: '', priority: 'crit', text: 'x'.repeat(400), count: 1 },
    { ...LINE, priority: 'warning', text: 'few', count: 2 },
  ] as const;
  const sources = [
    { source: 'journal', name: null, state: 'read', reason: null },
    { source: 'container', name: 'web', state: 'unreadable', reason: 'the engine is silent' },
    { source: 'container', name: 'db', state: 'absent', reason: 'gone' },
  ] as const;
  const setup = {
    agent,
    more: { archive, pastEvents: async () => ({ events: [], marks: [] }) },
    read: async ({ from, to }: WantedLogs) => ({ from, to, lines, sources }),
  };
  const { get } = rig(setup);
  const [, found] = await get('/api/explain');
  const { happened, missing } = found as unknown as Explanation;
  expect(happened).toEqual([
    { time: NOW - 5000, kind: 'log', text: `kernel: ${'x'.repeat(300)}…` },
    { time: NOW - 5000, kind: 'log', text: 'app.service: worker ended (12 times)' },
    { time: NOW - 5000, kind: 'log', text: 'app.service: many (900 times)' },
  ]);
  expect(missing).toContain('Logs of web: the engine is silent.');
  expect(missing.join()).not.toContain('gone');
  const [status, other] = await get('/api/explain', { authorization: `Bearer ${KEY}` });
  expect([status, (other as unknown as Explanation).happened]).toEqual([200, []]);
  const open = rig({ ...setup, hasPassword: false });
  expect((await open.get('/api/explain', {}))[1]['happened']).toEqual([]);
  expect(open.asked).toEqual([]);
});
