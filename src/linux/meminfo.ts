import { ParseError } from '../core/parse-error.ts';
import { ByteCursor, bytesOf } from './bytes.ts';

/** Result key → line of /proc/meminfo. */
const LINES = {
  memTotal: 'MemTotal',
  memFree: 'MemFree',
  buffers: 'Buffers',
  cached: 'Cached',
  active: 'Active',
  inactive: 'Inactive',
  activeFile: 'Active(file)',
  inactiveFile: 'Inactive(file)',
  swapTotal: 'SwapTotal',
  swapFree: 'SwapFree',
  shmem: 'Shmem',
  sReclaimable: 'SReclaimable',
} as const;

/** Bytes, by line of /proc/meminfo; 0 for lines the kernel does not write. */
export type Meminfo = Record<keyof typeof LINES, number> & {
  /** Null before Linux 3.14. */
  memAvailable: number | null;
};

const NAMES = ['memAvailable', ...Object.keys(LINES)] as (keyof Meminfo)[];
const KEYS = ['MemAvailable', ...Object.values(LINES)].map((line) => bytesOf(`${line}:`));

/** Reads /proc/meminfo (proc_meminfo(5), kB there). Throws ParseError without a total. */
export function parseMeminfo(bytes: Uint8Array): Meminfo {
  const meminfo: Meminfo = {
    memTotal: 0,
    memFree: 0,
    memAvailable: null,
    buffers: 0,
    cached: 0,
    active: 0,
    inactive: 0,
    activeFile: 0,
    inactiveFile: 0,
    swapTotal: 0,
    swapFree: 0,
    shmem: 0,
    sReclaimable: 0,
  };
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    const name = NAMES[cursor.match(KEYS)];
    const kilobytes = name === undefined ? Number.NaN : cursor.integer(Number.NaN);
    if (name !== undefined && kilobytes >= 0) meminfo[name] = kilobytes * 1024;
  }
  if (meminfo.memTotal === 0) throw new ParseError('/proc/meminfo has no line "MemTotal:"');
  return meminfo;
}
