import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../core/host.ts';
import { ConfigError, UsageError } from '../../core/errors.ts';
import type { ConfigFlags } from './load.ts';
import type { RunProgram } from './substitute.ts';
import { load, plugin } from '../../../test/support/load-settings.ts';

const run: RunProgram = ([name = '', ...rest], { timeoutMs }) =>
  new Promise<RunOutcome>((resolve) => {
    execFile(name, rest, { timeout: timeoutMs }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr, failure: code === null ? `${name} is not installed` : null });
    });
  });

describe('precedence', () => {
  const refresh = async (text: string, name: string, time?: number) =>
    (await load(text, { refresh: time })).settings.refreshOf(plugin(name));

  it.each([
    ['the default', '', 'cpu', undefined, 2],
    ['[global]', '[global]\nrefresh=5', 'cpu', undefined, 5],
    ['-t beats [global]', '[global]\nrefresh=5', 'cpu', 3, 3],
    ['-t beats [global] with its default, too', '[global]\nrefresh=5', 'cpu', 2, 2],
    ['the section beats -t', '[cpu]\nrefresh=7', 'cpu', 3, 7],
    ['the declared one beats -t', '[global]\nrefresh=5', 'fs', 3, 60],
    ['the section beats the declared one', '[fs]\nrefresh=7', 'fs', 3, 7],
  ])('%s', async (_, text, name, time, expected) => {
    expect(await refresh(text, name, time)).toBe(expected);
  });

  it.each([
    ['', 1800, 1800],
    ['[fs]\nrefresh=60', 1800, 60],
    ['', undefined, 60],
  ])('without clients: %j and %s', async (text, idleRefresh, expected) => {
    const { settings } = await load(text);
    expect(settings.idleRefreshOf({ ...plugin('fs'), ...(idleRefresh && { idleRefresh }) })).toBe(expected);
  });

  it('lets options of the command line win', async () => {
    const { settings, raw } = await load('[network]\nhide_no_up=True\nhide=a', {
      options: { network: { hide_no_up: 'False' }, percpu: { max_cpu_display: '2' }, gpu: { x: '1' } },
    });
    expect(settings.optionsOf('network')).toMatchObject({
      hide_no_up: false,
      hide: [{ source: 'a', flags: 'i' }],
    });
    expect(settings.optionsOf('percpu')).toEqual({ max_cpu_display: 2 });
    expect(settings.section('network')).toEqual({ hide_no_up: 'False', hide: 'a' });
    expect(raw).toEqual({ network: { hide_no_up: 'True', hide: 'a' } });
  });

  it('adds lists of the command line to those of the file', async () => {
    const { settings } = await load('[processlist]\nstatus_ok=S,T', {
      options: { processlist: { status_ok: 'Z' } },
    });
    expect(settings.optionsOf('processlist')).toMatchObject({ status_ok: ['S', 'T', 'Z'] });
  });

  it('gives plugins the options that [global] has too', async () => {
    const format = async (text: string, flags: ConfigFlags = {}) =>
      (await load(text, flags)).settings.optionsOf('now')['strftime_format'];
    expect(await format('[global]\nstrftime_format=%H')).toBe('%H');
    expect(await format('[now]\nstrftime_format=%M\n[global]\nstrftime_format=%H')).toBe('%M');
    const options = { now: { strftime_format: '%S' } };
    expect(await format('[now]\nstrftime_format=%M\n[global]\nstrftime_format=%H', { options })).toBe('%S');
  });

  it('says which option of the command line is wrong', async () => {
    await expect(load('', { options: { percpu: { max_cpu_display: 'x' } } })).rejects.toThrow(
      new ConfigError(['command line: [percpu] max_cpu_display = x: expected a whole number.']),
    );
  });

  it('keeps no history when told so', async () => {
    expect((await load('[global]\nhistory_size=10', { disableHistory: true })).settings.historySize).toBe(0);
  });

  const enabled = async (text: string, flags: ConfigFlags) =>
    [...(await load(text, flags)).settings.enabled].sort().join(' ');

  it.each<[string, string, ConfigFlags, string]>([
    [
      'the file turns off',
      '[cpu]\ndisable=True\n[mem]\ndisable=no',
      {},
      'fs libversion mem network now percpu processcount processlist programlist',
    ],
    [
      'then --disable-plugin',
      '[cpu]\ndisable=True',
      { disable: ['mem', 'psutilversion'] },
      'fs network now percpu processcount processlist programlist',
    ],
    ['then --enable-plugin', '[cpu]\ndisable=True', { disable: ['all'], enable: ['cpu', 'fs'] }, 'cpu fs'],
    [
      'no list of processes without their count',
      '[processcount]\ndisable=True',
      {},
      'cpu fs libversion mem network now percpu programlist',
    ],
    [
      'but the count with the list',
      '',
      { disable: ['all'], enable: ['processlist'] },
      'processcount processlist',
    ],
    ['and with the programs', '', { disable: ['all'], enable: ['programlist'] }, 'processcount programlist'],
  ])('%s', async (_, text, flags, expected) => {
    expect(await enabled(text, flags)).toBe(expected);
  });

  it.each<[ConfigFlags, string]>([
    [{ disable: ['cpuu'] }, 'There is no plugin "cpuu"; did you mean "cpu"?'],
    [{ enable: ['frobnicate'] }, 'There is no plugin "frobnicate"; gander --modules-list names them.'],
    [{ disable: ['all'] }, '--disable-plugin all needs --enable-plugin with the plugins to keep.'],
  ])('refuses %j', async (flags, message) => {
    await expect(load('', flags)).rejects.toThrow(new UsageError(message));
  });

  it('warns of plugins that this version lacks', async () => {
    const { warnings, settings } = await load('', { enable: ['gpu'], disable: ['docker'] });
    expect(warnings).toEqual([
      '--disable-plugin docker does nothing: this version has no such plugin.',
      '--enable-plugin gpu does nothing: this version has no such plugin.',
    ]);
    expect(settings.enabled.has('gpu')).toBe(false);
  });
});

