import { ParseError } from '../../core/parse-error.ts';
import { eachLine } from './bytes.ts';

/** The ZFS read cache, in bytes. The kernel counts it as used memory, although it is released on demand. */
export interface ZfsArcstats {
  size: number;
  /** Its minimum size. */
  cMin: number;
}

/** Reads /proc/spl/kstat/zfs/arcstats: lines of name, type, value. Throws ParseError without a size. */
export function parseZfsArcstats(bytes: Uint8Array): ZfsArcstats {
  let size = Number.NaN;
  let cMin = 0;
  eachLine(bytes, (cursor) => {
    const name = cursor.word();
    cursor.skipWords(1);
    if (name === 'size') size = cursor.integer(Number.NaN);
    if (name === 'c_min') cMin = cursor.integer();
  });
  if (Number.isNaN(size)) throw new ParseError('/proc/spl/kstat/zfs/arcstats has no line "size"');
  return { size, cMin };
}
