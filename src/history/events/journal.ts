/**
 * The event journal: a line per change, so the next agent continues and the past can be shown. Lines are written at once and synced
 * every minute. While the folder is locked, missing or not writable, lines wait in memory, and it retries.
 */
import type { SavedEvent } from '../../core/event.ts';
import { explain } from '../../core/explain.ts';
import type { LastRun } from '../../core/alert-feeds.ts';
import type { PastAlerts, StoredAlert } from '../../core/alert-policy.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { createSignal, type Signal } from '../../core/parts/signal.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { errorCode, isUnreadable } from '../../core/files/error-code.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { setAside } from '../../core/files/set-aside.ts';
import { failureOf } from '../archive/failure.ts';
import type { Lock } from '../archive/lock.ts';
import { type AlertChangeEntry, type JournalEntry, lineOf } from './entry.ts';
import { createJournalLines } from './journal-lines.ts';
import { type JournalDamage, readPastEvents, SNAPSHOT } from './read.ts';
import type { SinceBoot } from '../archive/since-boot.ts';

export interface EventJournal {
  /** Events of the previous run. Empty until they are known; numbering starts beyond theirs. */
  readonly past: PastAlerts;
  /** Why the folder is not open yet; null: it is. */
  readonly obstacle: string | null;
  /** How the previous run ended; null: unknown, or there was none. */
  readonly lastRun: LastRun | null;
  /** Emits the events of the previous run. */
  readonly pastKnown: Signal<PastAlerts>;
  /** True if the files of the folder can be read, though the journal may have an obstacle. */
  readonly isReadable: boolean;
  /** Emits when the folder can be read, or was opened: at startup, and after it was replaced or held by another agent. */
  readonly readable: Signal<void>;
  /** Opens the folder and starts writing. Resolves after the first attempt; never rejects. */
  start(): Promise<void>;
  /** Resolves once the line is written or has failed; never rejects. */
  take(change: AlertChangeEntry): Promise<void>;
  /** None of these throws or blocks. */
  cleared(which: 'all' | 'warning'): void;
  mark(mark: string, detail?: string | null): void;
  /** Returns the current state of events, newer than their last entries. */
  current(): readonly SavedEvent[];
  /** Writes pending entries and a mark that the agent stopped. */
  stop(): Promise<void>;
}

export interface JournalSetup {
  /** The folder of the archive. */
  folder: string;
  clock: Clock;
  /** With it, a clock step between two runs does not count as a pause. */
  sinceBoot?(): SinceBoot | null;
  log(severity: 'INFO' | 'WARNING', text: string): void;
  /** Those that last, or are notified of, for snapshots. Default: none. */
  alerts?(): readonly StoredAlert[];
  disk?: Disk;
  /** When the previous run was last seen alive by another process, in milliseconds since the epoch. */
  aliveAt?: number | Promise<number>;
  /** Takes the lock of the folder. Rejects with an error that says who has it, or with a system error. */
  lock(): Promise<Lock>;
}

/** Lines kept until the folder is known. */
const MOST_WAITING = 1000;
const SYNC_MS = 60_000;
/** Retry interval while writing fails. */
const RETRY_MS = 10_000;

/** A line without its number. */
type Untold = Unnumbered<JournalEntry>;
type Unnumbered<E> = E extends JournalEntry ? Omit<E, 'seq'> : never;

