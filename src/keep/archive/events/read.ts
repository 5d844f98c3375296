/** Reads the event journal. */
import type { Slice } from '../../../core/turns.ts';
import type { Disk } from '../../../core/files/disk.ts';
import { readTail } from '../../../core/files/read-file.ts';
import { isSavedEvent, type JournalEntry, parseLine } from './entry.ts';
import { fileOf, monthOf, monthsIn } from './month.ts';
import { type EventsSnapshot, type Present, replay, type Replayed } from './replay.ts';

/** Ongoing events, at most a minute old. */
export const SNAPSHOT = 'events-lasting.json';

/** Larger files are not ours. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Most files read at startup; longer events are in the snapshot. */
const MONTHS = 2;

/** A complete line. */
export interface JournalLine {
  readonly entry: JournalEntry;
  readonly line: string;
}

interface WholeLines {
  readonly bytes: Buffer;
  /** Up to the last complete line; the rest was truncated when a process ended. */
  readonly goodSize: number;
}

async function readLines(folder: string, month: string, disk: Disk): Promise<WholeLines> {
  const tail = await readTail(`${folder}/${fileOf(month)}`, MOST_BYTES, disk);
  if (tail === null) return { bytes: Buffer.alloc(0), goodSize: 0 };
  const { bytes, offset } = tail;
  const end = bytes.lastIndexOf('\n'.charCodeAt(0)) + 1;
  return { bytes: bytes.subarray(0, end), goodSize: offset + end };
}

/** Lines in order, without damaged ones. Rejects with a system error. @param slice null: does not yield */
export async function readMonth(
  folder: string,
  month: string,
  disk: Disk,
  slice: Slice | null = null,
): Promise<JournalLine[]> {
  const { bytes } = await readLines(folder, month, disk);
  const lines: JournalLine[] = [];
  for (const text of bytes.toString('utf8').split('\n')) {
    const entry = parseLine(text);
    if (entry !== null) lines.push({ entry, line: `${text}\n` });
    if (slice?.isOver === true) await slice.next();
  }
  return lines;
}

/** Size of a month up to its last complete line. Rejects with a system error. */
export const goodSizeOf = async (folder: string, month: string, disk: Disk): Promise<number> =>
  (await readLines(folder, month, disk)).goodSize;

/** State of the previous run. */
export async function readPast(folder: string, present: Present, disk: Disk, aliveAt = 0): Promise<Replayed> {
  const months = latestOf(monthsIn(await namesIn(folder, disk)), monthOf(present.now)).slice(0, MONTHS);
  const read: JournalEntry[] = [];
  for (const month of months.toReversed())
    read.push(...(await readMonth(folder, month, disk)).map(({ entry }) => entry));
  return replay(read, await readSnapshot(folder, disk), present, aliveAt);
}

/** Months ahead are older than the present one: they were written while the clock was wrong. */
const latestOf = (months: readonly string[], now: string): readonly string[] => [
  ...months.filter((month) => month <= now),
  ...months.filter((month) => month > now),
];

async function namesIn(folder: string, disk: Disk): Promise<string[]> {
  try {
    return await disk.readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Null if missing or invalid. */
async function readSnapshot(folder: string, disk: Disk): Promise<EventsSnapshot | null> {
  const tail = await readTail(`${folder}/${SNAPSHOT}`, MOST_BYTES, disk);
  if (tail === null) return null;
  try {
    const { time, boot, uptime, lastId, lasting } = JSON.parse(
      tail.bytes.toString('utf8'),
    ) as Partial<EventsSnapshot>;
    if (typeof time !== 'number' || !Number.isSafeInteger(lastId) || !Array.isArray(lasting)) return null;
    const since = typeof boot === 'string' && typeof uptime === 'number' ? { boot, uptime } : {};
    return { time, ...since, lastId: lastId as number, lasting: (lasting as unknown[]).filter(isSavedEvent) };
  } catch {
    return null;
  }
}
