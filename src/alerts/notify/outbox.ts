/** The waiting notices of one target. They stay when its settings change. */
import type { Disk } from '../../core/files/disk.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { ageMs } from '../../net/deliver/age.ts';
import { createQueue, type Queue } from '../../net/deliver/queue.ts';
import type { NotifyLog } from './log.ts';
import { eventKey, type Notice, NOTICE } from '../../core/notice.ts';
import { parseAs } from '../../core/files/state-file.ts';

interface OutboxSetup {
  name: string;
  /** Null: a restart loses the queue. */
  folder: string | null;
  disk?: Disk | undefined;
  clock: Clock;
  log: NotifyLog;
}

/** A notice in the queue. */
export interface WaitingNotice {
  readonly sequence: number;
  readonly notice: Notice;
  /** Time of queueing, milliseconds since the epoch. */
  readonly time: number;
}

export interface Outbox {
  readonly queue: Queue;
  /** Runs one task at a time, after the queue has been loaded. */
  readonly inTurn: ReturnType<typeof createMutex>;
  put(notice: Notice): Promise<void>;
  /** Returns the notice with this number in the queue. */
  notice(sequence: number): Notice | undefined;
  /** Readable waiting entries, oldest first. */
  waiting(): WaitingNotice[];
  /** A notice with this id waits. */
  has(id: string): boolean;
  isWaiting(key: string): boolean;
}

/** More than ever waits in practice, in entries. */
const MOST_BYTES = 64 * 1024 * 1024;

export function createOutbox({ name, folder, disk, clock, log }: OutboxSetup): Outbox {
  const notices = new Map<number, WaitingNotice>();
  const remember = (sequence: number, notice: Notice, time: number): void => {
    notices.set(sequence, { sequence, notice, time });
  };
  const inTurn = createMutex();
  const queue = createQueue({
    folder,
    ...(disk !== undefined && { disk }),
    mostBytes: MOST_BYTES,
    onFull: 'oldest',
    // The target's own limits apply, which may change.
    maxAgeMs: Infinity,
    isDurable: true,
    clock,
    onProblem: (text) => log('WARNING', `The queue of the target "${name}" ${text}.`),
    onSolved: (text) => log('INFO', `The queue of the target "${name}" ${text}.`),
  });

  const forgetGone = (): void => {
    const waiting = new Set(queue.sequences());
    for (const sequence of notices.keys()) if (!waiting.has(sequence)) notices.delete(sequence);
  };

  const append = async (notice: Notice, queuedAt: number): Promise<void> => {
    const batch = { bytes: noticeBytes(notice), samples: 1, time: queuedAt };
    remember(await queue.put(batch, ageMs(queuedAt, clock.settled())), notice, queuedAt);
    forgetGone();
  };

  void inTurn(async () => {
    await queue.load();
    for (const sequence of queue.sequences()) {
      const batch = await queue.read(sequence).catch(() => null);
      const notice = batch && noticeIn(batch.bytes);
      if (notice !== null) remember(sequence, notice, batch?.time ?? 0);
    }
  });

  return {
    queue,
    inTurn,
    put: (notice) => append(notice, clock.now()),
    notice: (sequence) => notices.get(sequence)?.notice,
    waiting() {
      forgetGone();
      return queue.sequences().flatMap((sequence) => notices.get(sequence) ?? []);
    },
    has(id) {
      forgetGone();
      return [...notices.values()].some(({ notice }) => notice.id === id);
    },
    isWaiting(key) {
      forgetGone();
      return [...notices.values()].some(({ notice: { event } }) => event !== null && eventKey(event) === key);
    },
  };
}

export const noticeBytes = (notice: Notice): Uint8Array => Buffer.from(JSON.stringify(notice));

const parse = parseAs(NOTICE);

/** Null if the bytes are invalid. */
export const noticeIn = (bytes: Uint8Array): Notice | null =>
  parse(Buffer.from(bytes).toString('utf8')).value;
