/** The log of the open hour: what is in it, and the file to which records are appended. */
import { constants } from 'node:fs';
import type { Slice } from '../../../core/turns.ts';
import { type AppendFile, openAppendFile } from '../../../core/files/append-file.ts';
import type { Disk, DiskFile } from '../../../core/files/disk.ts';
import type { LogName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { type LogContent, readLog } from '../log/log-content.ts';
import { RECORD_HEAD_BYTES, recordBytes } from '../log/records.ts';
import { seriesId } from '../series.ts';

export interface Head {
  readonly name: LogName;
  readonly file: AppendFile;
  /** Numbers of the series that are named in it. */
  readonly numbers: Map<string, number>;
  /** Time of the newest row of each plugin. */
  readonly lastTimes: Map<string, number>;
}

/** Opens a new log, or one that is there; a record at its end that is not whole is cut off. */
export async function openHead(
  folder: ArchiveFolder,
  name: LogName,
  codec: ColumnCodec,
  slice: Slice,
): Promise<Head> {
  const content = await readLogFile(folder, name, codec, slice);
  const path = folder.pathOf(name);
  const file = await openAppendFile(path, { disk: folder.disk, ...(content && { size: content.end }) });
  const lastTimes = new Map(
    content?.plugins.map((plugin) => [plugin, content.rowsOf(plugin).times.at(-1) ?? -Infinity]),
  );
  const numbers = new Map(content?.series.map((info, number) => [seriesId(info), number]));
  const head = { name, file, numbers, lastTimes };
  folder.addLog(name, head);
  return head;
}

/** Null when there is no such log. */
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
/** A larger log is measured before it is read: a file system that lost power may have extended it with zeros. */
const USUAL_BYTES = 16 << 20;

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

/** Where the records end, by their lengths. */
async function endOfRecords(file: DiskFile, size: number): Promise<number> {
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  let end = 0;
  for (;;) {
    const { bytesRead } = await file.read(head, 0, head.length, end);
    const length = bytesRead < head.length ? 0 : recordBytes(head, 0);
    if (length === 0 || end + length > size) return end;
    end += length;
  }
}
