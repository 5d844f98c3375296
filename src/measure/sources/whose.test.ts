import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plugins } from '../plugins/index.ts';
import { parseTestCase } from '../../../test/support/test-case.ts';
import { stepPlugin } from '../../../test/support/step-plugin.ts';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { createWhose } from './whose.ts';

const LXCFS = 'lxcfs /proc/meminfo fuse.lxcfs rw,nosuid 0 0\n';
const FOLDER = 'run/secrets/kubernetes.io/serviceaccount/token';

it.each([
  ['nothing known', {}, 'host'],
  ['a core with the flag hypervisor', { 'proc/cpuinfo': 'flags\t\t: fpu hypervisor lahf_lm\n' }, 'vm'],
  ['a maker of virtual boards', { 'sys/class/dmi/id/sys_vendor': 'QEMU\n' }, 'vm'],
  ['a maker of boards', { 'sys/class/dmi/id/sys_vendor': 'ASUS\n', 'proc/cpuinfo': 'flags : fpu\n' }, 'host'],
  ['a mount of lxcfs', { 'proc/self/mounts': LXCFS }, 'lxc'],
  ['the environment of process 1', { 'proc/1/environ': 'TERM=linux\0container=lxc\0' }, 'lxc'],
  ['what systemd keeps of it', { 'run/systemd/container': 'lxc-libvirt\n' }, 'lxc'],
  ['a file of Docker', { '.dockerenv': '' }, 'docker'],
  ['a file of Docker, beside lxcfs', { '.dockerenv': '', 'proc/self/mounts': LXCFS }, 'docker'],
  ['a file of Podman', { 'run/.containerenv': 'engine="podman-5.0"\n' }, 'podman'],
  ['a service account', { [FOLDER]: 'x' }, 'kubernetes'],
  ['a group of kubepods', { 'proc/1/cgroup': '0::/kubepods/burstable/pod1\n' }, 'kubernetes'],
  ['a group of Docker', { 'proc/1/cgroup': '4:memory:/docker/0123\n' }, 'docker'],
  ['another manager', { 'proc/1/environ': 'container=systemd-nspawn\0' }, 'container'],
  ['a file given by an engine', { 'proc/self/mounts': '/dev/sda1 /etc/hosts ext4 rw 0 0\n' }, 'container'],
  ['a kernel of WSL', { 'proc/sys/kernel/osrelease': '5.15.90.1-microsoft-standard-WSL2\n' }, 'wsl'],
  [
    'the kernel that gVisor states',
    { 'proc/version': 'Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016\n' },
    'gvisor',
  ],
])('decides by %s', (_, files, kind) => {
  expect(createWhose(createRecordedHost(new Map(Object.entries(files))))().kind).toBe(kind);
});

it('says which files are the own ones of a guest', () => {
  const of = (files: Record<string, string>) =>
    createWhose(createRecordedHost(new Map(Object.entries(files))))();
  const { isOwn, isGuest, isContainer } = of({ 'proc/self/mounts': LXCFS });
  expect([isOwn('/proc/meminfo'), isOwn('/proc/uptime'), isGuest, isContainer]).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(of({ '.dockerenv': '', 'proc/self/mounts': LXCFS })).toMatchObject({ isGuest: false });
  expect(of({ '.dockerenv': '' }).isOwn('/proc/meminfo')).toBe(false);
  expect(of({ 'run/systemd/container': 'lxc\n' }).isOwn('/proc/uptime')).toBe(true);
});

it.each([
  ['cpu', 'context switches and interrupts are'],
  ['memswap', 'sin and sout are'],
  ['diskio', 'these values are'],
  ['diskload', 'these values are'],
  ['irq', 'these values are'],
])('what %s shows of the host of a guest, it says', async (name, words) => {
  const files = {
    'proc/meminfo': 'MemTotal: 1 kB\nMemFree: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n',
    'proc/stat': 'cpu  1 0 1 9 0 0 0 0 0 0\ncpu0 1 0 1 9 0 0 0 0 0 0\nctxt 1\nbtime 1\n',
    'proc/vmstat': 'pswpin 1\npswpout 1\n',
    'proc/diskstats': '8 0 sda 1 0 8 2 5 0 4 1 0 2 3\n',
    'proc/interrupts': '     CPU0\n 0:  1  IO-APIC  timer\n',
    'sys/block/sda/size': '1',
  };
  const plugin = plugins.find((one) => one.name === name);
  if (plugin === undefined) expect.unreachable();
  const reasonOf = async (mounts: Record<string, string>): Promise<string> => {
    const steps = [new Map(Object.entries({ ...files, ...mounts }))];
    const [step] = await stepPlugin(plugin, { steps, sections: {} });
    expect(step?.health).toBe('ok');
    return step?.reason ?? '';
  };
  const text = `${words} those of the host of this LXC guest`;
  expect(await reasonOf({ 'proc/self/mounts': LXCFS })).toContain(text);
  expect(await reasonOf({})).not.toContain('LXC');
});

it.each([
  ['core', 'threads', 'these values are'],
  ['gpu', 'amd-cards', 'these values are'],
  ['npu', 'amd', 'these values are'],
  ['smart', 'ata-and-nvme', 'these disks are'],
])('what %s shows of the hardware of the host of a guest, it says', async (name, file, words) => {
  const plugin = plugins.find((one) => one.name === name);
  if (plugin === undefined) expect.unreachable();
  const path = join(import.meta.dirname, '../plugins', name, 'testcases', `${file}.txtar`);
  const { steps, sections } = parseTestCase(readFileSync(path), file);
  const reasonOf = async (mounts: Record<string, string>): Promise<string> => {
    const tree = new Map([...(steps[0] ?? []), ...Object.entries(mounts)]);
    const [step] = await stepPlugin(plugin, { steps: [tree], sections });
    expect(step?.health).toBe('ok');
    return step?.reason ?? '';
  };
  expect(await reasonOf({ 'proc/self/mounts': LXCFS })).toContain(
    `${words} those of the host of this LXC guest`,
  );
  expect(await reasonOf({})).not.toContain('LXC');
  if (name !== 'core') return;
  const own = 'lxcfs /proc/stat fuse.lxcfs rw 0 0\n';
  expect(await reasonOf({ 'proc/self/mounts': own })).toBe(
    'physical cores are those of the host of this LXC guest',
  );
});
