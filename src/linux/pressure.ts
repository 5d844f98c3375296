import { eachLine } from './bytes.ts';

/** How long tasks waited for a resource. */
export interface Stall {
  /** Percent of the last 10, 60 and 300 seconds. */
  avg10: number;
  avg60: number;
  avg300: number;
  /** Microseconds since boot. */
  total: number;
}

/** Null: the kernel does not state it (`full` of a processor before Linux 5.13, `some` of interrupts). */
export interface Pressure {
  /** At least one task waited. */
  some: Stall | null;
  /** All tasks that had something to do waited. */
  full: Stall | null;
}

/** Reads a file of /proc/pressure (Documentation/accounting/psi.rst). */
export function parsePressure(bytes: Uint8Array): Pressure {
  const pressure: Pressure = { some: null, full: null };
  eachLine(bytes, (cursor) => {
    const kind = cursor.word();
    if (kind !== 'some' && kind !== 'full') return;
    const values = new Map(words(cursor.restOfLine()));
    const get = (key: string): number => values.get(key) ?? 0;
    if (values.has('total'))
      pressure[kind] = {
        avg10: get('avg10'),
        avg60: get('avg60'),
        avg300: get('avg300'),
        total: get('total'),
      };
  });
  return pressure;
}

const words = (text: string): [string, number][] =>
  text.split(' ').flatMap((word): [string, number][] => {
    const [, key, value] = /^(\w+)=(\d{1,20}(?:\.\d{1,10})?)$/.exec(word) ?? [];
    return key === undefined ? [] : [[key, Number(value)]];
  });
