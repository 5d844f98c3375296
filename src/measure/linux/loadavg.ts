import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor } from './bytes.ts';

export interface Loadavg {
  /** Mean number of runnable or uninterruptible tasks over 1, 5 and 15 minutes. */
  min1: number;
  min5: number;
  min15: number;
  /** Tasks (processes and threads) runnable now. */
  runnable: number;
  /** All tasks. */
  total: number;
}

/** Reads /proc/loadavg (proc_loadavg(5)). Throws ParseError on fewer than three numbers. */
export function parseLoadavg(bytes: Uint8Array): Loadavg {
  const cursor = new ByteCursor(bytes);
  const min1 = cursor.decimal();
  const min5 = cursor.decimal();
  const min15 = cursor.decimal(Number.NaN);
  if (Number.isNaN(min15)) throw new ParseError('/proc/loadavg has fewer than three numbers');
  const runnable = cursor.integer();
  cursor.position += 1; // the slash
  return { min1, min5, min15, runnable, total: cursor.integer() };
}
