/** The time of the kernel: no step of the wall clock changes it, and two agents share it. */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

export interface SinceBoot {
  /** The kernel's random name of this boot. */
  readonly boot: string;
  /** Milliseconds since then, those of a suspended machine included. */
  readonly uptime: number;
}

/** Null where the kernel does not tell. */
export function sinceBoot(): SinceBoot | null {
  try {
    return { boot: bootId(), uptime: Math.round(uptime() * 1000) };
  } catch {
    return null;
  }
}

/** Throws a system error. */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
