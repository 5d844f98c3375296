/**
 * A real systemd as the first process of namespaces of its own; needs root and cgroup version 2. It starts nothing but the
 * units of the test: those of a boot would empty /tmp and set up devices. Everything of this machine is read-only for it, or
 * a copy: an overlay whose changes are in memory.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pause } from './live-agent.ts';

export const SYSTEMD_PROGRAMS = ['systemctl', 'journalctl', 'unshare', 'nsenter'];

export interface RunningSystemd {
  /** The root of its files, seen from here. */
  readonly root: string;
  /** Output of a program inside, such as systemctl. Throws if it fails. */
  run(...argv: string[]): string;
  /** Properties of a unit. */
  show(unit: string, ...properties: string[]): string[];
  /** Ends it and everything it has started. */
  stop(): Promise<void>;
}

/** The network is that of the tests. */
const UNSHARED = ['--pid', '--mount', '--uts', '--ipc', '--cgroup', '--propagation', 'private', '--fork'];

/** False: namespaces or control groups are unavailable, as in most containers. */
export const canRunSystemd = (): boolean =>
  spawnSync('unshare', [...UNSHARED, 'mount', '-t', 'cgroup2', 'none', '/sys/fs/cgroup'], { stdio: 'ignore' })
    .status === 0;

/**
 * @param units content of unit files and drop-ins, by path below `/etc/systemd/system`; without default dependencies
 * @param isCopy everything may be written to, on a copy, and the network is another
 */
export async function startSystemd(
  folder: string,
  units: Readonly<Record<string, string>>,
  isCopy = false,
): Promise<RunningSystemd> {
  const files = join(folder, 'units');
  for (const [path, text] of Object.entries({ ...OWN_UNITS, ...units })) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), text);
  }
  const script = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o755 });
    return join(folder, name);
  };
  const outer = spawn(
    'unshare',
    [
      '--mount',
      '--propagation',
      'private',
      script('outer', OUTER),
      script('init', INIT),
      files,
      isCopy ? 'copy' : 'read-only',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => outer.once('close', () => resolve()));
  const run = (...argv: string[]): string =>
    execFileSync('nsenter', ['--target', String(initOf(outer)), '--all', ...argv], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const stop = async (): Promise<void> => {
    outer.kill('SIGTERM');
    await ended;
  };
  try {
    await untilDone(() => run('systemctl', 'is-active', 'idle.target'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    root: `/proc/${initOf(outer)}/root`,
    run,
    show: (unit, ...properties) =>
      properties.map((name) => run('systemctl', 'show', '--value', '--property', name, unit).trim()),
    stop,
  };
}

/** The system bus, for tests that need one: start `dbus`. Systemd would not connect to a bus of another name. */
export const SYSTEM_BUS = {
  'dbus.socket': `[Unit]
DefaultDependencies=no
[Socket]
ListenStream=/run/dbus/system_bus_socket
`,
  'dbus.service': `[Unit]
DefaultDependencies=no
Requires=dbus.socket
[Service]
Type=notify
NotifyAccess=main
ExecStart=/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile --systemd-activation
`,
};

const OWN_UNITS = {
  'idle.target': '[Unit]\nDefaultDependencies=no\nAllowIsolate=yes\n',
  'journal.service': `[Unit]
DefaultDependencies=no
[Service]
Type=notify
ExecStart=/lib/systemd/systemd-journald
`,
  'journald.conf': '[Journal]\nStorage=volatile\nReadKMsg=no\nAudit=no\n',
};

/** Everything runs in a separate control group, which is removed at the end with its processes. */
const OUTER = `#!/bin/sh
set -e
umount --recursive /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
group=/sys/fs/cgroup/gander-test-$$
if [ "$3" = copy ]; then network=--net; else network=; fi
mkdir $group
sh -c 'echo $$ > "$1/cgroup.procs"; shift; exec "$@"' sh $group unshare ${UNSHARED.join(' ')} $network "$@" &
trap 'echo 1 > $group/cgroup.kill' TERM
while kill -0 $! 2> /dev/null; do wait $! || true; done
while grep -q 'populated 1' $group/cgroup.events; do sleep 0.05; done
find $group -depth -type d -exec rmdir '{}' ';'
`;

const INIT = `#!/bin/sh
set -e
mount -t proc proc /proc
umount --recursive /sys/fs/cgroup
mount --bind /proc/sys /proc/sys
while read -r _ target _; do
  case $target in /proc) ;; *) mount -o remount,bind,ro "$target" ;; esac
done < /proc/self/mounts
for folder in / /etc /tmp /var/tmp /root "$1"; do
  if touch "$folder/gander-test" 2> /dev/null; then rm "$folder/gander-test"; exit 1; fi
done
mount -t cgroup2 none /sys/fs/cgroup
if [ "$2" = copy ]; then
  ip link set lo up
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/upper /mnt/work /mnt/root
  mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
  for folder in proc sys dev; do mount --rbind /$folder /mnt/root/$folder; done
  cd /mnt/root
  pivot_root . mnt
  umount --lazy mnt
  mount -t tmpfs tmpfs /run
  mkdir -p /etc/systemd
else
  for folder in /run /var/lib /etc/systemd; do mount -t tmpfs tmpfs $folder; done
fi
mkdir -p /etc/systemd/system
cp -r "$1"/. /etc/systemd/system
mv /etc/systemd/system/journald.conf /etc/systemd
exec env -i container=test PATH="$PATH" /lib/systemd/systemd --system --unit=idle.target --log-target=null --show-status=no
`;

/** For scripts, too: `vi.waitFor` works only in tests. */
async function untilDone(action: () => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return action();
    } catch (error) {
      if (attempt === 600) throw error;
      await pause(50);
    }
  }
}

/** The first process of the namespaces: the child of the innermost unshare. */
function initOf({ pid }: ChildProcess): string {
  const childOf = (parent: string): string => {
    const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
    if (!child) throw new Error('systemd has not started yet');
    return child;
  };
  return childOf(childOf(String(pid)));
}
