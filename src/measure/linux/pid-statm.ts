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

/** A reusable result for {@link parsePidStatm}. */
export function createPidStatm(): PidStatm {
  return { size: 0, resident: 0, shared: 0, text: 0, lib: 0, data: 0, dirty: 0 };
}

/** Reads /proc/<pid>/statm (proc_pid_statm(5)) into `into` and returns it. Throws ParseError on fewer than three numbers. */
export function parsePidStatm(bytes: Uint8Array, into: PidStatm = createPidStatm()): PidStatm {
  const cursor = new ByteCursor(bytes);
  into.size = cursor.integer();
  into.resident = cursor.integer();
  const shared = cursor.integer(Number.NaN);
  if (Number.isNaN(shared)) throw new ParseError('/proc/<pid>/statm has fewer than three numbers');
  into.shared = shared;
  into.text = cursor.integer();
  into.lib = cursor.integer();
  into.data = cursor.integer();
  into.dirty = cursor.integer();
  return into;
}
