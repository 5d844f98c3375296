/** Opens the journal of events, in a folder that one agent has at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseName } from '../archive/files/file-name.ts';
import { type PastRange, readBetween } from '../archive/events/between.ts';
import { type Journal, openJournal } from '../archive/events/journal.ts';
import { sinceBoot } from '../archive/events/since-boot.ts';
import type { Notes } from '../archive/events/notes.ts';
import { kernelProcesses, takeLock } from '../archive/lock.ts';
import type { Clock } from '../core/host.ts';
import type { Silences } from '../events/silences.ts';
import { nodeDisk } from '../files/disk.ts';
import { makeFolder } from '../files/make-folder.ts';
import { stateFolder } from '../deliver/state-folder.ts';
import type { Log } from './log.ts';
import { openNotes } from './notes.ts';
import { openSilences } from './silences.ts';

/** A disk that does not answer must not keep the agent from starting. */
const PATIENCE_MS = 5000;

export interface JournalFolder {
  /** Of the history on disk; null: there is none. */
  archive: string | null;
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  log: Log;
  /** Of the server, to be named to others that want the same folder. */
  port: number;
}

export interface KeptJournal extends Pick<Journal, 'past' | 'take' | 'cleared' | 'mark' | 'follow' | 'stop'> {
  between(from: number, to: number): Promise<PastRange>;
  /** Kept in the same folder, like the notes. */
  readonly silences: Silences;
  readonly notes: Notes;
}

/** Null where events cannot be kept; the log says why. */
export async function openEventJournal(setup: JournalFolder): Promise<KeptJournal | null> {
  const state = stateFolder(setup.environment, process.getuid?.() === 0);
  if (state === null) {
    setup.log.write('WARNING', 'Events are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.');
    return null;
  }
  const opening = open(`${state}/archive/events`, setup);
  const late = sleep(PATIENCE_MS, 'late' as const, { ref: false });
  const first = await Promise.race([opening, late]);
  if (first !== 'late') return first;
  setup.log.write('WARNING', `Events are lost in a restart: ${state} did not answer within five seconds.`);
  void opening.then((journal) => journal?.stop());
  return null;
}

async function open(
  folder: string,
  { archive, clock, log, port }: JournalFolder,
): Promise<KeptJournal | null> {
  try {
    await makeFolder(nodeDisk, folder);
    const lock = await takeLock(nodeDisk, folder, { processes: kernelProcesses, port, now: clock.now() });
    if ('heldBy' in lock) {
      const { pid, port: other } = lock.heldBy;
      log.write(
        'WARNING',
        `Events of this agent are lost in a restart: the agent on port ${other} (process ${pid}) keeps its own in ` +
          `${folder}. Give each a STATE_DIRECTORY of its own.`,
      );
      return null;
    }
    const journal = await openJournal({
      folder,
      clock,
      sinceBoot,
      log: log.write,
      aliveAt: await lastWrite(archive),
    });
    const silences = openSilences(folder, clock, log);
    return {
      ...journal,
      silences,
      notes: openNotes(folder, log),
      between: (from, to) => readBetween(folder, from, to, nodeDisk),
      async stop() {
        silences.stop();
        await journal.stop().finally(lock.release);
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.write('WARNING', `Events are lost in a restart: ${folder} cannot be used (${reason}).`);
    return null;
  }
}

/** When the history on disk was written last: its logs grow as long as the agent lives. 0 where that is not known. */
async function lastWrite(archive: string | null): Promise<number> {
  if (archive === null) return 0;
  try {
    const logs = (await nodeDisk.readdir(archive)).filter((name) => parseName(name)?.kind === 'head');
    const times = logs.map(async (name) => (await nodeDisk.stat(`${archive}/${name}`)).mtimeMs);
    return Math.max(0, ...(await Promise.all(times)));
  } catch {
    // The journal knows it by a minute.
    return 0;
  }
}
