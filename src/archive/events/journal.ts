/**
 * The journal of events: what happened to each, line by line, so that the next agent goes on where this one ended, and
 * the past can be shown. A line is handed to the kernel when it happens and synced with the minute; while the disk takes
 * nothing, lines wait in memory.
 */
import type { EventChange, PastEvents, SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import { createInTurn } from '../../core/in-turn.ts';
import { type AppendFile, openAppendFile } from '../../files/append-file.ts';
import { type Disk, nodeDisk } from '../../files/disk.ts';
import { removeFile } from '../../files/remove-file.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { compact } from './compact.ts';
import { type JournalEntry, lineOf } from './entry.ts';
import { fileOf, isOutdated, monthOf, monthsIn } from './month.ts';
import { goodSizeOf, readMonth, readPast, SNAPSHOT } from './read.ts';
import type { SinceBoot } from './since-boot.ts';

export interface Journal {
  /** The events of the agent before. */
  readonly past: PastEvents;
  /** Resolves when the kernel has the line, or the disk has refused it; never rejects. */
  take(change: EventChange): Promise<void>;
  /** None of these throws or waits. */
  cleared(which: 'all' | 'warning'): void;
  mark(mark: string, detail?: string | null): void;
  /** Says which events last, from now on. */
  follow(lasting: () => readonly SavedEvent[]): void;
  /** Writes what there is, with a mark that the agent ended. */
  stop(): Promise<void>;
}

export interface JournalSetup {
  /** The folder of the archive. */
  folder: string;
  clock: Clock;
  /** With it a step of the wall clock between two agents is no pause. */
  sinceBoot?(): SinceBoot | null;
  log(severity: 'INFO' | 'WARNING', text: string): void;
  disk?: Disk;
  /** Milliseconds since the epoch: the agent before was seen alive then by somebody else. */
  aliveAt?: number;
}

const SYNC_MS = 60_000;
/** Bytes of a month, and what is left of them when they are too many. */
const MOST_BYTES = 1024 * 1024;
const COMPACT_BYTES = MOST_BYTES / 2;
/** Lines that wait for a disk. */
const MOST_WAITING = 1000;

/** Reads what the agent before left, and begins to write. Rejects with a system error. */
export async function openJournal(setup: JournalSetup): Promise<Journal> {
  const { disk = nodeDisk, folder, clock, aliveAt } = setup;
  const present = { now: clock.now(), sinceBoot: setup.sinceBoot?.() ?? null };
  const { past, wasKilled } = await readPast(folder, present, disk, aliveAt);
  const journal = createJournal(setup, disk, past);
  if (wasKilled) void journal.write({ kind: 'mark', mark: 'killed', time: past.stoppedAt });
  journal.mark('start');
  return journal;
}

function createJournal(
  { folder, clock, log, sinceBoot = () => null }: JournalSetup,
  disk: Disk,
  past: PastEvents,
): Journal & { write(entry: JournalEntry): Promise<void> } {
  const inTurn = createInTurn();
  let file: { month: string; appended: AppendFile } | null = null;
  /** Not yet handed to the kernel. */
  let waiting: string[] = [];
  /** Handed to the kernel since the last sync. */
  let unsynced: string[] = [];
  let { lastId } = past;
  let lasting: () => readonly SavedEvent[] = () => [];
  let hadLasting = past.events.some(({ event }) => event.end === -1);
  let hasFailed = false;
  let cancelSync: (() => void) | null = null;

  const pathOf = (month: string): string => `${folder}/${fileOf(month)}`;

  async function fileFor(month: string): Promise<AppendFile> {
    if (file?.month === month) return file.appended;
    await close();
    await forgetOld();
    const size = await goodSizeOf(folder, month, disk);
    const appended = await openAppendFile(pathOf(month), { disk, size });
    file = { month, appended };
    return appended;
  }

  async function close(): Promise<void> {
    const open = file?.appended;
    if (open === undefined) return;
    await sync(open);
    file = null;
    await open.close();
  }

  async function forgetOld(): Promise<void> {
    // Where the folder does not exist yet there is nothing to forget.
    const names = await disk.readdir(folder).catch(() => []);
    for (const month of monthsIn(names))
      if (isOutdated(month, clock.now())) await removeFile(pathOf(month), disk);
  }

  async function append(): Promise<void> {
    if (waiting.length === 0) return;
    const open = await fileFor(monthOf(clock.now()));
    const lines = waiting;
    const bytes = Buffer.from(lines.join(''));
    await open.append(bytes);
    waiting = waiting.slice(lines.length);
    unsynced.push(...lines);
    if (unsynced.length > MOST_WAITING) await sync(open);
    if (open.size > MOST_BYTES) await makeRoom();
  }

  async function sync(open: AppendFile): Promise<void> {
    if (unsynced.length === 0) return;
    try {
      await open.sync();
      unsynced = [];
    } catch (error) {
      // They have been cut off again.
      waiting = [...unsynced, ...waiting];
      unsynced = [];
      throw error;
    }
  }

  async function makeRoom(): Promise<void> {
    const month = file?.month;
    if (month === undefined) return;
    await close();
    const lines = await readMonth(folder, month, disk);
    await replaceFile(pathOf(month), compact(lines, COMPACT_BYTES).join(''), { disk });
  }

  /** Rewritten while events last, and once more when the last of them has ended. */
  async function writeSnapshot(): Promise<void> {
    const events = lasting();
    if (events.length === 0 && !hadLasting) return;
    const text = JSON.stringify({ time: clock.now(), ...sinceBoot(), lastId, lasting: events });
    await replaceFile(`${folder}/${SNAPSHOT}`, text, { disk });
    hadLasting = events.length > 0;
  }

  const attempt = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      try {
        await work();
        if (hasFailed) log('INFO', `Events are kept in ${folder} again.`);
        hasFailed = false;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!hasFailed)
          log('WARNING', `Events would be lost in a restart: ${folder} cannot be written (${reason}).`);
        hasFailed = true;
      }
    });

  async function flush(): Promise<void> {
    await append();
    if (file !== null) await sync(file.appended);
    await writeSnapshot();
  }

  /** Goes on as long as there is something to write. */
  function planSync(): void {
    cancelSync ??= clock.setTimer(() => {
      cancelSync = null;
      void attempt(flush).then(() => {
        if (hasFailed || hadLasting) planSync();
      });
    }, SYNC_MS);
  }

  function write(entry: JournalEntry): Promise<void> {
    waiting = [...waiting, lineOf({ ...entry, ...sinceBoot() })].slice(-MOST_WAITING);
    const written = attempt(append);
    planSync();
    return written;
  }

  return {
    past,
    write,
    take({ kind, ...change }) {
      lastId = Math.max(lastId, change.id);
      hadLasting = true;
      return write({ kind, time: clock.now(), ...change });
    },
    cleared: (which) => void write({ kind: 'clear', time: clock.now(), which }),
    mark: (mark, detail = null) =>
      void write({ kind: 'mark', time: clock.now(), mark, ...(detail !== null && { detail }) }),
    follow(tell) {
      lasting = tell;
    },
    async stop() {
      cancelSync?.();
      await attempt(writeSnapshot);
      waiting.push(lineOf({ kind: 'mark', time: clock.now(), ...sinceBoot(), mark: 'stop' }));
      await attempt(async () => {
        await append();
        await close();
      });
    },
  };
}
