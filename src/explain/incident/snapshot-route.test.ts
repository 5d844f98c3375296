import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archiveOf } from '../../../test/support/agent-archive.ts';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { KEY, key } from '../../../test/support/logins.ts';
import { flawOf, type Incident } from './incident.ts';
import { off, give } from '../../core/parts/service.ts';
import type { TestApi } from '../../../test/support/test-api.ts';
import { Logs } from '../logs/log-lines.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const NOW = 1_795_824_000_000;
const LOGIN = { authorization: basic(USER, PASSWORD) };
const NAMES = { host: 'web1', users: ['alice'] };
const LINE = {
  time: NOW - 5000,
  last: NOW - 1000,
  origin: 'unit',
  name: 'app.service',
  priority: 'err',
  output: null,
  text: 'alice failed',
  count: 1,
} as const;

async function rig(more: Partial<TestApi> = {}) {
  const agent = createFakeAgent();
  const { api } = createFakeApi(agent, {
    archive: await archiveOf(agent, createFakeClock(NOW)),
    pastEvents: async () => ({
      events: [],
      marks: [{ kind: 'start', time: NOW - 60_000, detail: 'by alice' }],
    }),
    names: () => NAMES,
    features: featuresWith(
      give(Logs, { read: async ({ from, to }) => ({ from, to, lines: [LINE], sources: [] }) }),
    ),
    now: () => NOW,
    protection: { ...UNPROTECTED, authenticator: fakeAuthenticator({ keys: [key] }) },
    ...more,
  });
  const get = (query = '', headers: Record<string, string> = LOGIN) =>
    api.inject({ method: 'GET', url: `/api/snapshot${query}`, headers });
  const fileOf = async (query?: string, headers?: Record<string, string>): Promise<Incident> => {
    const reply = await get(query, headers);
    expect(reply.statusCode).toBe(200);
    return JSON.parse(gunzipSync(reply.rawPayload).toString()) as Incident;
  };
  return { get, fileOf };
}

it('writes the last 15 minutes as a file', async () => {
  const { get, fileOf } = await rig();
  const { headers } = await get('', { ...LOGIN, 'accept-encoding': 'gzip' });
  expect(headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="gander-web1-2026-11-27T2345.json.gz"',
  });
  expect(headers['content-encoding']).toBeUndefined();
  const file = await fileOf();
  expect(flawOf(file)).toBeNull();
  expect(file).toMatchObject({ host: 'web1', window: { from: NOW - 900_000, to: NOW }, redacted: null });
  expect(file.marks).toHaveLength(1);
});

it('needs the role operator, and holds no log lines where names are redacted', async () => {
  const { get, fileOf } = await rig();
  expect((await fileOf()).logs?.lines).toEqual([LINE]);
  expect((await get('', { authorization: `Bearer ${KEY}` })).statusCode).toBe(403);
  const redacted = await fileOf('?redact=true');
  expect(redacted).toMatchObject({ host: 'host-1', logs: null, redacted: { host: 1, user: 1 } });
  expect(JSON.stringify(redacted)).not.toMatch(/alice|web1/);
});

it.each([
  ['?from=8d', 400, /longer than seven days/],
  ['?from=5s', 400, /ten seconds or longer/],
  ['?redact=yes', 400, /redact must be true or false/],
  ['?alert=7', 404, /No alert of the last 31 days has the id 7/],
])('%s is refused', async (query, status, detail) => {
  const { get } = await rig();
  const reply = await get(query);
  expect([reply.statusCode, reply.json<{ detail: string }>().detail]).toEqual([
    status,
    expect.stringMatching(detail),
  ]);
});

it('says that there is no history, and does not exist where files cannot be written', async () => {
  const without = await rig({ archive: off('enable=False in [archive]') });
  expect((await without.get()).statusCode).toBe(503);
  expect((await without.get('', {})).statusCode).toBe(401);
  const { api } = createFakeApi();
  expect((await api.inject('/api/snapshot')).statusCode).toBe(404);
});

it('writes one file after the other for a network', async () => {
  const { get, fileOf } = await rig();
  const first = get('?from=1d');
  await expect(Promise.all([first, get('?from=1d'), fileOf()])).resolves.toHaveLength(3);
});
