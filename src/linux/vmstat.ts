import { bytesOf, eachLine } from './bytes.ts';

/** Swapping since boot, in pages. The kernel counts these in units of its page size. */
export interface Vmstat {
  pswpin: number;
  pswpout: number;
}

const NAMES = ['pswpin', 'pswpout'] as const;
const KEYS = NAMES.map((name) => bytesOf(`${name} `));

/** Reads all of /proc/vmstat, by name; lines of another form are skipped. */
export function parseVmstatCounters(bytes: Uint8Array): Map<string, number> {
  const counters = new Map<string, number>();
  eachLine(bytes, (cursor) => {
    const name = cursor.word();
    const value = cursor.integer(-1);
    if (name !== '' && value >= 0) counters.set(name, value);
  });
  return counters;
}

/** Reads /proc/vmstat; counters that are missing (a kernel without swap) are 0. */
export function parseVmstat(bytes: Uint8Array): Vmstat {
  const vmstat: Vmstat = { pswpin: 0, pswpout: 0 };
  eachLine(bytes, (cursor) => {
    const name = NAMES[cursor.match(KEYS)];
    if (name !== undefined) vmstat[name] = cursor.integer();
  });
  return vmstat;
}
