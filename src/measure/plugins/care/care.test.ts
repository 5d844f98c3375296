import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { pluginAgent } from '../../../../test/support/plugin-agent.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { RunOutcome } from '../../../core/host.ts';
import type { Served } from '../../../core/served.ts';
import { newestIn } from '../../host/newest-in.ts';
import care from './care.ts';

const DAY = 86_400;
const outcome = (stdout: string, code = 0): RunOutcome => ({ code, stdout, stderr: '', failure: null });

async function agentWith(
  files: Record<string, string>,
  outputs: readonly RunOutcome[] = [],
  section: Record<string, string> = {},
  newest: (path: string) => Promise<number> = async () => 0,
) {
  const run = vi.fn<(argv: readonly string[]) => Promise<RunOutcome>>();
  for (const one of outputs) run.mockResolvedValueOnce(one);
  const rig = await pluginAgent({
    plugin: care,
    sections: { care: section },
    files,
    host: { isLocal: true, newestIn: newest },
    run,
  });
  return { ...rig, run, value: () => rig.items() as unknown as Served };
}

const APT_LISTS = { 'var/lib/apt/lists/deb.debian.org_dists_bookworm_main_binary-amd64_Packages': '' };
const APT = `NOTE: This is only a simulation!
Inst libc6 [2.36-9] (2.36-10 Debian-Security:12/stable-security [amd64])
Inst tzdata [2024a] (2024b Debian:12.9/stable [all])
Conf libc6 (2.36-10 Debian-Security:12/stable-security [amd64])`;

it('asks apt a quarter of an hour after the start, and once a day, sooner while security updates wait', async () => {
  const { value, run, pass } = await agentWith(APT_LISTS, [outcome(APT), outcome('')]);
  expect(value()).toMatchObject({ manager: 'apt', updates: null, restart_needed: false, backup_age: null });
  await pass(890);
  expect(run).not.toHaveBeenCalled();
  await pass(400);
  expect(value()).toMatchObject({ updates: 2, security_updates: 1, checked: expect.any(Number) as number });
  expect(run.mock.lastCall?.[0]).toEqual([
    '/usr/bin/apt-get',
    '--simulate',
    '-o',
    'Debug::NoLocking=true',
    'dist-upgrade',
  ]);
  await pass(6 * 3600 + 400);
  expect(value()).toMatchObject({ updates: 0, security_updates: 0 });
  await pass(DAY - 1000);
  expect(run).toHaveBeenCalledTimes(2);
});

const DNF_LIST = 'Available Upgrades\nkernel.x86_64   6.2-1  updates\nvim-common.noarch 9-1 updates\n';
const DNF_SECURITY = `FEDORA-2026-1 Important/Sec. kernel-6.2-1.x86_64
FEDORA-2026-2 Moderate/Sec.  kernel-6.2-1.x86_64
`;
const kernels = (running: string, ...installed: string[]) => ({
  'proc/sys/kernel/osrelease': `${running}\n`,
  ...Object.fromEntries(installed.map((name) => [`lib/modules/${name}/modules.dep`, ''])),
});

it.each([
  [
    'dnf',
    { 'var/cache/dnf/updates.solv': '', ...kernels('6.9.1-1.x86_64', '6.9.1-1.x86_64', '6.11.0-1.x86_64') },
    [outcome(DNF_LIST), outcome(DNF_SECURITY)],
    { updates: 2, security_updates: 1, restart_needed: true },
  ],
  [
    'apk',
    { 'var/cache/apk/APKINDEX.1.tar.gz': '', ...kernels('6.6.1-0-lts', '6.6.1-0-lts') },
    [outcome('Installed: Available:\nbusybox-1.36.1-r15 < 1.36.1-r19\n')],
    { updates: 1, security_updates: null, restart_needed: false },
  ],
  [
    'pacman',
    { 'var/lib/pacman/sync/core.db': '', ...kernels('6.6.1-arch1-1', '6.6.2-arch1-1') },
    [outcome('linux 6.6.1-1 -> 6.6.2-1\nhugo 1 -> 2 [ignored]\n')],
    { updates: 1, security_updates: null, restart_needed: true },
  ],
])('asks %s', async (manager, files, outputs, values) => {
  const { value, pass } = await agentWith(files, outputs);
  await pass(1300);
  expect(value()).toMatchObject({ manager, ...values });
});

it('says why a package manager gave no answer', async () => {
  const { value, reason, pass } = await agentWith({ ...APT_LISTS, 'run/reboot-required': '' }, [
    outcome('', 100),
  ]);
  await pass(1300);
  expect(value()).toMatchObject({ updates: null, restart_needed: true });
  expect(reason()).toBe(
    '/usr/bin/apt-get --simulate -o Debug::NoLocking=true dist-upgrade ended with exit code 100',
  );
});

it('knows the newest backup of each folder', async () => {
  const newest = async (path: string): Promise<number> => {
    if (path === '/gone') throw Object.assign(new Error('no'), { code: 'EACCES', path });
    return path === '/old' ? Date.UTC(2020, 0, 1) : 0;
  };
  const { value, reason, run } = await agentWith({}, [], { backups: '/old,/empty,/gone' }, newest);
  expect(value()).toMatchObject({
    manager: null,
    backups: { '/old': Date.UTC(2020, 0, 1) / 1000, '/empty': 0, '/gone': null },
    backup_age: expect.any(Number) as number,
  });
  expect(reason()).toContain('no permission to read /gone');
  expect(run).not.toHaveBeenCalled();
});

it('is not there without lists of packages and backups, or when it is turned off', async () => {
  expect((await agentWith({ 'var/lib/apt/lists/lock': '' })).reason()).toBe(
    'no package manager has lists of packages here, and backups is not set in [care]',
  );
  expect((await agentWith(APT_LISTS, [], { enable: 'False' })).reason()).toBe(
    'enable=False in [care], and backups is not set',
  );
});

it('finds the latest modification of the entries of a folder', async () => {
  const folder = temporaryTree({ a: '', b: '' });
  utimesSync(join(folder, 'a'), 1000, 1000);
  utimesSync(join(folder, 'b'), 5000, 5000);
  expect(await newestIn(folder)).toBe(5_000_000);
  mkdirSync(join(folder, 'empty'));
  expect(await newestIn(join(folder, 'empty'))).toBe(0);
  writeFileSync(join(folder, 'file'), '');
  await expect(newestIn(join(folder, 'file'))).rejects.toThrow('ENOTDIR');
});
