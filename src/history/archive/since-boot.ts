/** Kernel time: independent of the wall clock, and common to all processes. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { orNull } from '../../core/or-null.ts';

export interface SinceBoot {
  /** Boot id. */
  readonly boot: string;
  /** Milliseconds since boot, including suspension. */
  readonly uptime: number;
}

/** Null if unavailable. */
export function sinceBoot(): SinceBoot | null {
  // Not Linux: the time since the boot is unknown.
  return orNull(() => ({ boot: bootId(), uptime: Math.round(uptime() * 1000) }));
}

/** Throws system errors. */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
