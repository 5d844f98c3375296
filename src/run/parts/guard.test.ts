import { expect, it, onTestFinished, vi } from 'vitest';
import { rmSync } from 'node:fs';
import { BAD_FILES, makeBad } from '../../../test/support/bad-files.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { addApiKey } from '../../net/credentials/api-key-file.ts';
import { createGuard } from './guard.ts';

it('names a misspelled key beside the one that is missing', async () => {
  const warnings = ['x.conf:2: [outputs] has no key "ssl_certfil"', 'x.conf:9: [cpu] has no key "x"'];
  const setup = { outputs: { ssl_keyfile: '/k' }, warnings } as never;
  await expect(createGuard(setup)).rejects.toThrow(
    `[outputs] ssl_keyfile needs ssl_certfile: set both, or none for plain HTTP.\n${warnings[0]}`,
  );
  await expect(createGuard(setup)).rejects.not.toThrow('[cpu]');
});

it.each(Object.keys(BAD_FILES))('accepts no API key of a file that is bad: %s', async (way) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryTree();
  const keyPath = `${folder}/api-keys.json`;
  const old = await addApiKey(keyPath, 'old');
  makeBad(way, keyPath, '{"keys":[');
  const lines: string[] = [];
  const log = { write: (_: string, text: string) => void lines.push(text), close() {} };
  const problems = createFileProblems(log);
  const guard = await createGuard({
    outputs: {
      webui_allowed_hosts: [],
      cors_origins: [],
      cors_methods: [],
      cors_headers: [],
      trusted_proxies: [],
      allowed_clients: [],
      session_days: 1,
    } as never,
    access: { viewer_arguments: false, trusted_proxies: [] } as never,
    warnings: [],
    chosen: { account: { user: 'gander', hash: '', edition: '' }, file: null, notices: [], warnings: [] },
    keyPath,
    userFolder: folder,
    environment: {},
    clock: createFakeClock(),
    port: 1,
    log,
    problems,
  });
  onTestFinished(guard.follow([]));
  const check = (key: string) => guard.protection.authenticator?.check(`Bearer ${key}`, '192.0.2.1');
  expect(check(old)).toBe('wrong-bearer');
  expect(problems.list()).toEqual([
    { path: keyPath, sentence: expect.stringMatching(/No API key is accepted until then\.$/) as string },
  ]);
  rmSync(keyPath, { recursive: true });
  const fresh = await addApiKey(keyPath, 'new');
  await expect
    .poll(() => {
      vi.advanceTimersByTime(2000);
      return check(fresh);
    })
    .toMatchObject({ name: 'new', role: 'viewer' });
  expect([check(old), problems.list()]).toEqual(['wrong-bearer', []]);
});
