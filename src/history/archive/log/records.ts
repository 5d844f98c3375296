/**
 * Records of a log: `[length u32][CRC-32 u32][payload]`. Reading stops at the first incomplete record: the process ended while
 * writing it.
 */
import { crc32 } from 'node:zlib';
import type { ByteWriter } from '../format/byte-writer.ts';

export const RECORD_HEAD_BYTES = 8;

/** Writes one record with the payload of `write`. */
export function writeRecord(writer: ByteWriter, write: () => void): void {
  const start = writer.length;
  writer.uint32(0);
  writer.uint32(0);
  write();
  const payload = writer.view(start + RECORD_HEAD_BYTES);
  writer.setUint32(start, payload.length);
  writer.setUint32(start + 4, crc32(payload));
}

/** Length of a record from its header at `at`; 0 for zeros, which are not a record. */
export function recordBytes(log: Buffer, at: number): number {
  const length = log.readUInt32LE(at);
  return length === 0 ? 0 : RECORD_HEAD_BYTES + length;
}

/** Yields complete records: payload and end offset. */
export function* readRecords(log: Buffer): Generator<{ payload: Buffer; end: number }> {
  let at = 0;
  while (at + RECORD_HEAD_BYTES <= log.length) {
    const end = at + recordBytes(log, at);
    if (end === at || end > log.length) return;
    const payload = log.subarray(at + RECORD_HEAD_BYTES, end);
    if (crc32(payload) !== log.readUInt32LE(at + 4)) return;
    yield { payload, end };
    at = end;
  }
}
