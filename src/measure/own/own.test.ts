import { plain, type Reason } from '../../core/said.ts';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { load } from '../../../test/support/load-settings.ts';
import { createRecordedHost, type RecordedHostOverrides } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { ConfigError } from '../../core/errors.ts';
import { registryIn } from '../../run/config/load.ts';
import type { ListPlugin } from '../../core/plugin.ts';
import { isStale } from '../../core/stale.ts';
import { createJudge } from '../levels/judge.ts';
import type { OwnItem } from './declaration.ts';
import { trustedProgram, type Look } from './trusted-program.ts';

/** A reader of the source that a section configures, and the notices it gives. */
async function open(section: string, overrides: RecordedHostOverrides = {}, disableExec = false) {
  const { registry, settings } = await load(section, { disableExec });
  const plugin = registry.find(({ metrics }) => metrics === 'by item') as ListPlugin;
  const host = createRecordedHost(new Map(), overrides);
  const notices = new Map<string, string>();
  const reader = plugin.create({
    host,
    options: settings.optionsOf(plugin.name) as never,
    notice: (topic: string, reason: Reason | null) =>
      void (reason === null ? notices.delete(topic) : notices.set(topic, plain(reason))),
  } as never);
  return {
    plugin,
    notices,
    read: async () => (await reader.read()) as unknown as OwnItem[],
    pass: (seconds: number) => host.clock.advance(seconds * 1000),
  };
}

const problemsOf = (text: string): Promise<unknown> =>
  load(text).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.problems : error),
  );

describe('[metric_NAME]', () => {
  it('makes a plugin that is read once per period', async () => {
    const { registry, settings } = await load('[metric_ups]\nfile=/a/*.prom\nevery=20\ntimeout=3');
    const plugin = registry.find(({ name }) => name === 'ups')!;
    expect([settings.enabled.has('ups'), settings.refreshOf(plugin), plugin.deadline]).toEqual([true, 20, 8]);
  });

  it.each([
    ['[metric_cpu]\nfile=/x', 'cannot be named cpu, which is a name of Gander'],
    ['[metric_gpu]\nfile=/x', 'cannot be named gpu'],
    ['[metric_all]\nfile=/x', 'cannot be named all'],
    ['[metric_alerts]\nfile=/x', 'cannot be named alerts'],
    ['[metric_gander]\nfile=/x', 'cannot be named gander'],
    ['[metric_process_x]\nfile=/x', 'cannot be named process_x'],
    ['[metric_A b]\nfile=/x', 'needs another name'],
    ['[metric_x]\nevery=5', 'Set one of file, command, url, push, module'],
    ['[metric_x]\nfile=/x\nurl=http://a/', 'has file and url'],
    ['[metric_x]\nfile=x', 'expected an absolute path'],
    ['[metric_x]\ncommand=check_load -w 5', 'expected an absolute path'],
    ['[metric_x]\ncommand=/x "', 'is not closed'],
    ['[metric_x]\nurl=http://a/\ndaemon=True', 'has daemon=True, which needs command'],
    ['[metric_x]\ncommand=/x\ndaemon=yes\nformat=nagios', 'another format than nagios'],
    ['[metric_x]\nurl=file:///etc/passwd', 'expected a URL'],
    ['[metric_x]\nfile=/x\nformat=xml', 'expected one of prometheus, nagios, json, influx'],
  ])('refuses %j', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });
});

it('is known to the rules of the page before the configuration is loaded', async () => {
  const namesIn = async (text: string): Promise<string[]> => {
    const files = { read: () => new TextEncoder().encode(text) };
    const all = await registryIn({ registry: [], file: { path: 'g.conf', borrowed: false }, files });
    return all.map(({ name }) => name);
  };
  expect(await namesIn('[metric_ups]\nfile=/x\n[metric_cpu]\nfile=/x')).toEqual(['ups']);
  expect(await namesIn('no section')).toEqual([]);
});

