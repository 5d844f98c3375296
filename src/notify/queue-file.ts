/**
 * The messages that wait, on disk, so that they survive a restart. Always written as a whole, to a new file that then
 * takes the place of the old one, readable by its owner only.
 */
import { constants, readFileSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { NotifyLog } from './log.ts';
import { lineOf, parseLine, type SavedEntry } from './queue-entry.ts';

export interface QueueFile {
  /** What waited when the agent ended. Never throws: what cannot be read is left out, with a line in the log. */
  load(): SavedEntry[];
  /** Writes soon; calls while a write is going on are one write. `entries` says what waits at that time. */
  save(entries: () => readonly SavedEntry[]): void;
  /** Resolves when all is written. */
  settled(): Promise<void>;
}

/** No queue of any sense is larger. */
const MOST_BYTES = 64 * 1024 * 1024;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export function createQueueFile(path: string, log: NotifyLog): QueueFile {
  let isDirty = false;
  let current: (() => readonly SavedEntry[]) | null = null;
  let writing: Promise<void> | null = null;
  let hasFailed = false;

  async function writeAll(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      await write(path, current?.() ?? []).then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) log('WARNING', unwritable(path, error));
          hasFailed = true;
        },
      );
    }
  }

  function start(): void {
    if (!isDirty) return;
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

async function write(path: string, entries: readonly SavedEntry[]): Promise<void> {
  if (entries.length === 0) return rm(path, { force: true });
  const next = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(next, { force: true });
  const file = await open(next, NEW_FILE, 0o600);
  try {
    await file.writeFile(entries.map((entry) => `${lineOf(entry)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}

function load(path: string, log: NotifyLog): SavedEntry[] {
  let text: string;
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    text = readFileSync(path, 'utf8');
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
