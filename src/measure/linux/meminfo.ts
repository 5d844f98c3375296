import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor, bytesOf, eachLine } from './bytes.ts';

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
  slab: 'Slab',
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
    slab: 0,
  };
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    const name = NAMES[cursor.match(KEYS)];
    const kilobytes = name === undefined ? Number.NaN : cursor.integer(Number.NaN);
    if (name !== undefined && kilobytes >= 0) meminfo[name] = kilobytes * 1024;
  }
  if (meminfo.memTotal === 0) throw new ParseError('/proc/meminfo has no line "MemTotal:"');
  return meminfo;
}

interface MeminfoLine {
  /** As in the file: `Active(anon)`. */
  name: string;
  /** Bytes, or pages if the kernel states no unit (`HugePages_Total`). */
  value: number;
  isBytes: boolean;
}

/** Reads all lines of /proc/meminfo, in file order. */
export function parseMeminfoLines(bytes: Uint8Array): MeminfoLine[] {
  const lines: MeminfoLine[] = [];
  eachLine(bytes, (cursor) => {
    const name = cursor.word();
    const value = cursor.integer(-1);
    if (!name.endsWith(':') || value < 0) return;
    const isBytes = cursor.word() === 'kB';
    lines.push({ name: name.slice(0, -1), value: isBytes ? value * 1024 : value, isBytes });
  });
  return lines;
}
