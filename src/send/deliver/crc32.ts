/** CRC-32 as in ISO 3309, zlib and PNG. `zlib.crc32` came with Node 20.15, the types of Node 20 do not know it yet. */
import * as zlib from 'node:zlib';

export const crc32 = (bytes: Uint8Array): number =>
  (zlib as unknown as { crc32(data: Uint8Array): number }).crc32(bytes);
