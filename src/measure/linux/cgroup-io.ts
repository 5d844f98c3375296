import { bytesOf, eachLine } from './bytes.ts';

/** Bytes moved by a control group, over all devices. */
interface CgroupIo {
  read: number;
  written: number;
}

const V1_KEYS = [bytesOf('Read '), bytesOf('Write ')];

/** Reads `blkio.throttle.io_service_bytes_recursive` of version 1: lines such as `8:0 Read 4096`. The total is not used. */
export function parseBlkioBytes(bytes: Uint8Array): CgroupIo {
  const io: CgroupIo = { read: 0, written: 0 };
  eachLine(bytes, (cursor) => {
    cursor.skipWords(1);
    cursor.skipBlanks();
    const key = cursor.match(V1_KEYS);
    if (key === 0) io.read += cursor.integer();
    else if (key === 1) io.written += cursor.integer();
  });
  return io;
}

const V2_KEYS = [bytesOf('rbytes='), bytesOf('wbytes=')];

/** Reads `io.stat` of version 2: lines such as `8:0 rbytes=4096 wbytes=0 rios=1 …`. */
export function parseIoStat(bytes: Uint8Array): CgroupIo {
  const io: CgroupIo = { read: 0, written: 0 };
  eachLine(bytes, (cursor) => {
    const end = cursor.lineEnd();
    while (cursor.position < end) {
      cursor.skipBlanks();
      const key = cursor.match(V2_KEYS);
      if (key === 0) io.read += cursor.integer();
      else if (key === 1) io.written += cursor.integer();
      else cursor.skipWords(1);
    }
  });
  return io;
}
