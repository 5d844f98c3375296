import { oomKillsProbe } from './oom-kills.ts';
import { type AlertProbe, defineProbe } from './probe.ts';
import { LINKS, CLOCK, type ClockState, MOUNTS } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { parseTracking } from '../linux/chrony-tracking.ts';
import { orNull } from '../../core/or-null.ts';
import { isImage, isReadOnly } from '../../core/read-only.ts';
import { createShownMounts } from '../sources/mounts.ts';
import { numberIn } from '../sources/sysfs.ts';

const EXT4 = '/sys/fs/ext4';

/** Local file systems: /proc/self/mounts, and /sys/fs/ext4/<device>/errors_count (Documentation/ABI/testing/sysfs-fs-ext4). */
export const mountsProbe = defineProbe({
  feed: MOUNTS,
  seconds: 15,
  create: (host) => {
    const shownMounts = createShownMounts(host, []);
    return () =>
      shownMounts()
        .filter(({ type, options }) => !isImage(type, isReadOnly(options)))
        .map(({ mountPoint, device, type, options }) => ({
          mountPoint,
          device,
          isReadOnly: isReadOnly(options),
          errors: type === 'ext4' ? numberIn(host, `${EXT4}/${kernelName(host, device)}/errors_count`) : null,
        }));
  },
});

/** `/dev/mapper/root` leads to `../dm-0`. */
function kernelName(host: Host, device: string): string {
  const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  if (!device.startsWith('/dev/mapper/')) return nameIn(device);
  return nameIn(orNull(() => host.readLink(device)) ?? device);
}

const LIMITS = { timeoutMs: 10_000, maxBytes: 4096 };

/**
 * Clock state from chrony if it runs, otherwise from the kernel like systemd: every time service sets it. adjtimex(2) has the same,
 * but the syscall library takes 6 MB.
 */
export const clockProbe = defineProbe({
  feed: CLOCK,
  seconds: 300,
  // The programs ask services of this machine.
  create: (host) => async () =>
    host.isLocal ? ((await fromChrony(host)) ?? (await fromSystemd(host))) : null,
});

async function fromChrony(host: Host): Promise<ClockState | null> {
  if (!hasFolder(host, '/run/chrony')) return null;
  return parseTracking((await host.run(['chronyc', '-n', '-c', 'tracking'], LIMITS)).stdout);
}

async function fromSystemd(host: Host): Promise<ClockState | null> {
  if (!hasFolder(host, '/run/systemd/system')) return null;
  const { stdout } = await host.run(['timedatectl', 'show', '--property=NTPSynchronized', '--value'], LIMITS);
  const answer = stdout.trim();
  return answer === 'yes' || answer === 'no' ? { isSynchronized: answer === 'yes', offset: 0 } : null;
}

function hasFolder(host: Host, path: string): boolean {
  return orNull(() => host.list(path)) !== null;
}

const FOLDER = '/sys/class/net';
/** More interfaces belong to containers. */
const MOST = 64;
const IFF_UP = 1;

/** Interfaces: flags and carrier of /sys/class/net (Documentation/ABI/testing/sysfs-class-net). */
const linksProbe = defineProbe({
  feed: LINKS,
  seconds: 10,
  create: (host) => async () => {
    const names = host.list(FOLDER);
    if (names.length > MOST) return null;
    const addressed = new Set((await host.addresses()).map(({ interfaceName }) => interfaceName));
    return names.map((name) => ({
      name,
      isUp: (flagsOf(host, name) & IFF_UP) !== 0,
      // It cannot be read while the interface is shut down.
      hasCarrier: host.readText(`${FOLDER}/${name}/carrier`) === '1',
      hasAddress: addressed.has(name),
    }));
  },
});

const flagsOf = (host: Host, name: string): number => Number(host.readText(`${FOLDER}/${name}/flags`) ?? 0);

export const ALERT_PROBES: readonly AlertProbe[] = [mountsProbe, oomKillsProbe, linksProbe, clockProbe];
