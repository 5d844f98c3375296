import { expect, it, onTestFinished, vi } from 'vitest';
import { rmSync } from 'node:fs';
import { BAD_FILES, makeBad } from '../../../test/support/bad-files.ts';
import { guardOf } from '../../../test/support/made-guard.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { addApiKey } from '../../net/credentials/api-key-file.ts';
import { createGuard } from './guard.ts';

it('names a misspelled key beside the one that is missing', async () => {
  const warnings = ['x.conf:2: [outputs] has no key "ssl_certfil"', 'x.conf:9: [cpu] has no key "x"'];
  const setup = { outputs: { ssl_keyfile: '/k' }, access: {}, warnings } as never;
  await expect(createGuard(setup)).rejects.toThrow(
    `[outputs] ssl_keyfile needs ssl_certfile: set both, or none for plain HTTP.\n${warnings[0]}`,
  );
  await expect(createGuard(setup)).rejects.not.toThrow('[cpu]');
});

/** An account that no password opens. */
const CHOSEN = {
  account: { user: 'gander', hash: '', edition: '' },
  file: null,
  notices: [],
  warnings: [],
};

it('refused passwords are in the log of changes, without names that may be passwords', async () => {
  const { guard, lines } = await guardOf('', { chosen: CHOSEN });
  const { authenticator, audit } = guard.protection;
  const basic = (user: string) => `Basic ${Buffer.from(`${user}:wrong`).toString('base64')}`;
  expect(await authenticator?.check(basic('hunter2'), '192.0.2.1')).toBe('wrong-basic');
  expect(await authenticator?.check(basic('gander'), '192.0.2.1')).toBe('wrong-basic');
  const line = { role: null, from: '192.0.2.1', action: 'login', target: 'basic', status: 401 };
  expect(audit?.newest()).toMatchObject([
    { who: 'gander', ...line },
    { who: null, ...line },
  ]);
  expect(lines).toEqual([
    'INFO Refused: who=- role=- from=192.0.2.1 action=login target=basic status=401',
    'INFO Refused: who=gander role=- from=192.0.2.1 action=login target=basic status=401',
  ]);
});

it.each(Object.keys(BAD_FILES))('accepts no API key of a file that is bad: %s', async (way) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryTree();
  const keyPath = `${folder}/api-keys.json`;
  const old = await addApiKey(keyPath, 'old', { scope: 'viewer' });
  makeBad(way, keyPath, '{"keys":[');
  const problems = createFileProblems({ write: () => {} });
  const { guard } = await guardOf('', { chosen: CHOSEN, keyPath, problems });
  onTestFinished(guard.follow([]));
  const check = (key: string) => guard.protection.authenticator?.check(`Bearer ${key}`, '192.0.2.1');
  expect(check(old)).toBe('wrong-bearer');
  expect(problems.list()).toEqual([
    { path: keyPath, sentence: expect.stringMatching(/No API key is accepted until then\.$/) as string },
  ]);
  rmSync(keyPath, { recursive: true });
  const fresh = await addApiKey(keyPath, 'new', { scope: 'viewer' });
  await expect
    .poll(() => {
      vi.advanceTimersByTime(2000);
      return check(fresh);
    })
    .toMatchObject({ name: 'new', role: 'viewer' });
  expect([check(old), problems.list()]).toEqual(['wrong-bearer', []]);
});