it('reads the folder of the package without a section, unless one has its name', async () => {
  const namesIn = async (text: string, folders: readonly string[]): Promise<string[]> => {
    const files = {
      read: () => new TextEncoder().encode(text),
      isFolder: (path: string) => folders.includes(path),
    };
    const all = await registryIn({ registry: [], file: { path: 'g.conf', borrowed: false }, files });
    return all.map(({ name, description }) => `${name}: ${description}`);
  };
  const folder = ['/var/lib/gander/textfile'];
  expect(await namesIn('', folder)).toEqual(['textfile: Numbers of users: [metric_textfile], by its file.']);
  expect(await namesIn('[metric_textfile]\nurl=http://a/', folder)).toEqual([
    'textfile: Numbers of users: [metric_textfile], by its url.',
  ]);
  expect(await namesIn('', [])).toEqual([]);
});

describe('files', () => {
  const tree = () =>
    temporaryTree({
      'b.prom': '# GANDER warning=10 critical=20\nage_seconds{host="a"} 15\nage_seconds{host="b"} 5\nbad\n',
      'a.prom': 'left{x="1"} 1\nage_seconds{host="a"} 99\n',
      'c.txt': 'other 1\n',
      '.new.prom': 'half 1\n',
    });

  it('are read by a pattern; duplicates and bad lines lose only themselves', async () => {
    const { read, notices, plugin } = await open(`[metric_own]\nfile=${tree()}/*.prom`);
    const items = await read();
    expect(items.map(({ name, value, unit }) => [name, value, unit])).toEqual([
      ['left 1', 1, ''],
      ['age_seconds a', 99, 'second'],
      ['age_seconds b', 5, 'second'],
    ]);
    expect(notices.get('refused')).toMatch(
      /^refused: b.prom, line 4: .*; age_seconds a: it has a second value/,
    );
    const levels = createJudge(plugin, {})(items).map(({ identity, level, unit }) => [identity, level, unit]);
    expect(levels).toContainEqual(['age_seconds b', 'OK', 'second']);
  });

  it('are no links, pipes or folders: who may write there would choose what is read', async () => {
    const folder = tree();
    symlinkSync('/etc/passwd', join(folder, 'l.prom'));
    mkdirSync(join(folder, 'f.prom'));
    execFileSync('mkfifo', [join(folder, 'p.prom')]);
    writeFileSync(join(folder, 'z.prom'), Buffer.alloc(300_000, 'a 1\n'));
    const { read, notices } = await open(`[metric_own]\nfile=${folder}/?*.prom`.replace('?', ''));
    expect(await read()).toHaveLength(3);
    const refused = notices.get('refused') ?? '';
    expect(refused).toContain(`${folder}/f.prom: it is a directory`);
    expect(refused).toContain(`${folder}/l.prom: `);
    expect(refused).not.toContain('root');
    expect(refused).toMatch(/\d more$/);
  });

  it('are missing: the reason names the folder', async () => {
    const { read } = await open('[metric_own]\nfile=/no/such/*.prom');
    await expect(read()).rejects.toThrow(/no.such/);
  });
});

