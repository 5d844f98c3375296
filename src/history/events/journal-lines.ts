/** Lines of the journal on their way to the disk: they wait, are appended to the file of their month, and are synced. */
import type { Clock } from '../../core/host.ts';
import { type AppendFile, openAppendFile } from '../../core/files/append-file.ts';
import type { Disk } from '../../core/files/disk.ts';
import { isUnreadable } from '../../core/files/error-code.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { asideOf, setAside } from '../../core/files/set-aside.ts';
import { compact } from './compact.ts';
import { fileOf, isOutdated, monthOf, monthsIn } from './month.ts';
import { goodSizeOf, readMonth } from './read.ts';

/** Methods that return promises reject with system errors. */
interface JournalLines {
  /** Adds a waiting line. @param most number of waiting lines beyond which the oldest are dropped */
  add(line: string, most?: number): void;
  /** Adds lines before all waiting ones. */
  addFirst(lines: readonly string[]): void;
  /** Drops waiting lines that are in the file of this month already. */
  dropWritten(): Promise<void>;
  /** Appends the waiting lines. */
  append(): Promise<void>;
  /** Syncs the appended lines; they wait again if that fails. */
  sync(): Promise<void>;
  /** Syncs and closes the open file. */
  close(): Promise<void>;
  /** False if the open file was removed or replaced. */
  isInPlace(): Promise<boolean>;
  /** Unsynced lines wait again: they were lost with their file. */
  takeBack(): void;
  /** Closes the open file without a sync. */
  leave(): Promise<void>;
}

/** Most bytes per month, and the size after compaction. */
const MOST_BYTES = 1024 * 1024;
const COMPACT_BYTES = MOST_BYTES / 2;
/** Most lines queued for the disk. */
const MOST_WAITING = 1000;

interface JournalLinesSetup {
  folder: string;
  disk: Disk;
  clock: Clock;
  /** Called with a sentence about a file that was set aside or copied. */
  onKept(sentence: string): void;
}

export function createJournalLines({ folder, disk, clock, onKept }: JournalLinesSetup): JournalLines {
  let file: { month: string; appended: AppendFile } | null = null;
  /** Not written yet. */
  let waiting: string[] = [];
  /** Written since the last fsync. */
  let unsynced: string[] = [];

  const pathOf = (month: string): string => `${folder}/${fileOf(month)}`;

  async function fileFor(month: string): Promise<AppendFile> {
    if (file?.month === month) return file.appended;
    await close();
    await forgetOld();
    const appended = await openAppendFile(pathOf(month), { disk, size: await sizeToKeep(month) });
    file = { month, appended };
    return appended;
  }

  /** A file that cannot be used is set aside, so that the journal goes on. */
  async function sizeToKeep(month: string): Promise<number> {
    const size = await goodSizeOf(folder, month, disk).catch((error) => {
      if (isUnreadable(error)) return null;
      throw error;
    });
    if (size === null)
      onKept(`A file of events could not be used and is kept as ${await setAside(disk, pathOf(month))}.`);
    return size ?? 0;
  }

  async function forgetOld(): Promise<void> {
    // Without a folder there is nothing to clear.
    const names = await disk.readdir(folder).catch(() => []);
    for (const month of monthsIn(names))
      if (isOutdated(month, clock.settled())) await removeFile(pathOf(month), disk);
  }

  async function append(): Promise<void> {
    if (waiting.length === 0) return;
    const open = await fileFor(monthOf(clock.now()));
    const lines = waiting;
    const bytes = Buffer.from(lines.join(''));
    await open.append(bytes);
    waiting = waiting.slice(lines.length);
    unsynced.push(...lines);
    if (unsynced.length > MOST_WAITING) await sync();
    if (open.size > MOST_BYTES) await makeRoom();
  }

  async function sync(): Promise<void> {
    if (file === null || unsynced.length === 0) return;
    try {
      await file.appended.sync();
      unsynced = [];
    } catch (error) {
      // They were truncated again.
      takeBack();
      throw error;
    }
  }

  async function close(): Promise<void> {
    const open = file?.appended;
    if (open === undefined) return;
    await sync();
    file = null;
    await open.close();
  }

  async function makeRoom(): Promise<void> {
    const month = file?.month;
    if (month === undefined) return;
    await close();
    const { lines, damaged, bytes } = await readMonth(folder, month, disk);
    if (damaged > 0) {
      const copy = asideOf(pathOf(month));
      await replaceFile(copy, bytes, { disk });
      onKept(
        `A file of events has ${damaged} damaged lines. It becomes smaller without them, and is kept as ${copy}.`,
      );
    }
    await replaceFile(pathOf(month), compact(lines, COMPACT_BYTES).join(''), { disk });
  }

  function takeBack(): void {
    waiting = [...unsynced, ...waiting];
    unsynced = [];
  }

  return {
    add(line, most = MOST_WAITING) {
      waiting = [...waiting, line].slice(-most);
    },
    addFirst(lines) {
      waiting = [...lines, ...waiting];
    },
    async dropWritten() {
      const { lines } = await readMonth(folder, monthOf(clock.now()), disk);
      const known = new Set(lines.map(({ line }) => line));
      waiting = waiting.filter((line) => !known.has(line));
    },
    append,
    sync,
    close,
    isInPlace: async () => file === null || (await file.appended.isInPlace()),
    takeBack,
    async leave() {
      const left = file;
      file = null;
      unsynced = [];
      await left?.appended.end();
    },
  };
}
