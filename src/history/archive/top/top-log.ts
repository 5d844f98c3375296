/** The busiest programs per minute: one file per day, compressed after it. */
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { Clock } from '../../../core/host.ts';
import { type AppendFile, openAppendFile } from '../../../core/files/append-file.ts';
import type { Disk } from '../../../core/files/disk.ts';
import { isUnreadable } from '../../../core/files/error-code.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { type FileTail, readTail } from '../../../core/files/read-file.ts';
import { removeFile } from '../../../core/files/remove-file.ts';
import { replaceFile } from '../../../core/files/replace-file.ts';
import type { TopEntry } from '../../past/history-source.ts';
import { checkedLine, damagedLines } from '../checked-line.ts';
import { readPacked } from './read-top.ts';
import { dayOf, MOST_DAY_BYTES, packedPath, parseTopName, topFile } from './top-file.ts';

const gzip = promisify(gzipWithCallback);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Bytes of a line with fifteen programs per list; a day of them takes half of its room. */
const LINE_BYTES = 3 << 10;
const KEPT_MS = 30 * DAY_MS;

export class TopLog {
  readonly #disk: Disk;
  readonly #folder: string;
  #open: { day: string; file: AppendFile } | null = null;

  readonly #clock: Pick<Clock, 'settled'>;
  readonly #maxBytes: number;

  readonly #onDamage: (text: string) => void;

  /** @param maxBytes of all earlier days @param onDamage called with a sentence */
  constructor(
    disk: Disk,
    folder: string,
    clock: Pick<Clock, 'settled'>,
    maxBytes = Infinity,
    onDamage: (text: string) => void = () => {},
  ) {
    this.#onDamage = onDamage;
    this.#disk = disk;
    this.#folder = folder;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  /** Calls must not overlap. Rejects with a system error, and the entry is lost. */
  async append(entry: TopEntry): Promise<void> {
    const day = dayOf(entry.time);
    const open = this.#open;
    const isOpen = open?.day === day && (await open.file.isInPlace());
    const file = isOpen ? open.file : await this.#begin(day);
    const line = lineWithin(entry, roomFor(entry.time, MOST_DAY_BYTES - file.size));
    if (line === null) return;
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
    const tail = (await readTail(path, MOST_DAY_BYTES, this.#disk)) ?? (await this.#unpack(path));
    const good = tail === null ? 0 : tail.bytes.lastIndexOf('\n'.charCodeAt(0)) + 1;
    const size = (tail?.offset ?? 0) + good;
    const damaged = damagedLines(tail?.bytes.toString('utf8', 0, good) ?? '');
    if (damaged > 0)
      this.#onDamage(`${path} has ${damaged} damaged lines. The programs of those minutes are missing.`);
    const file = await openAppendFile(path, { disk: this.#disk, size });
    this.#open = { day, file };
    await this.#tidy(day);
    return file;
  }

  /** Compresses past days, and removes those beyond age and size limits. */
  async #tidy(today: string): Promise<void> {
    const oldest = dayOf(this.#clock.settled() - KEPT_MS);
    let bytes = 0;
    for (const name of (await this.#disk.readdir(this.#folder)).sort().toReversed()) {
      const found = parseTopName(name);
      if (found === null || found.day === today) continue;
      try {
        let path = `${this.#folder}/${name}`;
        if (!found.isPacked && found.day >= oldest) path = await this.#pack(path);
        bytes += (await this.#disk.stat(path)).size;
        if (found.day < oldest || bytes > this.#maxBytes) await removeFile(path, this.#disk);
      } catch (error) {
        // Something else is in its place: it is not ours.
        if (!isUnreadable(error)) throw error;
      }
    }
  }

  /** Unpacks a day that was over once before, by a clock that was set; null if it was not. */
  async #unpack(path: string): Promise<FileTail | null> {
    const bytes = await readPacked(this.#disk, path);
    if (bytes === null) return null;
    await replaceFile(path, bytes, { disk: this.#disk });
    await removeFile(packedPath(path), this.#disk);
    return { bytes, offset: 0 };
  }

  async #pack(path: string): Promise<string> {
    const packed = packedPath(path);
    const tail = await readTail(path, MOST_DAY_BYTES, this.#disk);
    await replaceFile(packed, await gzip(tail?.bytes ?? Buffer.alloc(0)), { disk: this.#disk });
    await removeFile(path, this.#disk);
    return packed;
  }
}

/** Bytes for an entry: the rest of the day, minus the needs of its remaining minutes. */
function roomFor(time: number, left: number): number {
  const minutes = Math.ceil((DAY_MS - (time % DAY_MS)) / MINUTE_MS);
  return left - (minutes - 1) * LINE_BYTES;
}

/** Returns the line of an entry with as many programs as fit; null if none fits. */
function lineWithin(entry: TopEntry, room: number): Buffer | null {
  const { time, seconds, ...lists } = entry;
  let most = Math.max(1, ...Object.values(lists).map(({ length }) => length));
  for (; most >= 1; most >>= 1) {
    const shortened = Object.entries(lists).map(([name, shares]) => [name, shares.slice(0, most)] as const);
    const line = Buffer.from(checkedLine({ time, seconds, ...Object.fromEntries(shortened) }));
    if (line.length <= room) return line;
  }
  return null;
}
