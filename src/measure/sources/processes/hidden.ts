import { orNull } from '../../../core/or-null.ts';
import type { Host } from '../../../core/host.ts';
import { parseMounts } from '../../linux/mounts.ts';

/** Values of `hidepid` that hide others' processes (proc(5)); numeric in old kernels. */
const HIDING = /^hidepid=(?:2|4|invisible|ptraceable)$/;

/** Returns the mount option of /proc that hides processes; null if there is none. */
export function hidingOption(host: Host): string | null {
  const mounts = orNull(() => parseMounts(host.read('/proc/self/mounts'))) ?? [];
  const proc = mounts.findLast(({ path, type }) => path === '/proc' && type === 'proc');
  return proc?.options.split(',').find((option) => HIDING.test(option)) ?? null;
}
