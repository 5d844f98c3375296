/**
 * An agent in a container of its own (process, mount, network and name namespaces, its own /proc) sees the host whose root is
 * mounted somewhere below its own, and without that it does not.
 */
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { firstOf } from '../support/full-run.ts';
import { runLive } from '../support/live-agent.ts';
import { act, lacking, output, scratchFolder } from '../support/live-tools.ts';

const NAMESPACES = ['--pid', '--fork', '--kill-child', '--mount', '--net', '--uts'];

const missing =
  lacking('an agent in namespaces of its own', { root: true, programs: ['unshare', 'ip'] }) ??
  lackingNamespaces();

function lackingNamespaces(): string | null {
  try {
    output('unshare', ...NAMESPACES, 'true');
    return null;
  } catch {
    console.warn('skipped: an agent in namespaces of its own (making them is not permitted here)');
    return 'permission';
  }
}

const PATIENCE = { timeout: 60_000, interval: 100 };

const folder = scratchFolder();
const root = join(folder.path, 'host');
mkdirSync(root);
// Never recursive: after a failure, the host's root may still be mounted there.
afterAll(() => {
  rmdirSync(root);
  rmdirSync(folder.path);
});

/** $1: mount point of the host's root; the rest is the command. Its mounts end with the namespace. */
const CONTAINER = `
mount --rbind / "$1" && shift
mount -t proc proc /proc
mount -t sysfs sysfs /sys
hostname container
exec "$@"
`;
const wrapper = ['unshare', ...NAMESPACES, 'sh', '-ec', CONTAINER, 'sh', root];

interface Seen {
  processlist: { pid: number; name: string; cmdline: string[]; username: string }[];
  network: { interface_name: string; bytes_recv_gauge: number }[];
  fs: { mnt_point: string; size: number; device_name: string }[];
  system: { hostname: string; linux_distro: string };
  ip: { address: string | null; mask_cidr: number; gateway: string | null };
  uptime: string;
}

/** The output of one cycle in the container. */
async function look(argv: string[], env: Record<string, string> = {}): Promise<Seen> {
  const list = 'processlist,network,fs,system,ip,uptime';
  const { code, stdout, stderr } = await runLive(['--stdout-json', list, '--stop-after', '1', ...argv], {
    wrapper,
    env,
  });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Seen;
}

const namesOfInterfaces = (): string[] => shownInterfaces().map(({ ifname }) => ifname);

const marker = (): number => act('sleep', '86420').pid;

interface Link {
  ifname: string;
  operstate: string;
  addr_info: { family: string; local: string; prefixlen: number }[];
}

/** Interfaces of the host that are up, have an address and are not hidden by default. */
const shownInterfaces = (): Link[] =>
  (JSON.parse(output('ip', '-j', 'addr')) as Link[]).filter(
    ({ ifname, operstate, addr_info: addresses }) =>
      addresses.length > 0 && operstate === 'UP' && !/^(lo|docker.*)$/.test(ifname),
  );

describe.skipIf(missing !== null)('an agent in a container', () => {
  const places = { HOST_PROC: join(root, 'proc'), HOST_SYS: join(root, 'sys'), HOST_ETC: join(root, 'etc') };

  it.each<[string, string[], Record<string, string>]>(
    firstOf('other names of --rootfs', 1, [
      ['--rootfs', ['--rootfs', root], {}],
      ['GANDER_ROOTFS', [], { GANDER_ROOTFS: root }],
      ['HOST_ROOT', [], { HOST_ROOT: root }],
      ['HOST_PROC, HOST_SYS and HOST_ETC', [], places],
    ]),
  )('sees its host with %s', async (_, argv, env) => {
    const pid = marker();
    // Other suites' interfaces change: those present before and after must be shown.
    await vi.waitFor(async () => {
      const before = namesOfInterfaces();
      const seen = await look(argv, env);
      expect(seen.processlist.find((process) => process.pid === pid)).toMatchObject({
        name: 'sleep',
        cmdline: ['sleep', '86420'],
        username: 'root',
      });
      const after = namesOfInterfaces();
      const shown = seen.network.map((item) => item.interface_name);
      expect(shown).toEqual(expect.arrayContaining(before.filter((name) => after.includes(name))));
      const all = (JSON.parse(output('ip', '-j', 'link')) as Link[]).map(({ ifname }) => ifname);
      expect(shown.filter((name) => ![...before, ...all].includes(name))).toEqual([]);
      expect(seen.system.hostname).toBe(hostName());
      expect(seen.ip).toMatchObject(hostAddress());
      expect(seen.uptime).toMatch(/^(\d+ days?, )?\d+:\d\d:\d\d$/);
      // File systems have their names on the host.
      if (argv.length === 0) return;
      const [size] = output('df', '-B1', '--output=size', '/').trim().split('\n').slice(-1);
      if (isOnDevice('/'))
        expect(seen.fs.find(({ mnt_point: point }) => point === '/')?.size).toBe(Number(size));
      expect(seen.fs.filter(({ mnt_point: point }) => point.startsWith(root))).toEqual([]);
    }, PATIENCE);
  });

  it('without all that sees itself only', async () => {
    const pid = marker();
    const seen = await look([]);
    expect(seen.processlist.map(({ cmdline }) => cmdline.join(' ')).join('\n')).not.toContain('86420');
    expect(seen.processlist.find((process) => process.pid === pid)?.cmdline).not.toEqual(['sleep', '86420']);
    expect(seen.processlist.length).toBeLessThan(5);
    expect(seen.network).toEqual([]);
    expect(seen.system.hostname).toBe('container');
  });
});

/** The file, since a container shares the host's kernel; see src/measure/plugins/system. */
function hostName(): string {
  try {
    return readFileSync('/etc/hostname', 'utf8').trim();
  } catch {
    return output('uname', '-n').trim();
  }
}

function hostAddress(): { address?: string; mask_cidr?: number; gateway: string | null } {
  const [route] = JSON.parse(output('ip', '-4', '-j', 'route', 'show', 'default')) as {
    dev: string;
    gateway?: string;
  }[];
  if (route === undefined) return { gateway: null };
  const link = shownInterfaces().find(({ ifname }) => ifname === route.dev);
  const own = link?.addr_info.find(({ family }) => family === 'inet');
  return {
    gateway: route.gateway ?? null,
    ...(own && { address: own.local, mask_cidr: own.prefixlen }),
  };
}

/** A root on an overlay, as that of a container, is not shown: its type is `nodev`. */
function isOnDevice(point: string): boolean {
  const type = output('df', '--output=fstype', point).trim().split('\n').at(-1) ?? '';
  return readFileSync('/proc/filesystems', 'utf8').split('\n').includes(`\t${type}`);
}
