import type { Host } from '../../../core/host.ts';
import { namesIn } from '../../sources/sysfs.ts';

/** Order of releases of kernels: `6.11.4-301.fc41.x86_64` comes after `6.9.1-200.fc41.x86_64`. */
const order = new Intl.Collator('en', { numeric: true });

/**
 * Whether an update waits for a restart: packages of Debian and Ubuntu leave a file; pacman and apk remove the modules of the running
 * kernel; dnf installs a newer kernel beside it.
 */
export function isRestartNeeded(host: Host, manager: string | null): boolean {
  if (namesIn(host, '/run').includes('reboot-required')) return true;
  if (manager === null || manager === 'apt') return false;
  const kernels = namesIn(host, '/lib/modules');
  const running = host.readText('/proc/sys/kernel/osrelease');
  if (running === null || kernels.length === 0) return false;
  return manager === 'dnf'
    ? kernels.some((kernel) => order.compare(kernel, running) > 0)
    : !kernels.includes(running);
}
