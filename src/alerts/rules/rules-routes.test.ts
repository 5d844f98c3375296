import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from '../../../test/support/guarded-api.ts';
import { KEY, key } from '../../../test/support/logins.ts';
import { pageRulesIn } from '../../../test/support/page-rules.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { give } from '../../core/parts/service.ts';
import { Rules } from './rules.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';

const LOGIN = { authorization: basic(USER, PASSWORD), 'content-type': 'application/json' };
const EDIT = { section: 'cpu', key: 'total_warning', value: '80' };

function rig(hasPassword = true) {
  const { rules } = pageRulesIn(temporaryTree());
  const authenticator = hasPassword ? fakeAuthenticator({ keys: [key] }) : null;
  const { sendJson } = createFakeApi(undefined, {
    features: featuresWith(give(Rules, rules)),
    protection: { ...UNPROTECTED, authenticator },
  });
  return (method: 'GET' | 'POST', path: string, payload?: unknown, headers: Record<string, string> = LOGIN) =>
    sendJson(method, `/api/rules${path}`, payload, headers);
}

describe('/api/rules', () => {
  it('sets rules, lists them with their changes, and takes them back', async () => {
    const send = rig();
    expect(await send('POST', '', { edits: [EDIT] })).toMatchObject([200, { id: 1, author: USER }]);
    const [status, listed] = await send('GET', '');
    expect([status, listed]).toMatchObject([200, { editable: true, reason: null, rules: [EDIT] }]);
    expect(listed['changes']).toHaveLength(1);
    expect(await send('POST', '/undo/1')).toMatchObject([200, { id: 2, undoes: 1 }]);
    expect((await send('GET', ''))[1]).toMatchObject({ rules: [] });
    expect(await send('POST', '/undo/7')).toEqual([404, { detail: 'There is no change 7' }]);
  });

  it.each([
    [{}, /edits must be a list/],
    [{ edits: [{ ...EDIT, value: 'much' }] }, /total_warning/],
    [{ edits: [{ ...EDIT, value: '80\n[outputs]\nport=1' }] }, /one line/],
    [{ edits: [{ ...EDIT, key: 'total_warning=1\n[x' }] }, /is no rule/],
    [{ edits: [{ ...EDIT, key: 'total_critical_action', value: 'reboot' }] }, /is no rule/],
    [{ edits: [{ section: 'outputs', key: 'port', value: '1' }] }, /is no rule/],
    [{ edits: [{ section: 'notify_x', key: 'command', value: 'reboot' }] }, /is no rule/],
    [{ edits: [{ section: 'notify_x', key: 'type', value: 'exec' }] }, /is no rule/],
    [{ edits: [{ section: 'notify_x', key: 'token_file', value: '/etc/shadow' }] }, /is no rule/],
    [{ edits: Array.from({ length: 51 }, () => EDIT) }, /1 to 50/],
    [null, /must be an object/],
  ])('refuses %j', async (body, words) => {
    const send = rig();
    expect(await send('POST', '', body)).toEqual([400, { detail: expect.stringMatching(words) as string }]);
    expect((await send('GET', ''))[1]).toMatchObject({ rules: [], changes: [] });
  });

  it('has the numbers of judged values, and the keys that set them', async () => {
    const [status, form] = await rig()('GET', '/form');
    const values = form['values'] as Record<string, unknown>[];
    expect([status, values.find(({ type }) => type === 'CPU_TOTAL')]).toMatchObject([
      200,
      { unit: 'percent', warning: 75, warning_for: 300, clear: 72, scopes: [{ prefix: 'total_' }] },
    ]);
    expect(values.find(({ plugin }) => plugin === 'fs')).toMatchObject({
      type: 'FS_/',
      scopes: [
        { prefix: '/_', isShared: false },
        { prefix: '', isShared: true },
      ],
    });
  });

  it('creates a target whose secrets it never serves, and tests it', async () => {
    const send = rig();
    const edits = [
      ['type', 'gotify'],
      ['server', 'https://push.example.org'],
      ['token', 'S3CRET'],
    ].map(([key, value]) => ({ section: 'notify_phone', key, value }));
    const created = await send('POST', '', { edits });
    expect(created).toMatchObject([200, { edits: [{}, {}, { value: '********', before: null }] }]);
    const shown = [created, await send('GET', ''), await send('GET', '/form')];
    expect(JSON.stringify(shown)).not.toContain('S3CRET');
    expect(shown[2]).toMatchObject([200, { targets: [{ name: 'phone', editable: 'all' }] }]);
    expect(await send('POST', '/test/phone')).toEqual([
      200,
      { isSent: true, text: 'gotify took the test message.' },
    ]);
    expect(await send('POST', '/test/other')).toEqual([404, { detail: 'There is no target other' }]);
  });

  it('shows paths of addresses to the password only', async () => {
    const send = rig();
    const edits = [
      ['type', 'gotify'],
      ['server', 'https://push.example.org/hidden'],
      ['token', 'S3CRET'],
    ].map(([key, value]) => ({ section: 'notify_phone', key, value }));
    await send('POST', '', { edits });
    const headers = { ...LOGIN, authorization: `Bearer ${KEY}` };
    for (const path of ['', '/form']) {
      expect(JSON.stringify(await send('GET', path))).toContain('https://push.example.org/hidden');
      const shown = JSON.stringify(await send('GET', path, undefined, headers));
      expect(shown).toContain('"https://push.example.org"');
      expect(shown).not.toContain('hidden');
    }
  });

  it('is closed without a password, to API keys, pages of other sites and forms', async () => {
    expect((await rig(false)('POST', '', { edits: [EDIT] }, { 'content-type': 'application/json' }))[0]).toBe(
      403,
    );
    const send = rig();
    const body = { edits: [EDIT] };
    expect((await send('POST', '', body, { ...LOGIN, authorization: `Bearer ${KEY}` }))[0]).toBe(403);
    expect((await send('POST', '', body, { ...LOGIN, 'sec-fetch-site': 'cross-site' }))[0]).toBe(403);
    expect((await send('POST', '', body, { ...LOGIN, 'content-type': 'text/plain' }))[0]).toBe(415);
  });
});
