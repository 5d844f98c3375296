import { decode } from './bytes.ts';

/** Pressure stall information of a resource. */
export interface Stall {
  /** Percent of the last 10, 60 and 300 seconds. */
  avg10: number;
  avg60: number;
  avg300: number;
  /** Microseconds since boot. */
  total: number;
}

/** Null: not provided (`full` of CPU before Linux 5.13, `some` of interrupts). */
export interface Pressure {
  /** Time in which some tasks waited. */
  some: Stall | null;
  /** Time in which all non-idle tasks waited. */
  full: Stall | null;
}

/** Only the sum is required. */
const LINE =
  /^(some|full)(?: avg10=(\d{1,3}\.\d\d) avg60=(\d{1,3}\.\d\d) avg300=(\d{1,3}\.\d\d))? total=(\d{1,20})$/gm;

/** Reads a file of /proc/pressure (Documentation/accounting/psi.rst). */
export function parsePressure(bytes: Uint8Array): Pressure {
  const pressure: Pressure = { some: null, full: null };
  for (const [, kind, avg10 = 0, avg60 = 0, avg300 = 0, total] of decode(bytes).matchAll(LINE))
    pressure[kind as keyof Pressure] = {
      avg10: Number(avg10),
      avg60: Number(avg60),
      avg300: Number(avg300),
      total: Number(total),
    };
  return pressure;
}
