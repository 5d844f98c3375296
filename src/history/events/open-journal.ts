/** Opens the journal of events, in a folder that one agent uses at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment, LogWriter } from '../../core/base-services.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import type { Clock } from '../../core/host.ts';
import { noArchive } from '../../http/server/errors.ts';
import { parseName } from '../archive/files/file-name.ts';
import { eventsFolder } from '../archive/history-paths.ts';
import { kernelProcesses, type Lock, takeLock } from '../archive/lock.ts';
import { type Silence, watchSilence } from '../archive/silence.ts';
import { sinceBoot } from '../archive/since-boot.ts';
import type { EventJournal } from './agent-journal.ts';
import { readBetween } from './between.ts';
import { createEventJournal, type JournalSetup } from './journal.ts';

/** Longest wait of the start for a hanging disk. */
const TIMEOUT_MS = 5000;

interface JournalFolder {
  /** Of the history on disk; null: there is none. */
  archive: string | null;
  environment: Environment;
  clock: Clock;
  log: LogWriter;
  alerts?: JournalSetup['alerts'];
  /** Port of the server, named to other agents that want the same folder. */
  port: number;
}

/** Null without a folder. If it cannot be used now, it is tried again; the log gives the reason. */
export async function openEventJournal(setup: JournalFolder): Promise<EventJournal | null> {
  const { environment, archive, clock, log, port, alerts = () => [] } = setup;
  const folder = eventsFolder(environment);
  if (folder === null) {
    log.write('WARNING', 'Events are lost in a restart: set STATE_DIRECTORY or XDG_STATE_HOME.');
    return null;
  }
  const isSilent = watchSilence(clock);
  const journal = createEventJournal({
    folder,
    clock,
    sinceBoot,
    alerts,
    log: log.write,
    aliveAt: Promise.race([lastWrite(archive), sleep(TIMEOUT_MS / 2, 0, { ref: false })]),
    lock: () => lockOf(folder, port, isSilent),
  });
  const obstacle = (): string | null => journal.obstacle;
  await Promise.race([journal.start(), sleep(TIMEOUT_MS, undefined, { ref: false })]);
  const { stop } = journal;
  let stopped: Promise<void> | null = null;
  return Object.assign(journal, {
    stop: () => (stopped ??= stop()),
    folder: {
      path: folder,
      obstacle,
      whenReadable(read: () => void) {
        if (journal.isReadable) read();
        journal.readable.on(read);
      },
    },
    async between(from: number, to: number) {
      if (journal.obstacle !== null) throw noArchive(journal.obstacle);
      const past = await readBetween(folder, from, to, nodeDisk);
      const current = new Map(journal.current().map(({ id, culprits }) => [id, culprits]));
      const events = past.events.map((saved) => {
        const culprits = current.get(saved.id);
        return culprits === undefined ? saved : { ...saved, culprits };
      });
      return { ...past, events };
    },
  });
}

/** Rejects with a system error, or with one that names the holder of the folder. */
async function lockOf(folder: string, port: number, isSilent: Silence): Promise<Lock> {
  const lock = await takeLock(nodeDisk, folder, { processes: kernelProcesses, port, isSilent });
  if (!('heldBy' in lock)) return lock;
  const { pid, port: other } = lock.heldBy;
  throw new Error(
    `the agent on port ${other} (process ${pid}) has ${folder}; give each its own STATE_DIRECTORY`,
  );
}

/** Last write of the history on disk, whose logs grow while the agent runs. 0: unknown. */
async function lastWrite(archive: string | null): Promise<number> {
  if (archive === null) return 0;
  try {
    const logs = (await nodeDisk.readdir(archive)).filter((name) => parseName(name)?.kind === 'head');
    const times = logs.map(async (name) => (await nodeDisk.stat(`${archive}/${name}`)).mtimeMs);
    return Math.max(0, ...(await Promise.all(times)));
  } catch {
    // The journal records it to the minute.
    return 0;
  }
}
