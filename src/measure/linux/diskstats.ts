import { ByteCursor, eachLine } from './bytes.ts';

/** Counters of a block device since it appeared (Documentation/admin-guide/iostats.rst); missing ones are 0. */
export interface DiskCounters {
  readCount: number;
  readMerged: number;
  readBytes: number;
  /** Milliseconds, summed over requests. */
  readTime: number;
  writeCount: number;
  writeMerged: number;
  writeBytes: number;
  /** Milliseconds, summed over requests. */
  writeTime: number;
  /** Requests in flight. */
  inFlight: number;
  /** Milliseconds with at least one request in flight. */
  ioTime: number;
  /** Milliseconds weighted by requests in flight. */
  weightedIoTime: number;
  /** Since Linux 4.18. */
  discardCount: number;
  discardMerged: number;
  discardBytes: number;
  discardTime: number;
  /** Since Linux 5.5. */
  flushCount: number;
  flushTime: number;
}

export interface DiskStats extends DiskCounters {
  major: number;
  minor: number;
  name: string;
}

/** The kernel counts in sectors of this many bytes, whatever the device's own. */
export const SECTOR = 512;
const COLUMNS = 17;
/** Partitions had reads, sectors read, writes and sectors written only, until Linux 2.6.25. */
const OLD_PARTITION_COLUMNS = 4;
const MIN_COLUMNS = 11;

/** Reads /proc/diskstats: devices and partitions in file order. Malformed lines and other names are skipped. */
export function parseDiskstats(
  bytes: Uint8Array,
  isShown: (name: string) => boolean = () => true,
): DiskStats[] {
  const disks: DiskStats[] = [];
  const columns = new Float64Array(COLUMNS);
  eachLine(bytes, (cursor) => {
    const major = cursor.integer(-1);
    const minor = cursor.integer(-1);
    const name = cursor.word();
    if (!isShown(name)) return;
    const counters = readCounters(cursor, columns);
    if (minor >= 0 && name !== '' && counters !== null) disks.push({ major, minor, name, ...counters });
  });
  return disks;
}

/** Reads /sys/block/<device>/stat, the same columns without the name; null when they are of another form. */
export function parseBlockStat(bytes: Uint8Array): DiskCounters | null {
  return readCounters(new ByteCursor(bytes), new Float64Array(COLUMNS));
}

function readCounters(cursor: ByteCursor, columns: Float64Array): DiskCounters | null {
  const read = cursor.integers(columns, 0, COLUMNS);
  if (read === OLD_PARTITION_COLUMNS)
    columns.set([columns[0]!, 0, columns[1]!, 0, columns[2]!, 0, columns[3]!]);
  else if (read < MIN_COLUMNS) return null;
  return {
    readCount: columns[0]!,
    readMerged: columns[1]!,
    readBytes: columns[2]! * SECTOR,
    readTime: columns[3]!,
    writeCount: columns[4]!,
    writeMerged: columns[5]!,
    writeBytes: columns[6]! * SECTOR,
    writeTime: columns[7]!,
    inFlight: columns[8]!,
    ioTime: columns[9]!,
    weightedIoTime: columns[10]!,
    discardCount: columns[11]!,
    discardMerged: columns[12]!,
    discardBytes: columns[13]! * SECTOR,
    discardTime: columns[14]!,
    flushCount: columns[15]!,
    flushTime: columns[16]!,
  };
}
