import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { give } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { createSilences, Silences } from './silences.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const NOW = 1_795_824_000_000;
const LOGIN = { authorization: basic(USER, PASSWORD), 'content-type': 'application/json' };

function rig({ hasPassword = true, save = () => Promise.resolve() } = {}) {
  const silences = createSilences({ clock: createFakeClock(NOW), save });
  const authenticator = hasPassword ? fakeAuthenticator() : null;
  const { sendJson } = createFakeApi(undefined, {
    features: featuresWith(give(Silences, silences)),
    now: () => NOW,
    protection: { ...UNPROTECTED, authenticator },
  });
  const send = (method: 'GET' | 'POST' | 'DELETE', payload?: unknown, more: object = {}, query = '') =>
    sendJson<unknown>(method, `/api/silences${query}`, payload, { ...LOGIN, ...more });
  return { send, silences };
}

const NIGHTS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:01', zone: 'UTC' };

describe('/api/silences', () => {
  it('names servers and tags of a hub, which end at a time', async () => {
    const { send, silences } = rig();
    const [refused, { detail }] = (await send('POST', { type: 'tag:prod', until: null })) as [number, never];
    expect([refused, detail]).toEqual([400, expect.stringContaining('needs an end')]);
    expect((await send('POST', { type: 'tag:prod', until: NOW + 1000 }))[0]).toBe(200);
    expect((await send('POST', { type: 'web/CPU_TOTAL', until: null }))[0]).toBe(200);
    const servers = [{ names: ['web'], tags: [] }];
    expect(['CPU_TOTAL', 'MEM'].map((type) => silences.coversServers(type, servers))).toEqual([true, false]);
    expect(silences.covers('CPU_TOTAL')).toBe(false);
  });

  it('keeps maintenance of all alerts, and says whether it is in force', async () => {
    const { send, silences } = rig();
    const given = { type: '*', note: 'backup', until: null, schedule: NIGHTS };
    const [, kept] = await send('POST', { ...given, schedule: { ...NIGHTS, more: 1 } });
    // 1_795_824_000_000 is midnight.
    expect(kept).toEqual({ ...given, since: NOW, author: USER, active: true });
    expect(silences.covers('FS_/HOME')).toBe(true);
    await send('POST', { ...given, schedule: { ...NIGHTS, from: '05:00', to: '06:00' } });
    expect((await send('GET'))[1]).toMatchObject({ silences: [{ type: '*', active: false }] });
    expect(silences.covers('FS_/HOME')).toBe(false);
  });

  it('keeps, lists and ends silences', async () => {
    const { send } = rig();
    const silence = {
      type: 'FS_/HOME',
      note: 'known',
      since: NOW,
      until: NOW + 1000,
      author: USER,
      active: true,
    };
    expect(await send('POST', { type: 'FS_/HOME', note: 'known', until: NOW + 1000 })).toEqual([
      200,
      silence,
    ]);
    expect(await send('GET')).toEqual([200, { silences: [silence], editable: true, reason: null }]);
    expect(await send('DELETE', undefined, {}, '?type=FS_%2FHOME')).toEqual([200, {}]);
    expect((await send('DELETE', undefined, {}, '?type=FS_%2FHOME'))[0]).toBe(404);
  });

  it.each([
    [{ note: 'x' }, 400, /type must be the type of an alert/],
    [{ type: 'x'.repeat(301) }, 400, /type must be the type of an alert/],
    [{ type: 'MEM', note: 5 }, 400, /note must be/],
    [{ type: 'MEM', until: NOW }, 400, /until must be/],
    [{ type: 'MEM', until: NOW + 91 * 86_400_000 }, 400, /until must be/],
    [null, 400, /must be an object/],
    [{ type: 'FS_*' }, 400, /needs an end/],
    [{ type: 'MEM', schedule: { ...NIGHTS, zone: 'Mars' } }, 400, /zone must be/],
    [{ type: 'MEM', schedule: 5 }, 400, /schedule must be an object/],
  ])('refuses %j', async (body, status, words) => {
    const { send, silences } = rig();
    const [code, answer] = await send('POST', body);
    expect([code, (answer as { detail: string }).detail]).toEqual([status, expect.stringMatching(words)]);
    expect(silences.list()).toEqual([]);
  });

  it('is closed without a password, to pages of other sites and to forms', async () => {
    const body = { type: 'MEM' };
    expect((await rig({ hasPassword: false }).send('POST', body))[0]).toBe(403);
    const { send } = rig();
    expect((await send('POST', body, { authorization: '' }))[0]).toBe(401);
    expect((await send('POST', body, { 'sec-fetch-site': 'cross-site' }))[0]).toBe(403);
    expect((await send('POST', body, { 'content-type': 'text/plain' }))[0]).toBe(415);
  });

  it('says when a silence cannot be kept', async () => {
    const { send } = rig({ save: () => Promise.reject(new Error('disk full')) });
    expect(await send('POST', { type: 'MEM' })).toEqual([
      500,
      { detail: 'The silence cannot be kept: disk full' },
    ]);
  });
});
