import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor } from './bytes.ts';

/** Memory of a process in pages, in the order of /proc/<pid>/statm. */
export interface PidStatm {
  /** Virtual size. */
  size: number;
  resident: number;
  shared: number;
  text: number;
  /** 0 since Linux 2.6. */
  lib: number;
  /** Data and stack. */
  data: number;
  /** 0 since Linux 2.6. */
  dirty: number;
}

/** Reads /proc/<pid>/statm (proc_pid_statm(5)). Throws ParseError on fewer than three numbers. */
export function parsePidStatm(bytes: Uint8Array): PidStatm {
  const cursor = new ByteCursor(bytes);
  const [size, resident, shared] = [cursor.integer(), cursor.integer(), cursor.integer(Number.NaN)];
  if (Number.isNaN(shared)) throw new ParseError('/proc/<pid>/statm has fewer than three numbers');
  const [text, lib, data, dirty] = [cursor.integer(), cursor.integer(), cursor.integer(), cursor.integer()];
  return { size, resident, shared, text, lib, data, dirty };
}
