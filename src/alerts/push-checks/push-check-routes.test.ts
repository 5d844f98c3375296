import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { hostRule } from '../../core/host-pattern.ts';
import { give } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { PushChecks, createPushChecks } from './push-checks.ts';
import { createApiKey, hashApiKey } from '../../net/credentials/api-key.ts';
import { hashSecret } from '../../net/credentials/secrets-file.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const START = Date.UTC(2026, 10, 25);

/** Keys by the scope or role that they have. */
const KEYS = new Map(
  (['beat', 'push', 'viewer', 'operator'] as const).map((scope) => [scope, createApiKey()]),
);

function rig() {
  const pushChecks = createPushChecks({
    clock: createFakeClock(START),
    kept: [
      {
        name: 'backup',
        hash: hashSecret('right'),
        created: new Date(START).toISOString(),
        every: 60_000,
        grace: 0,
      },
    ],
    path: `${temporaryTree()}/beat-calls.json`,
    onCall: () => {},
    problems: { report: (_, sentence) => sentence !== null && expect.fail(sentence) },
  });
  const protection = {
    ...UNPROTECTED,
    authenticator: fakeAuthenticator({
      keys: [...KEYS].map(([scope, key]) => ({ name: scope, hash: hashApiKey(key), created: '', scope })),
    }),
    hosts: hostRule(['agent.example']),
  };
  const { api, faults } = createFakeApi(undefined, {
    features: featuresWith(give(PushChecks, pushChecks)),
    protection,
  });
  const ask = (method: 'GET' | 'POST' | 'HEAD' | 'DELETE', url: string, host = 'agent.example') =>
    api.inject({ method, url, headers: { host } });
  return { pushChecks, ask, api, faults };
}

describe('/api/beat', () => {
  it.each(['GET', 'POST'] as const)('takes calls by %s, behind a password too', async (method) => {
    const { ask, pushChecks } = rig();
    const reply = await ask(method, '/api/beat/backup?token=right&status=up&ms=1500&text=done');
    expect([reply.statusCode, reply.json()]).toEqual([200, { due: START + 60_000 }]);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(pushChecks.results()).toMatchObject([{ up: true, response: 1.5 }]);
  });

  it.each([
    ['beat', 'backup', 200],
    ['operator', 'backup', 200],
    ['viewer', 'backup', 404],
    ['push', 'backup', 404],
    ['beat', 'other', 404],
  ] as const)('an API key with the scope %s calls %s without a token: %d', async (scope, name, status) => {
    const { api } = rig();
    const headers = { host: 'agent.example', authorization: `Bearer ${KEYS.get(scope)}` };
    const reply = await api.inject({ method: 'POST', url: `/api/beat/${name}?token=wrong`, headers });
    expect(reply.statusCode).toBe(status);
    expect((await api.inject({ method: 'GET', url: '/api/4/cpu', headers })).statusCode).toBe(
      scope === 'beat' || scope === 'push' ? 403 : 200,
    );
  });

  it('takes a failure', async () => {
    const { ask, pushChecks } = rig();
    await ask('POST', '/api/beat/backup?token=right&status=down&text=disk+full');
    expect(pushChecks.results()).toMatchObject([
      { up: false, reason: 'backup reports a failure: disk full' },
    ]);
  });

  it('answers an unknown name like a wrong token, and takes neither', async () => {
    const { ask, pushChecks } = rig();
    const replies = await Promise.all([
      ask('POST', '/api/beat/backup?token=wrong'),
      ask('POST', '/api/beat/backup'),
      ask('POST', '/api/beat/other?token=right'),
      ask('POST', '/api/beat/backup?token=wrong&status=sideways'),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(pushChecks.results()).toMatchObject([{ up: null }]);
  });

  it('slows guessing down, and not those that know the token', async () => {
    const { ask } = rig();
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess += 1)
      statuses.push((await ask('POST', `/api/beat/backup?token=${guess}`)).statusCode);
    expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    expect(statuses.filter((status) => status === 404).length).toBeLessThan(10);
    expect(statuses.at(-1)).toBe(429);
    const last = await ask('GET', '/api/beat/backup?token=x');
    expect(last.headers['retry-after']).toMatch(/^\d+$/);
    expect((await ask('GET', '/api/beat/backup?token=right')).statusCode).toBe(200);
  });

  it.each([
    ['ms=-1', 'ms must be'],
    ['ms=abc', 'ms must be'],
    ['ms=999999999999', 'ms must be'],
    ['status=sideways', 'status must be up or down'],
  ])('refuses %s', async (query, words) => {
    const { ask, pushChecks } = rig();
    const reply = await ask('POST', `/api/beat/backup?token=right&${query}`);
    expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
    expect(pushChecks.results()).toMatchObject([{ up: null }]);
  });

  it('has no HEAD, obeys the host filter, and opens nothing else', async () => {
    const { ask, api, pushChecks } = rig();
    expect((await ask('HEAD', '/api/beat/backup?token=right')).statusCode).toBe(401);
    expect((await ask('POST', '/api/beat/backup?token=right', 'evil.example')).statusCode).toBe(400);
    expect((await ask('GET', '/api/checks?token=right')).statusCode).toBe(401);
    const foreign = await api.inject({
      method: 'POST',
      url: '/api/beat/backup?token=right',
      headers: { host: 'agent.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.statusCode).toBe(403);
    expect(pushChecks.results()).toMatchObject([{ up: null }]);
  });

  it('is missing where no calls can be kept', async () => {
    const { get } = createFakeApi();
    expect((await get('/api/beat/backup?token=right')).statusCode).toBe(404);
  });
});
