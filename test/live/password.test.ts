/** Passwords, keys and certificates of the program from outside: dialogue, files, environment. */
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { firstOf, isFull } from '../support/full-run.ts';
import { startAgent } from '../support/built-agent.ts';
import { hasOpenssl, makeCertificate } from '../support/certificates.ts';
import { basic } from '../support/guarded-api.ts';
import { ask } from '../support/http-client.ts';
import { hasScript, runOnTerminal } from '../support/pseudo-terminal.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const MORE = 'more of passwords and certificates';
const SERVE = ['-w', '-p', '0', '-B', '127.0.0.1'];
const PLACE = /REST API on (https?):\/\/127\.0\.0\.1:(\d+)/;

async function serve(argv: readonly string[], environment: Record<string, string>) {
  const agent = startAgent([...SERVE, ...argv], environment);
  const [, scheme, port] = await agent.printed(PLACE);
  const status = async (authorization: string, path = '/api/4/core'): Promise<number> =>
    (await ask({ port: Number(port), path, headers: { authorization } })).status;
  return { agent, scheme, port: Number(port), status };
}

const home = (files: Record<string, string> = {}) => ({ HOME: temporaryTree(files) });

describe.skipIf(!hasScript())('on a terminal', () => {
  it('a password is asked for, not shown, saved, used, and changed', async () => {
    const environment = home();
    const path = `${environment.HOME}/.config/gander/bob.pwd`;
    const first = runOnTerminal([...SERVE, '--username'], environment);
    await first.until('Enter new username: ');
    first.type('bob\r');
    await first.until('Enter new password: ');
    first.type('open sesame\r');
    await first.until('Confirm new password: ');
    first.type('open sesame\r');
    await first.until(`Do you want to save the password in ${path} ? [Yes/No]: `);
    first.type('yes\r');
    await first.until('REST API on ');
    const port = Number(PLACE.exec(first.screen())?.[2]);
    expect((await ask({ port })).status).toBe(401);
    // Each check of a password takes a second of CPU time.
    if (isFull)
      expect((await ask({ port, headers: { authorization: basic('bob', 'open sesame') } })).status).toBe(200);
    expect(first.screen()).not.toContain('sesame');
    first.stop();
    await first.ended;

    const saved = readFileSync(path, 'utf8');
    expect(saved).toHaveLength(289);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${environment.HOME}/.config/gander`).mode & 0o777).toBe(0o700);

    const { status } = await serve(['-u', 'bob'], environment);
    expect(await status(basic('bob', 'open sesame'))).toBe(200);

    if (!isFull) return;
    const second = runOnTerminal([...SERVE, '--username', '-u', 'bob'], environment);
    await second.until('The user bob has a password. Change it? [Yes/No]: ');
    second.type('y\r');
    await second.until('Enter new password: ');
    second.type('other\r');
    await second.until('Confirm new password: ');
    second.type('other\r');
    await second.until('[Yes/No]: ');
    second.type('y\r');
    await second.until('REST API on ');
    expect(readFileSync(path, 'utf8')).not.toBe(saved);
    // The running server accepts the new password.
    await vi.waitFor(async () => expect(await status(basic('bob', 'open sesame'))).toBe(401), {
      interval: 500,
    });
    expect(await status(basic('bob', 'other'))).toBe(200);
  });

  it.each(
    firstOf(MORE, 1, [
      ['entries that differ', ['a\r', 'b\r'], 'The passwords do not match.'],
      ['an end of input', ['\u0004'], 'Nothing was changed.'],
      ['an interrupt', ['\u0003'], 'Nothing was changed.'],
    ]),
  )('%s end it with 1', async (_, typed, message) => {
    const environment = home();
    const agent = runOnTerminal([...SERVE, '--password'], environment);
    const questions = ['Enter new password: ', 'Confirm new password: '];
    for (const [index, text] of typed.entries()) {
      await agent.until(questions[index] ?? '');
      agent.type(text);
    }
    expect(await agent.ended).toBe(1);
    expect(agent.screen()).toContain(`gander: ${message}`);
    expect(existsSync(`${environment.HOME}/.config/gander`)).toBe(false);
  });
});

it.skipIf(hasScript())(
  'skipped: dialogues are not tested, because there is no script(1) of util-linux',
  () => {},
);

describe('without a terminal', () => {
  it('a password comes from the environment, which is not handed on, or from a file', async () => {
    const environment = home({ secret: 'open sesame\n' });
    const { agent, status } = await serve([], {
      ...home(),
      GANDER_PASSWORD: 'open sesame',
      GANDER_USERNAME: 'eve',
    });
    if (isFull) {
      const ofFile = await serve([], { ...environment, GANDER_PASSWORD_FILE: `${environment.HOME}/secret` });
      expect(await ofFile.status(basic('gander', 'open sesame'))).toBe(200);
    }
    expect([await status(basic('eve', 'open sesame')), await status('')]).toEqual([200, 401]);
    expect([await status('', '/api/4/status'), await status('', '/docs')]).toEqual([200, 401]);
    agent.child.kill('SIGTERM');
    const { stdout } = await agent.ended;
    expect(stdout).not.toContain('No password');
    expect(stdout).not.toContain('sesame');
  });

  it.each(
    firstOf(MORE, 1, [
      [['-u', 'bob'], {}, /There is no password of user bob in \S+\/gander, and no terminal/],
      [[], { GANDER_PASSWORD: '' }, /GANDER_PASSWORD is set and empty/],
      [[], { GANDER_PASSWORD_FILE: '/dev/null/x' }, /there is no file \/dev\/null\/x/],
      [[], { GANDER_USERNAME: 'bob' }, /There is no password of user bob/],
    ]),
  )('%j with %j does not start without one', async (argv, environment, message) => {
    const ended = await startAgent([...SERVE, ...argv], { ...home(), ...(environment as object) }).ended;
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });

  it('API keys are added, listed, used and revoked while the server runs', async () => {
    // Of no password: its check would take a second of CPU time.
    const environment = home({ '.config/gander/bob.pwd': `${'a'.repeat(32)}$${'b'.repeat(256)}` });
    const keys = (...argv: string[]) => startAgent(['key', ...argv], environment).ended;
    const added = await keys('add', 'dashboard');
    expect(added).toMatchObject({ code: 0 });
    const key = added.stdout.trim();
    expect(key).toMatch(/^gander_[\w-]{43}$/);
    expect(statSync(`${environment.HOME}/.config/gander/api-keys.json`).mode & 0o777).toBe(0o600);
    const [listed, { status, agent }] = await Promise.all([keys('list'), serve(['-u', 'bob'], environment)]);
    expect(listed.stdout).toMatch(/^dashboard\tviewer\t\d{4}-\d\d-\d\dT\S+Z\t-\t-\n$/);
    if (isFull) expect(await keys('add', 'dashboard')).toMatchObject({ code: 1, stdout: '' });
    // Beside load, the first read of values may not have ended.
    await vi.waitFor(async () => expect(await status(`Bearer ${key}`)).toBe(200));
    expect((await keys('remove', 'dashboard')).code).toBe(0);
    await vi.waitFor(async () => expect(await status(`Bearer ${key}`)).toBe(401), { interval: 200 });
    if (isFull) expect((await keys('remove', 'dashboard')).code).toBe(2);
    agent.child.kill('SIGTERM');
    expect((await agent.ended).stdout).not.toContain(key);
  });
});

describe.skipIf(!hasOpenssl())('TLS', () => {
  it('is on with both files, says so, and follows a renewed certificate', async () => {
    const folder = temporaryTree();
    const [one, two] = [makeCertificate(folder, 'one'), makeCertificate(folder, 'two')];
    copyFileSync(one.certificate, `${folder}/live.crt`);
    copyFileSync(one.encrypted, `${folder}/live.key`);
    const lines = `ssl_certfile=${folder}/live.crt\nssl_keyfile=${folder}/live.key\nssl_keyfile_password=${one.password}`;
    writeFileSync(`${folder}/gander.conf`, `[outputs]\n${lines}\nurl_prefix=/pre/\n`);
    const { scheme, port, agent } = await serve(['-C', `${folder}/gander.conf`], home());
    expect(scheme).toBe('https');
    const asked = { port, isSecure: true, path: '/pre/api/4/core' };
    expect((await ask({ ...asked, ca: readFileSync(one.certificate) })).status).toBe(200);
    await expect(ask({ ...asked, ca: readFileSync(two.certificate) })).rejects.toThrow();
    agent.child.kill('SIGTERM');
    const { stdout, stderr } = await agent.ended;
    expect(stdout).toContain(`REST API on https://127.0.0.1:${port}/pre/api/4\n`);
    expect(stdout + stderr).not.toContain(one.password);
  });

  it.each(
    firstOf(MORE, 1, [
      ['ssl_certfile=/etc/hosts', '[outputs] ssl_certfile needs ssl_keyfile'],
      ['ssl_keyfile=/etc/hosts', '[outputs] ssl_keyfile needs ssl_certfile'],
      [
        'ssl_keyfile=/etc/hosts\nssl_certfile=/dev/null/x',
        '[outputs] ssl_certfile: /dev/null/x cannot be read',
      ],
      [
        'ssl_keyfile=/etc/hosts\nssl_certfile=/etc/hosts',
        '[outputs] ssl_certfile: /etc/hosts does not hold a certificate in PEM form.',
      ],
    ]),
  )('%j does not start as plain HTTP', async (lines, message) => {
    const config = `${temporaryTree({ 'gander.conf': `[outputs]\n${lines}\n` })}/gander.conf`;
    const ended = await startAgent([...SERVE, '-C', config], home()).ended;
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`gander: ${message}`);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });
});

it.each(
  firstOf(MORE, 1, [
    [
      'webui_allowed_hosts=a*b',
      /gander\.conf:2: \[outputs\] webui_allowed_hosts = a\*b: "a\*b" has a wildcard in another place/,
    ],
    [
      'trusted_proxies=10.0.0.0/33',
      /\[outputs\] trusted_proxies = .*"10\.0\.0\.0\/33" is not an address or a network/,
    ],
  ]),
)('%s ends the start', async (line, message) => {
  const config = `${temporaryTree({ 'gander.conf': `[outputs]\n${line}\n` })}/gander.conf`;
  const ended = await startAgent([...SERVE, '-C', config], home()).ended;
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(message);
});
