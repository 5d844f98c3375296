/** Reads the busiest programs of a moment. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import type { Disk } from '../../../core/files/disk.ts';
import { readTail } from '../../../core/files/read-file.ts';
import { testOf } from '../../../core/shape-check.ts';
import { TOP_ENTRY, type TopEntry } from '../../past/history-source.ts';
import { parseCheckedLine } from '../checked-line.ts';
import { dayOf, MOST_DAY_BYTES, packedPath, topFile } from './top-file.ts';

const gunzip = promisify(gunzipWithCallback);
const DAY_MS = 86_400_000;
/** Entries are stamped with their end. */
const LONGEST_MS = 700_000;
const NEWLINE = '\n'.charCodeAt(0);

const isTopEntry = testOf(TOP_ENTRY);

/** Returns the entry for a moment; null if there is none. Rejects with a system error. */
export async function readTop(disk: Disk, folder: string, at: number): Promise<TopEntry | null> {
  for (const time of [at, at + DAY_MS]) {
    const bytes = await readDay(disk, folder, dayOf(time));
    const entry = bytes && firstFrom(bytes, at);
    if (entry) return entry.time - entry.seconds * 1000 <= at ? entry : null;
    if (dayOf(at + LONGEST_MS) === dayOf(at)) return null;
  }
  return null;
}

async function readDay(disk: Disk, folder: string, day: string): Promise<Buffer | null> {
  const path = `${folder}/${topFile(day)}`;
  const plain = await readTail(path, MOST_DAY_BYTES, disk);
  if (plain !== null) return plain.bytes;
  return readPacked(disk, path);
}

/** Returns the content of a day that is over; null: none, or damaged. Rejects with a system error. */
export async function readPacked(disk: Disk, path: string): Promise<Buffer | null> {
  const packed = await readTail(packedPath(path), MOST_DAY_BYTES, disk);
  return packed && gunzip(packed.bytes, { maxOutputLength: MOST_DAY_BYTES }).catch(() => null);
}

/** Returns the first entry that ends at a moment or later, by binary search. */
function firstFrom(bytes: Buffer, at: number): TopEntry | null {
  let [low, high] = [0, bytes.length];
  // Between the begin of an earlier line, and the begin of a later one.
  while (low < high) {
    const middle = lineBegin(bytes, (low + high) >> 1);
    const entry = entryAt(bytes, middle);
    if (entry !== null && entry.time >= at) high = middle;
    else low = lineEnd(bytes, middle);
  }
  return entryAt(bytes, low);
}

const lineBegin = (bytes: Buffer, at: number): number =>
  at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at - 1) + 1;

function lineEnd(bytes: Buffer, begin: number): number {
  const end = bytes.indexOf(NEWLINE, begin);
  return end === -1 ? bytes.length : end + 1;
}

/** Null at the end, and for a damaged line. */
function entryAt(bytes: Buffer, begin: number): TopEntry | null {
  const value = parseCheckedLine(bytes.toString('utf8', begin, lineEnd(bytes, begin)).trimEnd());
  return isTopEntry(value) ? value : null;
}
