import { bytesOf, eachLine } from './bytes.ts';

/** Counters since boot. */
export interface Vmstat {
  /** Pages swapped, in units of the kernel's page size; 0 on a kernel without swap. */
  pswpin: number;
  pswpout: number;
  /** Kilobytes read from and written to disks. */
  pgpgin: number | null;
  pgpgout: number | null;
  /** Page faults: all, and major ones. */
  pgfault: number | null;
  pgmajfault: number | null;
  /** OOM kills; null before Linux 4.13. */
  oomKill: number | null;
}

const MEMBERS = {
  pswpin: 'pswpin',
  pswpout: 'pswpout',
  pgpgin: 'pgpgin',
  pgpgout: 'pgpgout',
  pgfault: 'pgfault',
  pgmajfault: 'pgmajfault',
  oom_kill: 'oomKill',
} as const;
const NAMES = Object.values(MEMBERS);
const KEYS = Object.keys(MEMBERS).map((name) => bytesOf(`${name} `));

/** Reads the counters of /proc/vmstat that plugins show. */
export function parseVmstat(bytes: Uint8Array): Vmstat {
  const vmstat: Vmstat = {
    pswpin: 0,
    pswpout: 0,
    pgpgin: null,
    pgpgout: null,
    pgfault: null,
    pgmajfault: null,
    oomKill: null,
  };
  eachLine(bytes, (cursor) => {
    const name = NAMES[cursor.match(KEYS)];
    if (name !== undefined) vmstat[name] = cursor.integer();
  });
  return vmstat;
}
