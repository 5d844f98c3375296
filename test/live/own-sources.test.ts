/** Sources of users: programs of Debian, an installed plugin, and programs that do harm. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runAgent } from '../support/built-agent.ts';
import { freePort } from '../support/free-port.ts';
import { hasProgram, startServer } from '../support/real-server.ts';
import { isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const NAGIOS = '/usr/lib/nagios/plugins';
const COLLECTORS = '/usr/share/prometheus-node-exporter-collectors';
const EXPORTER = '/usr/bin/prometheus-node-exporter';

function read(section: string) {
  const folder = temporaryTree({ 'gander.conf': `[metric_own]\n${section}\n` });
  return runAgent('metric', 'test', 'own', '-C', join(folder, 'gander.conf'));
}

it.runIf(hasProgram(`${NAGIOS}/check_load`))('reads plugins of Nagios', async () => {
  const [load, procs, disk, users] = await Promise.all([
    read(`format=nagios\ncommand=${NAGIOS}/check_load -w 0,0,0 -c 9999,9999,9999`),
    read(`format=nagios\ncommand=${NAGIOS}/check_procs -c 1:`),
    read(`format=nagios\ncommand=${NAGIOS}/check_disk -w 1 -c 1 -p /`),
    read(`format=nagios\ncommand=${NAGIOS}/check_users --no-such-option`),
  ]);
  expect([load, procs, disk].map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  expect(load.stdout).toMatch(/^status +[01] +(OK|WARNING)$/m);
  expect(load.stdout).toMatch(/^load1 +[\d.]+/m);
  expect(procs.stdout).toMatch(/^procs +\d+/m);
  expect(disk.stdout).toMatch(/^perf \/ +\d+ +bytes/m);
  expect(users.stdout).toMatch(/^status +3 +WARNING$/m);
});

it.runIf(hasProgram(EXPORTER))('reads an exporter of Prometheus', async () => {
  const port = await freePort();
  const listen = `--web.listen-address=127.0.0.1:${port}`;
  await startServer(EXPORTER, [listen, '--collector.disable-defaults', '--collector.loadavg'], { port });
  const { code, stdout } = await read(`url=http://127.0.0.1:${port}/metrics\nonly=node_load.*,go_goroutines`);
  expect(code).toBe(0);
  for (const name of ['node_load1', 'node_load5', 'node_load15', 'go_goroutines'])
    expect(stdout).toMatch(new RegExp(`^${name} +[\\d.]+`, 'm'));
  expect(stdout).toContain('4 of at most 500 series');
  expect(stdout).not.toContain('Refused');
});

it.runIf(existsSync(COLLECTORS))("reads the text files of Debian's collectors", async () => {
  const run = (script: string, ...argv: string[]) =>
    execFileSync(join(COLLECTORS, script), argv, { encoding: 'utf8' });
  const folder = temporaryTree({
    'sizes.prom': run('directory-size.sh', COLLECTORS, '/etc/apt'),
    // Has metrics without a sample where the file system table is empty.
    'fstab.prom': run('fstab-check.sh'),
  });
  const { code, stdout, stderr } = await read(`file=${folder}/*.prom`);
  expect([code, stderr]).toEqual([0, '']);
  for (const path of [COLLECTORS, '/etc/apt'])
    expect(stdout).toMatch(new RegExp(`node_directory_size_bytes.*${path} +\\d+ +bytes`));
  expect(stdout).not.toContain('Refused');
});

/** Folders of a backup tool: `src` with a file, `full` with a backup of it, `empty` without one. */
function repositories(tool: 'restic' | 'borg') {
  const folder = temporaryTree({ 'src/file': 'kept', password: 'secret' });
  const run = (...argv: string[]) =>
    execFileSync(tool, argv, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: 'pipe' });
  const restic = (name: string, ...rest: string[]) => run('-r', name, '--password-file', 'password', ...rest);
  for (const name of ['full', 'empty'])
    if (tool === 'restic') restic(name, 'init');
    else run('init', '-e', 'none', name);
  if (tool === 'restic') restic('full', 'backup', 'src');
  else run('create', 'full::one', 'src');
  return folder;
}

describe.each([
  ['restic', ['password']],
  ['borg', []],
] as const)('the source of %s', (tool, rest) => {
  it.runIf(hasProgram(`/usr/bin/${tool}`) && isInThisRun('real backup repositories'))(
    'reads real repositories',
    async () => {
      const folder = repositories(tool);
      const script = join(import.meta.dirname, `../../examples/sources/${tool}.sh`);
      const ask = (name: string) => {
        const command = [script, join(folder, name), ...rest.map((one) => join(folder, one))].join(' ');
        const environment = `HOME=${folder} BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK=yes`;
        return read(`timeout=60\ncommand=/usr/bin/env ${environment} ${command}`);
      };
      const [full, empty] = [await ask('full'), await ask('empty')];
      expect([full.code, full.stderr]).toEqual([0, '']);
      const age = Number(/backup_age_seconds.* (\d+) +/.exec(full.stdout)?.[1]);
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(600);
      expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('/empty has no ')]);
    },
  );
});

describe('programs that do harm lose only their own numbers', () => {
  it.each([
    ['hang', 'sleep 300', 'did not end within 1000 ms'],
    ['write without end', 'exec yes', 'wrote more than 262144 bytes'],
    ['write one long line', 'exec tr "\\0" a < /dev/zero', 'wrote more than 262144 bytes'],
    ['are killed', 'kill -9 $$', 'was killed by SIGKILL'],
    ['fail', 'echo gone >&2; exit 7', 'ended with exit code 7: gone'],
  ])('%s', async (_, script, reason) => {
    const { code, stderr } = await read(`timeout=1\ncommand=/bin/sh -c '${script}'`);
    expect(code).toBe(1);
    expect(stderr).toContain('[metric_own] cannot be read: ');
    expect(stderr).toContain(reason);
  });

  it('bytes that are no text are refused line by line', async () => {
    const { code, stdout } = await read(
      "command=/bin/sh -c 'echo n 1; head -c 2000 /bin/true; echo; echo m 2'",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^n +1/m);
    expect(stdout).toMatch(/^m +2/m);
    expect(stdout).toContain('Refused: line 2: ');
  });

  it('that leave others in the background are ended with them', async () => {
    const { stdout } = await read("command=/bin/sh -c 'sleep 300 & echo pid $!'");
    const pid = Number(/^pid +(\d+)/m.exec(stdout)?.[1]);
    expect(pid).toBeGreaterThan(1);
    const stat = `/proc/${pid}/stat`;
    const isRunning = () => existsSync(stat) && !/ [ZX] /.test(readFileSync(stat, 'utf8'));
    await vi.waitFor(() => expect(isRunning()).toBe(false));
  });
});

itInFull('the example plugin, packed and installed elsewhere, passes its test cases', async () => {
  const folder = temporaryTree({ 'package.json': '{"private": true}' });
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const example = join(import.meta.dirname, '../../examples/plugin');
  const packed = npm(example, 'pack', '--pack-destination', folder);
  npm(folder, 'install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', join(folder, packed));
  const { code, stdout } = await runAgent('plugin', 'test', join(folder, 'node_modules/gander-plugin-ups'));
  expect([code, stdout]).toEqual([0, 'ok      mains-away.txtar\n']);
});
