/**
 * The messages that wait, on disk, so that they survive a restart. Always written as a whole, for their owner only.
 */
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, type Parsed } from '../../core/files/state-file.ts';
import type { Clock } from '../../core/host.ts';
import type { NotifyLog } from './log.ts';
import { lineOf, parseLine, type SavedEntry } from './queue-entry.ts';

export interface QueueFile {
  /** The messages that were queued when the agent ended. Never throws: unreadable ones stay in a file, and the log says where. */
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

export function createQueueFile(path: string, { log, clock, disk }: QueueFileSetup): QueueFile {
  const file = createStateFile(path, {
    parse,
    disk,
    most: MOST_BYTES,
    onSetAside: (aside) => log('WARNING', `Notifications that could not be read are kept in ${aside}.`),
  });
  let isDirty = false;
  let current: (() => readonly SavedEntry[]) | null = null;
  let writing: Promise<void> | null = null;
  let hasFailed = false;
  let cancelRetry: (() => void) | null = null;

  async function writeAll(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      await file.save(textOf(current?.() ?? [])).then(succeed, fail);
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
    load() {
      const { value, problem } = file.load();
      if (problem !== null) log('WARNING', `Notifications of the last run are not sent: ${problem}.`);
      return value ?? [];
    },
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

const textOf = (entries: readonly SavedEntry[]): string | null =>
  entries.length === 0 ? null : entries.map((entry) => `${lineOf(entry)}\n`).join('');

function parse(text: string): Parsed<SavedEntry[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const value = lines.map(parseLine).filter((entry) => entry !== null);
  return { value, damaged: lines.length - value.length };
}
