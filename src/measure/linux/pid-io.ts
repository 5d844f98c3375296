import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor, bytesOf } from './bytes.ts';

/** Bytes read from and written to storage since the process's start, without the page cache. */
export interface PidIo {
  readBytes: number;
  writeBytes: number;
}

/** A reusable result for {@link parsePidIo}. */
export function createPidIo(): PidIo {
  return { readBytes: 0, writeBytes: 0 };
}

const READ_BYTES = bytesOf('read_bytes:');
const WRITE_BYTES = bytesOf('write_bytes:');

/** Reads /proc/<pid>/io (proc_pid_io(5)) into `into` and returns it. Throws ParseError when one of the two lines is missing. */
export function parsePidIo(bytes: Uint8Array, into: PidIo = createPidIo()): PidIo {
  const cursor = new ByteCursor(bytes);
  into.readBytes = counter(cursor, READ_BYTES);
  into.writeBytes = counter(cursor, WRITE_BYTES);
  return into;
}

function counter(cursor: ByteCursor, key: Uint8Array): number {
  while (cursor.more && !cursor.startsWith(key)) cursor.nextLine();
  cursor.position = Math.min(cursor.position + key.length, cursor.bytes.length);
  const value = cursor.integer(Number.NaN);
  if (Number.isNaN(value)) throw new ParseError('/proc/<pid>/io lacks read_bytes or write_bytes');
  return value;
}
