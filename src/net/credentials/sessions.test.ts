import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Account } from './account.ts';
import { createSessions, MOST_SESSIONS, type Sessions } from './sessions.ts';

const ACCOUNT = { user: 'gander', hash: 'h', edition: 'one' };
const DAY = 86_400_000;

const of = (account: Account) => (user: string) => (user === account.user ? account : null);
const state = (sessions: Sessions, secret: string, account: Account = ACCOUNT) => {
  const found = sessions.check(secret, of(account));
  return found && (found.isDue ? 'due' : 'good');
};

function rig(path: string | null = null) {
  const clock = createFakeClock(1_795_824_000_000);
  const { problems, sentences } = keptProblems();
  const open = () => createSessions({ path, days: 30, clock, problems });
  return { open, sentences, clock, pass: (days: number) => clock.skip(days * DAY) };
}

describe('a session', () => {
  it('goes on after a clock that was wrong while another one began', () => {
    const { open, clock } = rig();
    const sessions = open();
    const secret = sessions.begin(ACCOUNT);
    clock.step(3650 * DAY);
    expect(state(sessions, secret)).toBeNull();
    sessions.begin(ACCOUNT);
    clock.step(-3650 * DAY);
    expect(state(sessions, secret)).toBe('good');
  });

  it('lasts while it is used, and ends some days after its last use', () => {
    const { open, pass } = rig();
    const sessions = open();
    const secret = sessions.begin(ACCOUNT);
    expect([sessions.lifetime, state(sessions, secret)]).toEqual([30 * 86_400, 'good']);
    for (let month = 0; month < 12; month += 1) {
      pass(29);
      expect(state(sessions, secret)).toBe('due');
      sessions.extend(secret);
      expect(state(sessions, secret)).toBe('good');
    }
    pass(30);
    expect(state(sessions, secret)).toBeNull();
  });

  it('belongs to one user and one password', () => {
    const sessions = rig().open();
    const secret = sessions.begin(ACCOUNT);
    expect(state(sessions, secret, { ...ACCOUNT, edition: 'two' })).toBeNull();
    expect(state(sessions, secret, { ...ACCOUNT, user: 'other' })).toBeNull();
    for (const other of ['', secret.slice(1), `${secret}A`, 'x'.repeat(43)])
      expect(state(sessions, other)).toBeNull();
    sessions.end(secret);
    expect(state(sessions, secret)).toBeNull();
  });

  it('makes room when it has not been used for longest', () => {
    const { open, pass } = rig();
    const sessions = open();
    const [first = '', second = ''] = [sessions.begin(ACCOUNT), sessions.begin(ACCOUNT)];
    pass(2);
    sessions.extend(first);
    const others = Array.from({ length: MOST_SESSIONS - 1 }, () => sessions.begin(ACCOUNT));
    expect([first, second, others[0] ?? ''].map((secret) => state(sessions, secret))).toEqual([
      'good',
      null,
      'good',
    ]);
  });
});

describe('the file of sessions', () => {
  it('keeps them over a restart, for its owner only, without their secrets', async () => {
    const path = `${temporaryTree()}/state/sessions-61208.json`;
    const { open, sentences } = rig(path);
    const before = open();
    const [ended, kept] = [before.begin(ACCOUNT), before.begin(ACCOUNT)];
    before.end(ended);
    // Only the last of three files has the second alone: no other is written afterwards.
    await expect.poll(() => [ended, kept].map((secret) => state(open(), secret))).toEqual([null, 'good']);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toContain(kept);
    const after = open();
    expect([after.id, state(after, kept), state(after, ended)]).toEqual([before.id, 'good', null]);
    expect(state(after, kept, { ...ACCOUNT, edition: 'changed meanwhile' })).toBeNull();
    after.clear(ACCOUNT.user);
    await expect.poll(() => state(open(), kept)).toBeNull();
    expect(sentences).toEqual([]);
  });

  it.each([
    ['[]', 'it must be an object'],
    ['{"id": "../../etc", "sessions": []}', 'id must be 8 hexadecimal digits'],
    ['x', 'it is not JSON'],
  ])('is set aside where it is %j', async (text, problem) => {
    const folder = temporaryTree({ 'sessions.json': text });
    const { open, sentences } = rig(`${folder}/sessions.json`);
    const sessions = open();
    expect(sentences).toEqual([
      `${folder}/sessions.json is damaged: ${problem}. Logins on the page end with a restart.`,
    ]);
    const secret = sessions.begin(ACCOUNT);
    await expect.poll(() => sentences[1]).toMatch(/is kept as .*unreadable/);
    await expect.poll(() => state(open(), secret)).toBe('good');
  });

  it('is reported where it cannot be written, and the session lasts until the end of the run', async () => {
    const folder = temporaryTree();
    writeFileSync(`${folder}/file`, '');
    const { open, sentences } = rig(`${folder}/file/sessions.json`);
    const sessions = open();
    const secret = sessions.begin(ACCOUNT);
    await expect.poll(() => sentences.at(-1)).toContain('sessions.json cannot be written');
    expect(state(sessions, secret)).toBe('good');
  });
});
