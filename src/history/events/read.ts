/** Reads the event journal. */
import type { Slice } from '../../core/slice.ts';
import type { Disk } from '../../core/files/disk.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { readTail } from '../../core/files/read-file.ts';
import { parseAs, type Parsed, problemText } from '../../core/files/state-file.ts';
import { parseCheckedLine } from '../archive/checked-line.ts';
import { type JournalEntry, parseLine } from './entry.ts';
import { fileOf, monthOf, monthsIn } from './month.ts';
import { type AlertsSnapshot, type Present, replayJournal, type Replayed, SNAPSHOT_SHAPE } from './replay.ts';

/** All alerts, at most a minute old. */
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
  /** False for a file that no agent wrote, or that was damaged completely. */
  readonly isOurs: boolean;
  /** Up to the last complete line; the rest was truncated when a process ended. */
  readonly goodSize: number;
}

async function readLines(folder: string, month: string, disk: Disk): Promise<WholeLines> {
  const tail = await readTail(`${folder}/${fileOf(month)}`, MOST_BYTES, disk);
  if (tail === null) return { bytes: Buffer.alloc(0), isOurs: true, goodSize: 0 };
  const { bytes, offset } = tail;
  const end = bytes.lastIndexOf('\n'.charCodeAt(0)) + 1;
  const isOurs = offset === 0 && (end > 0 || isLineStart(bytes));
  return { bytes: bytes.subarray(0, end), isOurs, goodSize: offset + end };
}

/** True if bytes may begin a line, as a process that was killed while writing leaves it. */
const isLineStart = (bytes: Buffer): boolean =>
  LINE_START.startsWith(bytes.toString('latin1', 0, LINE_START.length));
const LINE_START = '{"crc":"';

interface MonthLines {
  /** In order, without damaged ones, and those of a newer version. */
  readonly lines: JournalLine[];
  /** Number of damaged lines. */
  readonly damaged: number;
  readonly isOurs: boolean;
  /** Content of the file. */
  readonly bytes: Buffer;
}

/** Rejects with a system error. @param slice null: does not yield */
export async function readMonth(
  folder: string,
  month: string,
  disk: Disk,
  slice: Slice | null = null,
): Promise<MonthLines> {
  const { bytes, isOurs } = await readLines(folder, month, disk);
  const lines: JournalLine[] = [];
  let damaged = 0;
  for (const text of bytes.toString('utf8').split('\n')) {
    const entry = parseLine(text);
    if (entry !== null) lines.push({ entry, line: `${text}\n` });
    else if (text !== '' && parseCheckedLine(text) === null) damaged += 1;
    if (slice?.isOver === true) await slice.next();
  }
  return { lines, damaged, isOurs, bytes };
}

/** Size of a month up to its last complete line; null for a file that is not ours. Rejects with a system error. */
export async function goodSizeOf(folder: string, month: string, disk: Disk): Promise<number | null> {
  const { goodSize, isOurs } = await readLines(folder, month, disk);
  return isOurs ? goodSize : null;
}

/** A file of the journal that is damaged, or cannot be read: what is readable counts. */
export interface JournalDamage {
  readonly path: string;
  /** Of one that cannot be read. */
  readonly error: unknown;
  /** In words that follow the path. */
  readonly reason: string;
}

/**
 * State of the previous run.
 * @param onDamage called for each file that is not read completely; may throw the error
 */
export async function readPastEvents(
  folder: string,
  present: Present,
  { disk, aliveAt = 0, onDamage }: { disk: Disk; aliveAt?: number; onDamage(damage: JournalDamage): void },
): Promise<Replayed> {
  const unreadable = (path: string) => (error: unknown) => {
    onDamage({ path, error, reason: `cannot be read: ${reasonOf(error)}` });
    return null;
  };
  const months = latestOf(monthsIn(await namesIn(folder, disk)), monthOf(present.now)).slice(0, MONTHS);
  const read: JournalEntry[] = [];
  for (const month of months.toReversed()) {
    const path = `${folder}/${fileOf(month)}`;
    const found = await readMonth(folder, month, disk).catch(unreadable(path));
    if (found === null) continue;
    read.push(...found.lines.map(({ entry }) => entry));
    const { damaged, isOurs } = found;
    if (!isOurs) onDamage({ path, error: null, reason: 'is damaged' });
    else if (damaged > 0)
      onDamage({ path, error: null, reason: `has ${damaged} damaged lines, which are skipped` });
  }
  const path = `${folder}/${SNAPSHOT}`;
  const snapshot = await readSnapshot(folder, disk).catch(unreadable(path));
  if (snapshot !== null && snapshot.problems.length > 0)
    onDamage({ path, error: null, reason: `is damaged: ${problemText(snapshot.problems)}` });
  return replayJournal(read, snapshot && snapshot.value, present, aliveAt);
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

/** Null if missing. */
async function readSnapshot(folder: string, disk: Disk): Promise<Parsed<AlertsSnapshot> | null> {
  const tail = await readTail(`${folder}/${SNAPSHOT}`, MOST_BYTES, disk);
  return tail && parseSnapshot(tail.bytes.toString('utf8'));
}

const parseSnapshot = parseAs(SNAPSHOT_SHAPE);
