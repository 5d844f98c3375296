/**
 * Records of a log: `[length u32][CRC-32 u32][payload]`. What follows the first one that is not whole does not count: the
 * process ended while it was written.
 */
import { crc32 } from 'node:zlib';
import type { ByteWriter } from '../format/byte-writer.ts';

export const RECORD_HEAD_BYTES = 8;

/** Writes one record whose payload is what `write` writes. */
export function writeRecord(writer: ByteWriter, write: () => void): void {
  const start = writer.length;
  writer.uint32(0);
  writer.uint32(0);
  write();
  const payload = writer.view(start + RECORD_HEAD_BYTES);
  writer.setUint32(start, payload.length);
  writer.setUint32(start + 4, crc32(payload));
}

/** Bytes of a record by its head, which begins at `at`; 0 for zeros, which are no record. */
export function recordBytes(log: Buffer, at: number): number {
  const length = log.readUInt32LE(at);
  return length === 0 ? 0 : RECORD_HEAD_BYTES + length;
}

/** The records that are whole, one by one: a payload, and where its record ends. */
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