describe('commands', () => {
  const run = vi.fn<RecordedHostOverrides['run'] & {}>();
  const outcome = (stdout: string, code: number | null = 0, failure: string | null = null) => ({
    code,
    stdout,
    stderr: '',
    failure,
  });

  it('run with their arguments, and their counters become rates', async () => {
    run.mockResolvedValueOnce(outcome('n_total 100\n')).mockResolvedValueOnce(outcome('n_total 160\n'));
    const { read, pass } = await open('[metric_own]\ncommand=/bin/true -w "a b"\ntimeout=2', { run });
    expect((await read())[0]).toMatchObject({ value: null, total: 100, unit: 'numberpersecond' });
    const [argv, limits] = run.mock.lastCall!;
    expect(argv.slice(1)).toEqual(['-w', 'a b']);
    expect(limits).toEqual({ timeoutMs: 2000, maxBytes: 262_144, isNice: true, endsGroup: true });
    await pass(30);
    expect((await read())[0]).toMatchObject({ value: 2, total: 160 });
    run.mockResolvedValueOnce(outcome('n_total 15\n'));
    await pass(30);
    // It has begun again from 0.
    expect((await read())[0]).toMatchObject({ value: 0.5, total: 15 });
  });

  it('that fail keep their values for three periods, then are gone with the reason', async () => {
    run
      .mockResolvedValueOnce(outcome('n 1\n'))
      .mockResolvedValue(outcome('', null, 'x did not end within 10 ms'));
    const { read, pass, notices, plugin } = await open(
      '[metric_own]\ncommand=/bin/true\nevery=10\nwarning=1',
      {
        run,
      },
    );
    const levelOf = (items: OwnItem[]): unknown => createJudge(plugin, {})(items)[0]?.level;
    expect(levelOf(await read())).toBe('WARNING');
    await pass(29);
    const kept = await read();
    expect([kept[0]?.value, isStale(kept[0]!), levelOf(kept)]).toEqual([1, true, 'ERROR']);
    expect(notices.get('source')).toBe('x did not end within 10 ms');
    await pass(2);
    expect(await read()).toEqual([]);
    await expect(read()).rejects.toThrow('x did not end within 10 ms');
    run.mockResolvedValueOnce(outcome('n 2\n'));
    expect(await read()).toHaveLength(1);
    expect(notices.size).toBe(0);
  });

  it('do not run with --disable-config-exec, with exit codes but of Nagios, or as others can change them', async () => {
    run.mockReset().mockResolvedValue(outcome('USERS CRITICAL | users=9\n', 2));
    const off = await open('[metric_own]\ncommand=/bin/true', { run }, true);
    await expect(off.read()).rejects.toThrow('/bin/true is not run because of --disable-config-exec');
    const folder = temporaryTree({ check: '#!/bin/true\n' });
    chmodSync(join(folder, 'check'), 0o777);
    const loose = await open(`[metric_own]\ncommand=${folder}/check`, { run });
    await expect(loose.read()).rejects.toThrow(/is not run: others may write to/);
    expect(run).not.toHaveBeenCalled();
    const plain = await open('[metric_own]\ncommand=/bin/true', { run });
    await expect(plain.read()).rejects.toThrow('/bin/true ended with exit code 2');
    run.mockResolvedValueOnce({ ...outcome('', 1), stderr: 'Traceback:\nno module \u001bapt\n' });
    await expect(plain.read()).rejects.toThrow('/bin/true ended with exit code 1: no module  apt');
    const nagios = await open('[metric_own]\ncommand=/bin/true\nformat=nagios', { run });
    const items = await nagios.read();
    expect(items).toMatchObject([
      { name: 'status', metric: 'own_status', state: 'CRITICAL', message: 'USERS CRITICAL', value: 2 },
      { name: 'users', metric: 'own_users', value: 9 },
    ]);
    expect(createJudge(nagios.plugin, {})(items)[0]).toMatchObject({ level: 'CRITICAL', log: true });
  });
});

it('asks a program that stays, and starts it again later and later after failures', async () => {
  const ask = vi.fn<() => Promise<string>>();
  const startDaemon = vi.fn<RecordedHostOverrides['startDaemon'] & {}>(() => ({ ask }));
  const section = '[metric_own]\ncommand=/bin/true -a\ndaemon=True\nevery=1000';
  const { read, pass, notices } = await open(section, { startDaemon });
  ask.mockResolvedValueOnce('n 1\n\n').mockRejectedValue(new Error('true ended with exit code 1'));
  expect(await read()).toMatchObject([{ name: 'n', value: 1 }]);
  expect(startDaemon.mock.lastCall).toEqual([
    [expect.stringMatching(/^\/.*true$/), '-a'],
    { timeoutMs: 10_000, maxBytes: 262_144 },
  ]);
  const seen: [starts: number, reason: string | undefined][] = [];
  for (const seconds of [0, 9, 1, 19, 1, 1]) {
    await pass(seconds);
    await read();
    seen.push([startDaemon.mock.calls.length, notices.get('source')?.replace(/.*; /, '')]);
  }
  expect(seen).toEqual([
    [1, 'its next start is in 10 s'],
    [1, 'its next start is in 1 s'],
    [2, 'its next start is in 20 s'],
    [2, 'its next start is in 1 s'],
    [3, 'its next start is in 40 s'],
    [3, 'its next start is in 39 s'],
  ]);
  ask.mockResolvedValue('n 2\n\n');
  await pass(39);
  expect(await read()).toMatchObject([{ value: 2 }]);
  expect(notices.size).toBe(0);
});

