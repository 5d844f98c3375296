/** The programs that used the machine, minute by minute: a file a day, deflated when the day is over. */
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { type AppendFile, openAppendFile } from '../../../core/files/append-file.ts';
import type { Disk } from '../../../core/files/disk.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { readTail } from '../../../core/files/read-file.ts';
import { removeFile } from '../../../core/files/remove-file.ts';
import { replaceFile } from '../../../core/files/replace-file.ts';
import type { TopEntry } from '../../past/history-source.ts';
import { checkedLine } from '../checked-line.ts';
import { dayOf, MOST_DAY_BYTES, parseTopName, topFile } from './top-file.ts';

const gzip = promisify(gzipWithCallback);
const KEPT_MS = 30 * 86_400_000;

export class TopLog {
  readonly #disk: Disk;
  readonly #folder: string;
  #open: { day: string; file: AppendFile } | null = null;

  readonly #maxBytes: number;

  /** @param maxBytes of all days before today */
  constructor(disk: Disk, folder: string, maxBytes = Infinity) {
    this.#disk = disk;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Calls must not overlap. Rejects with a system error; the entry is lost then. */
  async append(entry: TopEntry): Promise<void> {
    const day = dayOf(entry.time);
    const open = this.#open;
    const isOpen = open?.day === day && (await open.file.isInPlace());
    const file = isOpen ? open.file : await this.#begin(day);
    const line = Buffer.from(checkedLine(entry));
    if (file.size + line.length > MOST_DAY_BYTES) return;
    await file.append(line);
    await file.sync();
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.file.close();
  }

  async #begin(day: string): Promise<AppendFile> {
    await this.close();
    await makeFolder(this.#disk, this.#folder);
    const path = `${this.#folder}/${topFile(day)}`;
    const tail = await readTail(path, MOST_DAY_BYTES, this.#disk);
    const size = tail === null ? 0 : tail.offset + tail.bytes.lastIndexOf('\n'.charCodeAt(0)) + 1;
    const file = await openAppendFile(path, { disk: this.#disk, size });
    this.#open = { day, file };
    await this.#tidy(day);
    return file;
  }

  /** Deflates days that are over, and removes those that are too old or for which there is no room. */
  async #tidy(today: string): Promise<void> {
    const oldest = dayOf(Date.parse(`${today.slice(0, 4)}-${today.slice(4, 6)}-${today.slice(6)}`) - KEPT_MS);
    let bytes = 0;
    for (const name of (await this.#disk.readdir(this.#folder)).sort().toReversed()) {
      const found = parseTopName(name);
      if (found === null || found.day === today) continue;
      let path = `${this.#folder}/${name}`;
      if (!found.isPacked && found.day >= oldest) path = await this.#pack(path);
      bytes += (await this.#disk.stat(path)).size;
      if (found.day < oldest || bytes > this.#maxBytes) await removeFile(path, this.#disk);
    }
  }

  async #pack(path: string): Promise<string> {
    const packed = `${path}.gz`;
    const tail = await readTail(path, MOST_DAY_BYTES, this.#disk);
    await replaceFile(packed, await gzip(tail?.bytes ?? Buffer.alloc(0)), { disk: this.#disk });
    await removeFile(path, this.#disk);
    return packed;
  }
}
