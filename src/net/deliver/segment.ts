/** One file of a queue: consecutive records, the first of which may be finished. */
import { constants } from 'node:fs';
import { isShortage } from '../../core/files/error-code.ts';
import { type AppendFile, openAppendFile } from '../../core/files/append-file.ts';
import type { Disk, DiskFile } from '../../core/files/disk.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { type Batch, HEAD_BYTES, readRecord, recordOf, sizeOf, START } from './record.ts';

/** Position of a batch. */
export interface BatchEntry extends Omit<Batch, 'bytes'> {
  readonly offset: number;
  readonly size: number;
  /** Start of its wait in monotonic milliseconds. */
  readonly since: number;
}

export interface Segment {
  readonly disk: Disk;
  readonly path: string;
  entries: BatchEntry[];
  bytes: number;
  /** Bytes outside complete records when it was loaded. */
  damaged: number;
  /** Set only while it is appended to. */
  file: AppendFile | null;
}

export const newSegment = (disk: Disk, path: string): Segment => ({
  disk,
  path,
  entries: [],
  bytes: 0,
  damaged: 0,
  file: null,
});

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Largest record: more than all values of a machine need. A larger length is damage. */
const MOST_RECORD = 32 * 1024 * 1024;

/**
 * Reads the complete records of a file, one at a time. Skips damaged ones; an incomplete end is cut off before appending.
 * @param since queue time of a batch of this date, see {@link BatchEntry}
 */
export const loadSegment = (disk: Disk, path: string, since: (date: number) => number): Promise<Segment> =>
  reading(disk, path, async (file, length) => {
    const entries: BatchEntry[] = [];
    let end = 0;
    let damaged = length;
    for (let at: number | null = 0; at !== null && at < length;) {
      const size = await sizeAt(file, at);
      const record = size === null || at + size > length ? null : readRecord(await bytesAt(file, at, size));
      if (size === null || record === null) at = await nextStart(file, at + 1, length);
      else {
        const { sequence, time, samples } = record;
        entries.push({ sequence, time, samples, size, offset: at, since: since(time) });
        at += size;
        end = at;
        damaged -= size;
      }
    }
    return { disk, path, entries, bytes: end, damaged, file: null };
  });

const SEARCH_BYTES = 64 * 1024;

/** Offset of the next possible record after a damaged one; null: none nearby. */
async function nextStart(file: DiskFile, from: number, length: number): Promise<number | null> {
  const last = Math.min(length, from + MOST_RECORD);
  for (let at = from; at < last; at += SEARCH_BYTES - START.length + 1) {
    const found = (await bytesAt(file, at, SEARCH_BYTES)).indexOf(START);
    if (found !== -1) return at + found;
  }
  return null;
}

async function sizeAt(file: DiskFile, offset: number): Promise<number | null> {
  const size = sizeOf(await bytesAt(file, offset, HEAD_BYTES));
  return size === null || size > MOST_RECORD ? null : size;
}

async function reading<T>(
  disk: Disk,
  path: string,
  read: (file: DiskFile, length: number) => Promise<T>,
): Promise<T> {
  const file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return await read(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** May be shorter at the end of the file. */
async function bytesAt(file: DiskFile, offset: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let count = -1; count !== 0 && length < size; length += count)
    count = (await file.read(bytes, length, size - length, offset + length)).bytesRead;
  return bytes.subarray(0, length);
}

/** False if the file or a parent folder was removed or replaced: its batches are lost. */
export const isInPlace = async ({ disk, path, file, bytes }: Segment): Promise<boolean> =>
  file?.isInPlace() ??
  disk.stat(path).then(
    ({ size }) => size >= bytes,
    () => bytes === 0,
  );

/** Appends all or nothing; rejects with a system error. @param isSynced survives a power cut */
export async function appendTo(
  segment: Segment,
  batch: Batch,
  { since, isSynced }: { since: number; isSynced: boolean },
): Promise<void> {
  segment.file ??= await openAppendFile(segment.path, { disk: segment.disk, size: segment.bytes });
  const record = recordOf(batch);
  await segment.file.append(record);
  if (isSynced) await segment.file.sync();
  const { sequence, time, samples } = batch;
  segment.entries.push({ sequence, time, samples, size: record.length, offset: segment.bytes, since });
  segment.bytes += record.length;
}

/** Closes the file for appending. */
export async function sealSegment(segment: Segment): Promise<void> {
  const { file } = segment;
  segment.file = null;
  await file?.end();
}

/** Copies a partly unreadable file before its rest is cut off. Returns the path of the copy. */
export async function copyDamaged({ disk, path }: Segment): Promise<string> {
  const bytes = await reading(disk, path, (file, length) =>
    bytesAt(file, 0, Math.min(length, 2 * MOST_RECORD)),
  );
  const copy = `${path}.unreadable`;
  await replaceFile(copy, bytes, { disk });
  return copy;
}

/** Null if it is gone or damaged. Rejects if this process lacks a descriptor or memory. */
export async function readBatch(
  { disk, path }: Segment,
  { offset, size }: BatchEntry,
): Promise<Batch | null> {
  try {
    return await reading(disk, path, async (file) => readRecord(await bytesAt(file, offset, size)));
  } catch (error) {
    if (isShortage(error)) throw error;
    return null;
  }
}

/** Rewrites it without some entries. Returns the number of dropped values. */
export async function keepOf(
  segment: Segment,
  isKept: (entry: BatchEntry, index: number) => boolean,
): Promise<number> {
  await sealSegment(segment);
  const kept = segment.entries.filter(isKept);
  const gone = segment.entries.filter((entry) => !kept.includes(entry));
  const records = await reading(segment.disk, segment.path, async (file) => {
    const read: Buffer[] = [];
    for (const { offset, size } of kept) read.push(await bytesAt(file, offset, size));
    return read;
  });
  await replaceFile(segment.path, Buffer.concat(records), { disk: segment.disk });
  let at = 0;
  segment.entries = kept.map((entry) => {
    const moved = { ...entry, offset: at };
    at += entry.size;
    return moved;
  });
  segment.bytes = at;
  return gone.reduce((sum, { samples }) => sum + samples, 0);
}

export async function removeSegment(segment: Segment): Promise<void> {
  const { file } = segment;
  segment.file = null;
  await file?.close().catch(() => {});
  await removeFile(segment.path, segment.disk);
}
