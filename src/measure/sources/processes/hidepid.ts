import type { Host } from '../../../core/host.ts';
import { parseMounts } from '../../linux/mounts.ts';
import { attempt } from './system-errors.ts';

/** Values of `hidepid` with which /proc does not list the processes of others (proc(5)); old kernels write numbers. */
const HIDING = /^hidepid=(?:2|4|invisible|ptraceable)$/;

/** The option with which /proc is mounted so that processes are missing from it; null without one. */
export function hidingOption(host: Host): string | null {
  const mounts = attempt(() => parseMounts(host.read('/proc/self/mounts'))) ?? [];
  const proc = mounts.findLast(({ path, type }) => path === '/proc' && type === 'proc');
  return proc?.options.split(',').find((option) => HIDING.test(option)) ?? null;
}
