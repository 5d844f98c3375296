/** A batch as it stands in a queue file: head, bytes, and a checksum over both. */
import { crc32 } from './crc32.ts';

/** One request, encoded. */
export interface Batch {
  /** Grows by one with every batch of a queue. */
  readonly sequence: number;
  /** When its values were read, milliseconds since the epoch. */
  readonly time: number;
  /** Values in it. */
  readonly samples: number;
  readonly bytes: Uint8Array;
}

/** `GQ01` */
const MAGIC = 0x47513031;
export const HEAD_BYTES = 32;

/** Magic, checksum, length and samples (u32 each), then sequence and time (f64). */
export function recordOf({ sequence, time, samples, bytes }: Batch): Buffer {
  const record = Buffer.alloc(HEAD_BYTES + bytes.length);
  record.writeUInt32LE(MAGIC, 0);
  record.writeUInt32LE(bytes.length, 8);
  record.writeUInt32LE(samples, 12);
  record.writeDoubleLE(sequence, 16);
  record.writeDoubleLE(time, 24);
  record.set(bytes, HEAD_BYTES);
  record.writeUInt32LE(crc32(record.subarray(8)), 4);
  return record;
}

/** The record at a position; null where there is no whole and undamaged one. The bytes are those of the file. */
export function readRecord(file: Buffer, at: number): (Batch & { readonly size: number }) | null {
  if (at + HEAD_BYTES > file.length || file.readUInt32LE(at) !== MAGIC) return null;
  const size = HEAD_BYTES + file.readUInt32LE(at + 8);
  if (at + size > file.length || crc32(file.subarray(at + 8, at + size)) !== file.readUInt32LE(at + 4))
    return null;
  return {
    samples: file.readUInt32LE(at + 12),
    sequence: file.readDoubleLE(at + 16),
    time: file.readDoubleLE(at + 24),
    bytes: file.subarray(at + HEAD_BYTES, at + size),
    size,
  };
}
