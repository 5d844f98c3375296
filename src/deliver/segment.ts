/** One file of a queue: records behind each other, of which the first ones may be done. */
import { open, readFile } from 'node:fs/promises';
import { type AppendFile, openAppendFile } from '../files/append-file.ts';
import { removeFile } from '../files/remove-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { type Batch, readRecord, recordOf } from './record.ts';

/** Where a batch stands. */
export interface Entry extends Omit<Batch, 'bytes'> {
  readonly offset: number;
  readonly size: number;
}

export interface Segment {
  readonly path: string;
  entries: Entry[];
  bytes: number;
  /** Only while it is appended to. */
  file: AppendFile | null;
}

export const newSegment = (path: string): Segment => ({ path, entries: [], bytes: 0, file: null });

/** The whole records of a file; a torn end is left out, and cut off when the file is appended to. */
export async function loadSegment(path: string): Promise<Segment> {
  const content = await readFile(path);
  const entries: Entry[] = [];
  let at = 0;
  for (let record = readRecord(content, at); record !== null; record = readRecord(content, at)) {
    const { sequence, time, samples, size } = record;
    entries.push({ sequence, time, samples, size, offset: at });
    at += size;
  }
  return { path, entries, bytes: at, file: null };
}

/** All or nothing; rejects with a system error. */
export async function appendTo(segment: Segment, batch: Batch): Promise<void> {
  segment.file ??= await openAppendFile(segment.path, { size: segment.bytes });
  const record = recordOf(batch);
  await segment.file.append(record);
  const { sequence, time, samples } = batch;
  segment.entries.push({ sequence, time, samples, size: record.length, offset: segment.bytes });
  segment.bytes += record.length;
}

/** Ends appending. */
export async function sealSegment(segment: Segment): Promise<void> {
  const { file } = segment;
  segment.file = null;
  if (file === null) return;
  await file.sync().finally(() => file.close());
}

/** Null: it cannot be read any more, or is damaged. */
export async function readBatch({ path }: Segment, { offset, size }: Entry): Promise<Batch | null> {
  try {
    const file = await open(path, 'r');
    const record = Buffer.alloc(size);
    const { bytesRead } = await file.read(record, 0, size, offset).finally(() => file.close());
    return bytesRead === size ? readRecord(record, 0) : null;
  } catch {
    return null;
  }
}

/** Rewrites it without some entries. The number of values that are gone. */
export async function keepOf(
  segment: Segment,
  isKept: (entry: Entry, index: number) => boolean,
): Promise<number> {
  await sealSegment(segment);
  const content = await readFile(segment.path);
  const kept = segment.entries.filter(isKept);
  const gone = segment.entries.filter((entry) => !kept.includes(entry));
  await replaceFile(
    segment.path,
    Buffer.concat(kept.map(({ offset, size }) => content.subarray(offset, offset + size))),
  );
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
  await file?.close();
  await removeFile(segment.path);
}
