/** The log of the open hour: what is in it, and the file to which records are appended. */
import { constants } from 'node:fs';
import type { Slice } from '../../core/turns.ts';
import { type AppendFile, openAppendFile } from '../../files/append-file.ts';
import type { Disk } from '../../files/disk.ts';
import type { LogName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { type LogContent, readLog } from '../log/log-content.ts';
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

async function readFile(disk: Disk, path: string): Promise<Buffer | null> {
  let file;
  try {
    file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafe(Math.min(size, MOST_BYTES));
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
