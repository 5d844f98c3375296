import { ParseError } from '../core/parse-error.ts';
import { ByteCursor } from './bytes.ts';

export interface Uptime {
  /** Seconds since boot. */
  uptime: number;
  /** Idle seconds, summed over all cores. */
  idle: number;
}

/** Reads /proc/uptime (proc_uptime(5)). Throws ParseError without a number. */
export function parseUptime(bytes: Uint8Array): Uptime {
  const cursor = new ByteCursor(bytes);
  const uptime = cursor.decimal(Number.NaN);
  if (Number.isNaN(uptime)) throw new ParseError('/proc/uptime has no number');
  return { uptime, idle: cursor.decimal() };
}
