/** Opens the journal of events, in a folder that one agent uses at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { noArchive } from '../../http/server/errors.ts';
import { parseName } from '../../history/archive/files/file-name.ts';
import { type PastRange, readBetween } from '../../history/events/between.ts';
import { createEventJournal, type EventJournal } from '../../history/events/journal.ts';
import { sinceBoot } from '../../history/archive/since-boot.ts';
import { kernelProcesses, type Lock, takeLock } from '../../history/archive/lock.ts';
import { type Silence, watchSilence } from '../../history/archive/silence.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import type { Clock } from '../../core/host.ts';
import type { EventFolder } from '../../history/events/event-folder.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import type { Log } from '../process/log.ts';
import { eventsFolder } from './history-paths.ts';
import { type KeptAlerts, openAlerts } from './kept-alerts.ts';

/** Longest wait of the start for a hanging disk. */
const PATIENCE_MS = 5000;

export interface JournalFolder {
  /** Of the history on disk; null: there is none. */
  archive: string | null;
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  log: Log;
  problems: Pick<FileProblems, 'report'>;
  /** Port of the server, named to other agents that want the same folder. */
  port: number;
}

export interface AgentEventJournal extends Omit<EventJournal, 'readable' | 'isReadable' | 'start'> {
  between(from: number, to: number): Promise<PastRange>;
  /** For the files of features. */
  readonly folder: EventFolder;
  readonly alerts: KeptAlerts;
  /** Alerts of a hub's servers. */
  readonly fleetAlerts: KeptAlerts;
}

/** Null without a folder. If it cannot be used now, it is tried again; the log gives the reason. */
export async function openEventJournal(setup: JournalFolder): Promise<AgentEventJournal | null> {
  const { environment, archive, clock, log, port, problems } = setup;
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
    log: log.write,
    aliveAt: Promise.race([lastWrite(archive), sleep(PATIENCE_MS / 2, 0, { ref: false })]),
    lock: () => lockOf(folder, port, isSilent),
  });
  const obstacle = (): string | null => journal.obstacle;
  const alerts = openAlerts(`${folder}/alerts.json`, problems, obstacle);
  const fleetAlerts = openAlerts(`${folder}/fleet-alerts.json`, problems, obstacle);
  journal.readable.on(alerts.reload);
  journal.readable.on(fleetAlerts.reload);
  await Promise.race([journal.start(), sleep(PATIENCE_MS, undefined, { ref: false })]);
  return Object.assign(journal, {
    folder: {
      path: folder,
      obstacle,
      whenReadable(read: () => void) {
        if (journal.isReadable) read();
        journal.readable.on(read);
      },
    },
    alerts,
    fleetAlerts,
    async between(from: number, to: number) {
      if (journal.obstacle !== null) throw noArchive(journal.obstacle);
      return readBetween(folder, from, to, nodeDisk);
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
