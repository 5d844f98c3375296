import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { give } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { TimelineNotes } from '../routes/timeline-notes.ts';
import { createNotes, Notes } from './notes.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const NOW = 1_795_824_000_000;
const LOGIN = { authorization: basic(USER, PASSWORD), 'content-type': 'application/json' };

function rig({ hasPassword = true, save = () => Promise.resolve() } = {}) {
  const notes = createNotes(save);
  const { sendJson } = createFakeApi(undefined, {
    features: featuresWith(give(Notes, notes), give(TimelineNotes, notes.between)),
    pastEvents: async () => ({ events: [], marks: [] }),
    now: () => NOW,
    protection: { ...UNPROTECTED, authenticator: hasPassword ? fakeAuthenticator() : null },
  });
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: unknown, more: object = {}) =>
    sendJson<{ detail: string; notes: unknown[] }>(method, `/api/${path}`, payload, { ...LOGIN, ...more });
  return { send, notes };
}

describe('/api/history/notes', () => {
  it('keeps notes, whatever is in them, lists and removes them', async () => {
    const { send } = rig();
    const text = '<img src=x onerror=alert(1)> \u202E "quoted" \u0000';
    const note = { id: 1, time: NOW - 60_000, until: NOW, text, tags: ['deploy', '<b>'] };
    const asked = { time: NOW - 60_000, until: NOW, text, tags: ['deploy', ' deploy ', '<b>'] };
    expect(await send('POST', 'history/notes', asked)).toEqual([200, note]);
    expect(await send('GET', 'history/events?from=-1h')).toEqual([
      200,
      { events: [], marks: [], notes: [note] },
    ]);
    expect((await send('GET', 'history/events?from=-1h&kind=start'))[1].notes).toEqual([]);
    expect((await send('GET', 'archive'))[1]).toMatchObject({ notes_refused: null });
    expect(await send('DELETE', 'history/notes/1')).toEqual([200, {}]);
    expect((await send('DELETE', 'history/notes/1'))[0]).toBe(404);
    expect((await send('DELETE', 'history/notes/-1'))[0]).toBe(404);
  });

  it.each([
    [{ text: 'x' }, /time must be/],
    [{ time: NOW + 2 * 86_400_000, text: 'x' }, /time must be/],
    [{ time: -1, text: 'x' }, /time must be/],
    [{ time: NOW, until: NOW - 1, text: 'x' }, /until must be/],
    [{ time: NOW, text: ' ' }, /text (must be a text of 1 to 500 characters|and tags must have)/],
    [{ time: NOW, text: 'x'.repeat(501) }, /text (must be a text of 1 to 500 characters|and tags must have)/],
    [{ time: NOW, text: { length: 1 } }, /text (must be a text of 1 to 500 characters|and tags must have)/],
    [{ time: NOW, text: 'x', tags: 'y' }, /tags must be/],
    [{ time: NOW, text: 'x', tags: Array.from({ length: 11 }, String) }, /tags must be/],
    [null, /must be an object/],
  ])('refuses %j', async (body, words) => {
    const { send, notes } = rig();
    const [status, { detail }] = await send('POST', 'history/notes', body);
    expect([status, detail, notes.between(0, Infinity)]).toEqual([400, expect.stringMatching(words), []]);
  });

  it('is closed without a password, to pages of other sites and to forms', async () => {
    const body = { time: NOW, text: 'x' };
    const open = rig({ hasPassword: false });
    expect((await open.send('POST', 'history/notes', body))[0]).toBe(403);
    expect((await open.send('DELETE', 'history/notes/1'))[0]).toBe(403);
    expect((await open.send('GET', 'archive'))[1]).toMatchObject({
      notes_refused: expect.stringContaining('password') as string,
    });
    const { send } = rig();
    expect((await send('POST', 'history/notes', body, { authorization: '' }))[0]).toBe(401);
    expect((await send('POST', 'history/notes', body, { 'sec-fetch-site': 'cross-site' }))[0]).toBe(403);
    expect((await send('DELETE', 'history/notes/1', undefined, { 'sec-fetch-site': 'cross-site' }))[0]).toBe(
      403,
    );
    expect((await send('POST', 'history/notes', body, { 'content-type': 'text/plain' }))[0]).toBe(415);
  });

  it('says when a note cannot be kept', async () => {
    const { send } = rig({ save: () => Promise.reject(new Error('disk full')) });
    expect(await send('POST', 'history/notes', { time: NOW, text: 'x' })).toEqual([
      500,
      { detail: 'The note cannot be kept: disk full' },
    ]);
  });
});
