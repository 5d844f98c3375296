/** Format of a batch in a queue file: header, bytes, and a checksum over both. */
import { crc32 } from 'node:zlib';

/** One request, encoded. */
export interface Batch {
  /** Increases by one with every batch of a queue. */
  readonly sequence: number;
  /** Time of its values, milliseconds since the epoch. */
  readonly time: number;
  /** Number of its values. */
  readonly samples: number;
  readonly bytes: Uint8Array;
}

/** `GQ01` */
const MAGIC = 0x47513031;
export const HEAD_BYTES = 32;
/** Magic bytes at the start of a record. */
export const START = Buffer.from([0x31, 0x30, 0x51, 0x47]);

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

/** Size of the record with this header; null: it is not one. */
export const sizeOf = (head: Buffer): number | null =>
  head.length < HEAD_BYTES || head.readUInt32LE(0) !== MAGIC ? null : HEAD_BYTES + head.readUInt32LE(8);

/** Null if the record is incomplete or damaged. The batch shares the given bytes. */
export function readRecord(record: Buffer): Batch | null {
  if (sizeOf(record) !== record.length || crc32(record.subarray(8)) !== record.readUInt32LE(4)) return null;
  return {
    samples: record.readUInt32LE(12),
    sequence: record.readDoubleLE(16),
    time: record.readDoubleLE(24),
    bytes: record.subarray(HEAD_BYTES),
  };
}