/** Created, not started. */
export function createEventJournal({
  folder,
  clock,
  log,
  lock: takeLock,
  aliveAt = 0,
  alerts: alertsNow = () => [],
  sinceBoot = () => null,
  disk = nodeDisk,
}: JournalSetup): EventJournal {
  const inTurn = createMutex();
  const pastKnown = createSignal<PastAlerts>();
  const readable = createSignal<void>();
  const lines = createJournalLines({
    folder,
    disk,
    clock,
    onKept: (sentence) => log('WARNING', sentence),
  });
  /** Null while the folder is not open. */
  let lock: Lock | null = null;
  let past: PastAlerts = { events: [], alerts: [], lastId: Math.floor(clock.now() / 1000), stoppedAt: 0 };
  let lastRun: LastRun | null = null;
  let isPastKnown = false;
  let isReadable = false;
  /** Attempts to read the previous run. */
  let attempts = 0;
  let damagedSnapshot = false;
  const told = new Set<string>();
  let wasOpen = false;
  let obstacle: string | null = 'it has not answered yet';
  let lastId = 0;
  let lastSeq = 0;
  /** Lines that wait for their number. */
  let early: Untold[] = [];
  let hadAlerts = false;
  let hasFailed = false;
  let isStopped = false;
  let cancelNext = (): void => {};
  /** An append that has not started; it includes every line queued up to then. */
  let queued: Promise<void> | null = null;

  async function open(): Promise<void> {
    try {
      await makeFolder(disk, folder);
      lock = await takeLock();
    } catch (error) {
      // A disk that is full or read-only can be read, unless the folder is that of another agent.
      if (errorCode(error) !== undefined) await readOnly();
      throw error;
    }
    try {
      await know(true);
      obstacle = null;
    } catch (error) {
      await lock.release().catch(() => {});
      lock = null;
      await readOnly();
      throw error;
    }
    isReadable = true;
    void readable.emit();
    if (wasOpen) await goOn();
    wasOpen = true;
  }

  /** Reads the files, although nothing can be written. */
  async function readOnly(): Promise<void> {
    await know().catch(() => {});
    if (isReadable) return;
    isReadable = true;
    void readable.emit();
  }

  /** An empty folder has none of the earlier events; a copy has the unsynced lines. */
  async function goOn(): Promise<void> {
    await lines.dropWritten();
    await writeSnapshot();
  }

  /** @param isSure whether nothing found means that there is nothing */
  async function know(isSure = false): Promise<void> {
    if (isPastKnown) return;
    const present = { now: clock.now(), sinceBoot: sinceBoot() };
    attempts += 1;
    const reading = { disk, aliveAt: await aliveAt, onDamage };
    const { past: found, wasKilled, boot, seq } = await readPastEvents(folder, present, reading);
    if (!isSure && found.lastId === 0 && found.stoppedAt === 0) return;
    isPastKnown = true;
    past = found;
    if (found.stoppedAt > 0)
      lastRun = {
        boot,
        seenAt: found.stoppedAt,
        hasStopped: !wasKilled,
        bootNow: present.sinceBoot?.boot ?? null,
      };
    lastId = Math.max(lastId, found.lastId);
    lastSeq = seq;
    hadAlerts ||= found.alerts.length > 0;
    const before: Untold[] = [];
    if (wasKilled) before.push({ kind: 'mark', mark: 'killed', time: found.stoppedAt, ...sinceBoot() });
    if (present.sinceBoot !== null && boot !== null && boot !== present.sinceBoot.boot) {
      const time = present.now - present.sinceBoot.uptime;
      before.push({ kind: 'mark', mark: 'boot', time, boot: present.sinceBoot.boot, uptime: 0 });
    }
    for (const entry of [...before, ...early]) lines.add(numbered(entry));
    early = [];
    void pastKnown.emit(found);
  }

  const numbered = (entry: Untold): string => lineOf({ ...entry, seq: (lastSeq += 1) } as JournalEntry);

  /** Throws an error that may pass, the first time. */
  function onDamage({ path, error, reason }: JournalDamage): void {
    if (error !== null && attempts === 1 && !isUnreadable(error)) throw error;
    damagedSnapshot ||= path.endsWith(SNAPSHOT);
    const text = `${path} ${reason}. The events in it are missing.`;
    if (!told.has(text)) log('WARNING', text);
    told.add(text);
  }

  /** Releases a folder that was removed, replaced, or taken by another agent. */
  async function leave(): Promise<void> {
    const left = lock;
    lock = null;
    obstacle = 'it was removed, replaced or taken by another agent';
    await lines.leave();
    await left?.release().catch(() => {});
  }

  async function beInFolder(): Promise<void> {
    if (!(await lines.isInPlace())) {
      lines.takeBack();
      await leave();
    }
    if (lock === null) await open();
  }

  /** Rewritten while events are ongoing, and once more after the last has ended. */
  async function writeSnapshot(): Promise<void> {
    const alerts = alertsNow();
    if (alerts.length === 0 && !hadAlerts) return;
    const text = JSON.stringify({ time: clock.now(), ...sinceBoot(), lastId, seq: lastSeq, alerts });
    const path = `${folder}/${SNAPSHOT}`;
    if (damagedSnapshot) await setAside(disk, path);
    damagedSnapshot = false;
    await replaceFile(path, text, { disk });
    hadAlerts = alerts.length > 0;
  }

  /** Never rejects. */
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await beInFolder();
      await work();
      if (hasFailed) log('INFO', `Events are kept in ${folder} again.`);
      hasFailed = false;
    } catch (error) {
      const reason =
        errorCode(error) === undefined ? explain(error) : (await failureOf(disk, folder, error)).reason;
      if (lock === null) obstacle = reason;
      if (!hasFailed) log('WARNING', `Events would be lost in a restart: ${reason}.`);
      hasFailed = true;
    }
  }

  /** Adds a line; numbers continue those of the previous run. */
  function add(entry: Untold, most?: number): void {
    if (isPastKnown) lines.add(numbered(entry), most);
    else early = [...early, entry].slice(-MOST_WAITING);
  }

  const attempt = (work: () => Promise<void>): Promise<void> => inTurn(() => guarded(work));

  const appendSoon = (): Promise<void> =>
    (queued ??= inTurn(() => {
      queued = null;
      return guarded(lines.append);
    }));

  async function flush(): Promise<void> {
    if (lock !== null && !(await lock.renew())) {
      await leave();
      await open();
    }
    await lines.append();
    await lines.sync();
    await writeSnapshot();
  }

  function plan(): void {
    if (isStopped) return;
    cancelNext();
    cancelNext = clock.setTimer(() => void attempt(flush).then(plan), hasFailed ? RETRY_MS : SYNC_MS);
  }

  async function write(entry: Untold): Promise<void> {
    if (isStopped) return;
    add({ ...entry, ...sinceBoot() });
    const hadFailed = hasFailed;
    await appendSoon();
    // The next attempt is soon.
    if (hasFailed && !hadFailed) plan();
  }

  const journal: EventJournal = {
    get past() {
      return past;
    },
    get lastRun() {
      return lastRun;
    },
    get obstacle() {
      return obstacle;
    },
    get isReadable() {
      return isReadable;
    },
    pastKnown,
    readable,
    async start() {
      await write({ kind: 'mark', time: clock.now(), mark: 'start' });
      plan();
    },
    take({ kind, ...change }) {
      if (kind !== 'server') lastId = Math.max(lastId, change.id);
      hadAlerts = true;
      return write({ kind, time: clock.now(), ...change });
    },
    cleared: (which) => void write({ kind: 'clear', time: clock.now(), which }),
    mark: (mark, detail = null) =>
      void write({ kind: 'mark', time: clock.now(), mark, ...(detail !== null && { detail }) }),
    current: () => alertsNow().map(({ saved }) => saved),
    async stop() {
      isStopped = true;
      cancelNext();
      await attempt(writeSnapshot);
      add({ kind: 'mark', time: clock.now(), ...sinceBoot(), mark: 'stop' }, Infinity);
      await attempt(async () => {
        await lines.append();
        await lines.close();
      });
      await lock?.release().catch(() => {});
    },
  };
  return journal;
}
