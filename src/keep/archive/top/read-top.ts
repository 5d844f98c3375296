/** Reads which programs used the machine at a moment. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import type { Disk } from '../../../core/files/disk.ts';
import { readTail } from '../../../core/files/read-file.ts';
import type { TopEntry } from '../../past/history-source.ts';
import { isTopEntry } from '../../past/top-entry.ts';
import { parseCheckedLine } from '../checked-line.ts';
import { dayOf, MOST_DAY_BYTES, topFile } from './top-file.ts';

const gunzip = promisify(gunzipWithCallback);
const DAY_MS = 86_400_000;
/** Entries end after the moment that they are about. */
const LONGEST_MS = 700_000;
const NEWLINE = '\n'.charCodeAt(0);

/** The entry about a moment; null when there is none. Rejects with a system error. */
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
  const packed = await readTail(`${path}.gz`, MOST_DAY_BYTES, disk);
  if (packed === null) return null;
  // A file that was damaged is none.
  return gunzip(packed.bytes, { maxOutputLength: MOST_DAY_BYTES }).catch(() => null);
}

/** The first entry that ends at a moment or later; lines are in the order of time. */
function firstFrom(bytes: Buffer, at: number): TopEntry | null {
  let [low, high] = [0, bytes.length];
  // Between the begin of a line that is earlier, and the begin of one that is not.
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

/** Null at the end, and where a line is damaged. */
function entryAt(bytes: Buffer, begin: number): TopEntry | null {
  const value = parseCheckedLine(bytes.toString('utf8', begin, lineEnd(bytes, begin)).trimEnd());
  return isTopEntry(value) ? value : null;
}