describe('commands between back-ticks', () => {
  it('are literal text unless switched on', async () => {
    const { sections, warnings } = await load('[outputs]\njwt_secret_key=`echo x`');
    expect(sections.outputs.jwt_secret_key).toBe('`echo x`');
    expect(warnings).toEqual([
      'g.conf:2: [outputs] jwt_secret_key holds a command between back-ticks, taken literally; --enable-config-exec runs it.',
    ]);
  });

  it('are named when the text does not fit', async () => {
    await expect(load('[cpu]\nuser_careful=`echo 42`')).rejects.toThrow(
      'g.conf:2: [cpu] user_careful = `********`: expected a number; its command runs only with --enable-config-exec.',
    );
  });

  it('have five seconds', async () => {
    const slow: RunProgram = ([name], { timeoutMs }) =>
      Promise.resolve({
        code: null,
        stdout: '',
        stderr: '',
        failure: `${name} did not end within ${timeoutMs} ms`,
      });
    await expect(load('[cpu]\nuser_careful=`sleep 9`', {}, { run: slow })).rejects.toThrow(
      'g.conf:2: [cpu] user_careful: the command "sleep" failed: sleep did not end within 5000 ms.',
    );
  });

  it('are replaced by what they print, before values are typed', async () => {
    const text =
      '[cpu]\nuser_careful=`echo 42`\n[outputs]\nurl_prefix=/`echo a`/`printf b\\n\\n`/\n[passwords]\na=`id`';
    const { settings, sections, raw, warnings, notices } = await load(text, {}, { run });
    expect(settings.section('cpu')).toEqual({ user_careful: '42' });
    expect(sections.outputs.url_prefix).toBe('/a/b');
    expect(settings.section('passwords')).toEqual({ a: '`id`' });
    expect(raw['cpu']).toEqual({ user_careful: '`echo 42`' });
    expect(warnings).toEqual([]);
    expect(notices).toEqual([
      'g.conf:2: [cpu] user_careful was set by a command.',
      'g.conf:4: [outputs] url_prefix was set by a command.',
    ]);
  });

  it('never meet a shell', async () => {
    const { sections } = await load('[outputs]\nmcp_path=`echo $HOME; id | cat > /tmp/x`', {}, { run });
    expect(sections.outputs.mcp_path).toBe('$HOME; id | cat > /tmp/x');
  });

  it('end the start when they fail', async () => {
    const text = '[cpu]\nuser_careful=`false`\n[outputs]\njwt_secret_key=`no-such-program a b`\nmcp_path=` `';
    await expect(load(text, {}, { run })).rejects.toThrow(
      new ConfigError([
        'g.conf:2: [cpu] user_careful: the command "false" failed with exit code 1.',
        'g.conf:4: [outputs] jwt_secret_key: the command "no-such-program" failed: no-such-program is not installed.',
        'g.conf:5: [outputs] mcp_path: there is no command between the back-ticks.',
      ]),
    );
  });
});
