/**
 * The messages that wait, on disk, so that they survive a restart. Always written as a whole, for their owner only.
 */
import { type Disk, nodeDisk } from '../files/disk.ts';
import { readSmallFile } from '../files/read-small-file.ts';
import { removeFile } from '../files/remove-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Clock } from '../core/host.ts';
import type { NotifyLog } from './log.ts';
import { lineOf, parseLine, type SavedEntry } from './queue-entry.ts';

export interface QueueFile {
  /** The messages that were queued when the agent ended. Never throws: unreadable ones are left out, with a line in the log. */
  load(): SavedEntry[];
  /** Writes soon; calls while a write is going on are one write. `entries` says what waits at that time. */
  save(entries: () => readonly SavedEntry[]): void;
  /** Resolves when all is written, or could not be. */
  settled(): Promise<void>;
}

/** No queue of any sense is larger. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A disk that was full is tried again, although nothing new waits. */
const RETRY_MS = 30_000;

export interface QueueFileSetup {
  log: NotifyLog;
  clock: Pick<Clock, 'setTimer'>;
  disk?: Disk;
}

export function createQueueFile(path: string, { log, clock, disk = nodeDisk }: QueueFileSetup): QueueFile {
  let isDirty = false;
  let current: (() => readonly SavedEntry[]) | null = null;
  let writing: Promise<void> | null = null;
  let hasFailed = false;
  let cancelRetry: (() => void) | null = null;

  async function writeAll(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      await write(path, current?.() ?? [], disk).then(succeed, fail);
    }
  }

  function succeed(): void {
    if (hasFailed) log('INFO', `Notifications that wait are in ${path} again, and survive a restart.`);
    hasFailed = false;
  }

  function fail(error: unknown): void {
    if (!hasFailed) log('WARNING', unwritable(path, error));
    hasFailed = true;
    cancelRetry ??= clock.setTimer(() => {
      cancelRetry = null;
      isDirty = true;
      start();
    }, RETRY_MS);
  }

  function start(): void {
    if (!isDirty) return;
    cancelRetry?.();
    cancelRetry = null;
    writing ??= writeAll().finally(() => {
      writing = null;
      // There may have been a call after the last look at what there is to write.
      start();
    });
  }

  return {
    load: () => load(path, log),
    save(entries) {
      current = entries;
      isDirty = true;
      start();
    },
    async settled() {
      while (writing !== null) await writing;
    },
  };
}

const unwritable = (path: string, error: unknown): string =>
  `Notifications that wait would be lost in a restart: ${path} cannot be written (${messageOf(error)}).`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function write(path: string, entries: readonly SavedEntry[], disk: Disk): Promise<void> {
  if (entries.length === 0) await removeFile(path, disk);
  else await replaceFile(path, entries.map((entry) => `${lineOf(entry)}\n`).join(''), { disk });
}

function load(path: string, log: NotifyLog): SavedEntry[] {
  let text: string;
  try {
    text = readSmallFile(path, MOST_BYTES).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log('WARNING', `Notifications that waited in ${path} are lost: ${messageOf(error)}.`);
    return [];
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.map(parseLine).filter((entry) => entry !== null);
  const lost = lines.length - entries.length;
  if (lost > 0) log('WARNING', `Lines of ${path} that are no notifications are left out: ${lost}.`);
  return entries;
}
