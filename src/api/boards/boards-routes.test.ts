import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { KEY, key } from '../../../test/support/logins.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { give } from '../../core/parts/service.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { Boards, createBoards } from './boards.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const LOGIN = { authorization: basic(USER, PASSWORD), 'content-type': 'application/json' };
const BOARD = { title: 'Shop', range: 0, tiles: [{ series: 'cpu/total', size: 'wide' }] };

function rig({ hasPassword = true, folder = temporaryTree() as string | null } = {}) {
  const authenticator = hasPassword ? fakeAuthenticator({ keys: [key] }) : null;
  const protection = { ...UNPROTECTED, authenticator };
  const { sendJson } = createFakeApi(undefined, {
    features: featuresWith(give(Boards, createBoards(folder, keptProblems().problems))),
    protection,
  });
  const send = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: unknown,
    headers: Record<string, string> = LOGIN,
  ) => sendJson(method, `/api/boards${path}`, payload, headers);
  return { send, folder };
}

describe('/api/boards', () => {
  it('saves, lists and removes boards', async () => {
    const { send, folder } = rig();
    expect(await send('POST', '/shop', BOARD)).toEqual([200, { name: 'shop', ...BOARD }]);
    expect(await send('POST', '/shop', { ...BOARD, range: 3600 })).toMatchObject([200, { range: 3600 }]);
    expect(readFileSync(`${folder}/shop.json`, 'utf8')).toContain('"range": 3600');
    writeFileSync(`${folder}/broken.json`, '[');
    expect(await send('GET', '')).toEqual([
      200,
      {
        folder,
        editable: true,
        reason: null,
        boards: [{ name: 'shop', ...BOARD, range: 3600 }],
        problems: [`${folder}/broken.json is damaged: it is not JSON`],
      },
    ]);
    expect(await send('DELETE', '/shop')).toEqual([200, {}]);
    expect(await send('DELETE', '/shop')).toEqual([404, { detail: 'There is no board shop' }]);
  });

  it.each<[path: string, body: unknown, words: RegExp]>([
    ['/..%2Fetc', BOARD, /name must be lower-case/],
    ['/Shop', BOARD, /name must be lower-case/],
    ['/shop', { ...BOARD, title: '' }, /title must be one line/],
    [
      '/shop',
      { ...BOARD, tiles: [{ series: 'cpu/total', size: 'x' }] },
      /tiles\[0\]\.size must be small or wide/,
    ],
    ['/shop', null, /must be an object/],
  ])('refuses %s with %j', async (path, body, words) => {
    const { send } = rig();
    expect(await send('POST', path, body)).toEqual([400, { detail: expect.stringMatching(words) as string }]);
    expect((await send('GET', ''))[1]).toMatchObject({ boards: [], problems: [] });
  });

  it('is read with an API key, and changed by those who have the password', async () => {
    const { send } = rig();
    const reader = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    expect((await send('GET', '', undefined, reader))[0]).toBe(200);
    expect((await send('POST', '/shop', BOARD, reader))[0]).toBe(403);
    expect((await send('DELETE', '/shop', undefined, reader))[0]).toBe(403);
  });

  it('says why boards cannot be saved', async () => {
    const open = rig({ hasPassword: false });
    const words = 'Boards are saved only where a password is set: start the agent with --password';
    expect((await open.send('GET', ''))[1]).toMatchObject({ editable: false, reason: words });
    expect(await open.send('POST', '/shop', BOARD)).toEqual([403, { detail: words }]);
    const nowhere = rig({ folder: null });
    expect(await nowhere.send('POST', '/shop', BOARD)).toMatchObject([
      403,
      { detail: expect.stringContaining('There is no folder for boards') as string },
    ]);
    const { send, folder } = rig();
    writeFileSync(`${folder}/shop.json`, '[');
    expect(await send('POST', '/shop', BOARD)).toMatchObject([
      500,
      { detail: expect.stringContaining('The board shop cannot be kept') as string },
    ]);
  });
});
