import type { Host } from '../../../core/host.ts';
import { parseMeminfo } from '../../linux/meminfo.ts';
import { attempt } from './system-errors.ts';

/** Bytes of memory (MemTotal of /proc/meminfo), or null when unknown. */
export const totalMemory = (host: Host): number | null =>
  attempt(() => parseMeminfo(host.read('/proc/meminfo')).memTotal);
