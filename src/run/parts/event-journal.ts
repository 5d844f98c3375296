/** Opens the journal of events, in a folder that one agent uses at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AlertRecords, storedAlerts } from '../../alerts/events/alert-records.ts';
import type { StoredAlert } from '../../core/alert-policy.ts';
import { noArchive } from '../../http/server/errors.ts';
import { parseName } from '../../history/archive/files/file-name.ts';
import { readBetween } from '../../history/events/between.ts';
import { createEventJournal, type JournalSetup } from '../../history/events/journal.ts';
import { sinceBoot } from '../../history/archive/since-boot.ts';
import { kernelProcesses, type Lock, takeLock } from '../../history/archive/lock.ts';
import { type Silence, watchSilence } from '../../history/archive/silence.ts';
import { Environment, HostClock, LogWriter } from '../../core/base-services.ts';
import type { Clock } from '../../core/host.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { definePart } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { EventJournal } from '../../history/events/agent-journal.ts';
import { archiveFolder, eventsFolder } from '../../history/archive/history-paths.ts';

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

export const journalPart = definePart({
  name: 'journal of events',
  needs: {
    command: CommandLine,
    configuration: Configuration,
    environment: Environment,
    clock: HostClock,
    log: LogWriter,
    records: AlertRecords,
  },
  provides: EventJournal,
  async open({ command, configuration, records, ...setup }, { onStop }) {
    const archive = archiveFolder(configuration.sections.archive.folder, setup.environment);
    const port = placeOf(command, configuration).port;
    const alerts = (): readonly StoredAlert[] => {
      const now = { time: setup.clock.now(), at: setup.clock.monotonic() };
      return [records.own, records.servers].flatMap((some) => storedAlerts(some, now));
    };
    const journal = await openEventJournal({ ...setup, archive, port, alerts });
    if (journal === null) return off('there is no state folder');
    onStop(journal.stop);
    return journal;
  },
});

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