it('reads an address, only what is wanted, with thresholds of the section', async () => {
  const fetchText = async () => 'free_percent 15\nother 1\n';
  const section =
    '[metric_own]\nurl=http://127.0.0.1:1/metrics\nonly=free.*\nbelow=True\nwarning=20\ncritical=10\nfor=90';
  const { read, plugin } = await open(section, { fetchText });
  const items = await read();
  expect(items).toMatchObject([{ name: 'free_percent', unit: 'percent', below: true }]);
  const [verdict] = createJudge(plugin, {})(items);
  expect(verdict).toMatchObject({
    level: 'WARNING',
    unit: 'percent',
    log: true,
    delays: { warningFor: 90 },
  });
  // The configuration of the plugin wins.
  expect(createJudge(plugin, { own_critical: 16 })(items)[0]?.level).toBe('CRITICAL');
  expect(createJudge(plugin, { own_warning: 12 })(items)[0]?.thresholds).toMatchObject({
    warning: 12,
    critical: 10,
  });
});

it('keeps 500 series of a source, and says so', async () => {
  const fetchText = async () => Array.from({ length: 700 }, (_, at) => `n{i="${at}"} 1`).join('\n');
  const { read, notices } = await open('[metric_own]\nurl=http://127.0.0.1:1/', { fetchText });
  expect(await read()).toHaveLength(500);
  expect(notices.get('beyond')).toContain('200 series are left out');
});

describe('trustedProgram', () => {
  type Found = Awaited<ReturnType<Look['lstat']>>;
  const found = (kind: 'file' | 'folder' | 'link', mode: number, uid = 0): Found => ({
    uid,
    mode,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
  });
  const look = (more: Record<string, Found>): Look => {
    const tree: Record<string, Found> = {
      '/': found('folder', 0o755),
      '/o': found('folder', 0o755),
      ...more,
    };
    return { lstat: async (path) => tree[path] ?? expect.fail(path), readLink: async () => '/t/p' };
  };
  const program = { '/o/p': found('file', 0o755) };

  it('follows links to a program that only root and the agent can change', async () => {
    expect(await trustedProgram('/o/p', look(program), 7)).toBe('/o/p');
    expect(await trustedProgram('/o/p', look({ '/o/p': found('file', 0o700, 7) }), 7)).toBe('/o/p');
    const linked = {
      '/o/p': found('link', 0o777),
      '/t': found('folder', 0o755),
      '/t/p': found('file', 0o755),
    };
    expect(await trustedProgram('/o/p', look(linked), 7)).toBe('/t/p');
  });

  it.each([
    [{ '/o/p': found('file', 0o775) }, 'others may write to /o/p. Run chmod go-w /o/p'],
    [{ '/o/p': found('file', 0o755, 8) }, '/o/p belongs to user 8. Run chown root /o/p'],
    [{ ...program, '/o': found('folder', 0o1777) }, 'others may write to /o.'],
    [{ ...program, '/': found('folder', 0o757) }, 'others may write to /.'],
    [{ '/o/p': found('file', 0o644) }, 'it is no program'],
    [{ '/o/p': found('folder', 0o755) }, 'it is no file'],
    [{ '/o/p': found('link', 0o777), '/t': found('folder', 0o777) }, 'others may write to /t.'],
    [
      { '/o/p': found('link', 0o777), '/t': found('folder', 0o755), '/t/p': found('link', 0o777) },
      'a loop of',
    ],
  ])('refuses %o: %s', async (tree, reason) => {
    await expect(trustedProgram('/o/p', look(tree), 7)).rejects.toThrow(reason);
  });
});
