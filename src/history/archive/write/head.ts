/** The log of the open hour: its content, and the file for appends. */
import { constants } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Slice } from '../../../core/slice.ts';
import { type AppendFile, openAppendFile } from '../../../core/files/append-file.ts';
import type { Disk, DiskFile } from '../../../core/files/disk.ts';
import type { LogName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { type LogContent, readLog } from '../log/log-content.ts';
import { RECORD_HEAD_BYTES, recordBytes } from '../log/records.ts';
import { seriesId } from '../../../core/series-name.ts';

export interface Head {
  readonly name: LogName;
  readonly file: AppendFile;
  /** Numbers of its series. */
  readonly numbers: Map<string, number>;
  /** Time of the newest row of each plugin. */
  readonly lastTimes: Map<string, number>;
}

/** Opens a new or existing log; an incomplete last record is truncated. */
export async function openHead(
  folder: ArchiveFolder,
  name: LogName,
  codec: ColumnCodec,
  slice: Slice,
): Promise<Head> {
  const content = await readLogFile(folder, name, codec, slice);
  const lastTimes = new Map(
    content?.plugins.map((plugin) => [plugin, content.rowsOf(plugin).times.at(-1) ?? -Infinity]),
  );
  const numbers = new Map(content?.series.map((info, number) => [seriesId(info), number]));
  const path = folder.pathOf(name);
  const file = await openAppendFile(path, { disk: folder.disk, ...(content && { size: content.end }) });
  const head = { name, file, numbers, lastTimes };
  folder.addLog(name, head);
  return head;
}

/** Null if there is no such log. */
export async function readLogFile(
  folder: ArchiveFolder,
  name: LogName,
  codec: ColumnCodec,
  slice: Slice,
): Promise<LogContent | null> {
  const bytes = await readFile(folder.disk, folder.pathOf(name));
  return bytes && readLog(bytes, codec, slice);
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** An hour of 20,000 series has less. */
const MOST_BYTES = 256 << 20;
/** Larger logs are scanned first: a file system may have extended them with zeros after a power loss. */
const USUAL_BYTES = 16 << 20;
/** Longer records are rare, and may be read twice. */
const USUAL_RECORD_BYTES = 1 << 20;

async function readFile(disk: Disk, path: string): Promise<Buffer | null> {
  let file;
  try {
    file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const size = Math.min((await file.stat()).size, MOST_BYTES);
    const bytes = Buffer.allocUnsafe(size > USUAL_BYTES ? await endOfRecords(file, size) : size);
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  } finally {
    await file.close();
  }
}

/** Returns the end of the records, by their lengths, and by checksums for long ones, since a false length costs memory. */
async function endOfRecords(file: DiskFile, size: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(USUAL_RECORD_BYTES);
  let end = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, RECORD_HEAD_BYTES, end);
    const length = bytesRead < RECORD_HEAD_BYTES ? 0 : recordBytes(buffer, 0);
    if (length === 0 || end + length > size) return end;
    const sum = buffer.readUInt32LE(4);
    const isLong = length > USUAL_RECORD_BYTES;
    if (isLong && (await sumOf(file, end + RECORD_HEAD_BYTES, end + length, buffer)) !== sum) return end;
    end += length;
  }
}

/** CRC-32 of a part of a file, read through `buffer`; null: the file is shorter. */
async function sumOf(file: DiskFile, from: number, to: number, buffer: Buffer): Promise<number | null> {
  let sum = 0;
  for (let at = from; at < to;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at);
    if (bytesRead === 0) return null;
    sum = crc32(buffer.subarray(0, bytesRead), sum);
    at += bytesRead;
  }
  return sum;
}
