/**
 * Records of a log: `[length u32][CRC-32 u32][payload]`. What follows the first one that is not whole does not count: the
 * process ended while it was written.
 */
import { crc32 } from 'node:zlib';
import type { ByteWriter } from '../format/byte-writer.ts';

const HEAD_BYTES = 8;

/** Writes one record whose payload is what `write` writes. */
export function writeRecord(writer: ByteWriter, write: () => void): void {
  const start = writer.length;
  writer.uint32(0);
  writer.uint32(0);
  write();
  const payload = writer.view(start + HEAD_BYTES);
  writer.setUint32(start, payload.length);
  writer.setUint32(start + 4, crc32(payload));
}

/** Payloads of the records that are whole, and where the last of them ends. */
export function readRecords(log: Buffer): { payloads: Buffer[]; end: number } {
  const payloads: Buffer[] = [];
  let end = 0;
  while (end + HEAD_BYTES <= log.length) {
    const length = log.readUInt32LE(end);
    const payload = log.subarray(end + HEAD_BYTES, end + HEAD_BYTES + length);
    if (length === 0 || payload.length < length || crc32(payload) !== log.readUInt32LE(end + 4)) break;
    payloads.push(payload);
    end += HEAD_BYTES + length;
  }
  return { payloads, end };
}
