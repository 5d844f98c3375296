/** Sends the batches of one queue, one at a time, oldest first. */
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import type { Queue, QueuedBatch } from './queue.ts';
import { createSendReport, type Portion, type SendCounts, type SendReportSetup } from './send-report.ts';
import { createAttempts } from './attempts.ts';
import type { DeliveryVerdict } from './verdict.ts';
import { inTime } from '../../core/in-time.ts';

/** How long to wait between attempts. */
interface Pace {
  readonly firstMs: number;
  readonly longestMs: number;
}

interface SenderSetup extends Omit<SendReportSetup, 'clock'> {
  queue: Queue;
  /** Never rejects. */
  send(bytes: Uint8Array, signal: AbortSignal): Promise<DeliveryVerdict>;
  /** Splits a batch into halves; null: it cannot be split. */
  split?(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null;
  clock: Clock;
  random(): number;
  timeoutMs: number;
  /** Requests per second with new values; absent: a backlog is sent without pauses. */
  livePerSecond?(): number;
  /** Wait between failed attempts. */
  pace?: Pace;
  /** Attempts before a batch is dropped. */
  maxAttempts?: number;
  /** True if the target accepts values in any order. */
  isOrderFree?: boolean;
}

export interface SenderState extends SendCounts {
  /**
   * - `starting`: nothing tried yet
   * - `paused`: requested by the target
   * - `stalled`: an attempt exceeded its time without ending
   */
  readonly state: 'starting' | 'ok' | 'failing' | 'paused' | 'stalled';
  readonly reason: string | null;
  readonly nextTry: number | null;
}

export interface Sender {
  /** Sends waiting and new batches. */
  wake(): void;
  /** Sends the batches of the last run, after a random delay. */
  resume(): void;
  /** Tries now instead of waiting longer. */
  flush(): void;
  state(): SenderState;
  /** Returns the number of the batch that is being sent; null if none is. */
  sending(): number | null;
  /** Resolves when the queue is empty, or after a timeout. */
  drained(ms: number): Promise<void>;
  /** @param isPatient waits for the current attempt, so that nothing is sent twice */
  stop(isPatient?: boolean): Promise<void>;
}

const PACE = { firstMs: 1000, longestMs: 60_000 } as const;
/** Wait between attempts if somebody must act first. */
const WAIT_MS = 60_000;
/** After so many errors in a row the batch itself may be the cause: it is split. */
const SUSPECT_TRIES = 10;
/** With a backlog this large, every fourth request carries the newest values, so that dashboards are current at once. */
const BEHIND_MS = 60_000;
const NEWEST_EVERY = 4;
/** Share of the maximum age beyond which a batch is not tried any more. */
const TOO_OLD_SHARE = 0.75;
/** A hanging attempt does not keep the agent from ending. */
const STOP_MS = 1000;
/** Most requests per second for a backlog, or the multiple of those with new values. */
const DRAIN = { perSecond: 10, timesLive: 5 } as const;
/** Hosts that could not send start again at a random moment within this time, and within the length of the outage. */
const SPREAD_MS = 30_000;

export function createSender(setup: SenderSetup): Sender {
  const { queue, clock, timeoutMs, split = () => null, pace = PACE, maxAttempts = Infinity } = setup;
  const report = createSendReport(setup);
  const { now } = report;
  const tries = createAttempts({
    ...setup,
    onOverdue() {
      report.overdue();
      void queue.park();
    },
    onEnd: report.took,
  });
  /** Of the next try, in monotonic milliseconds. */
  let dueAt: number | null = null;
  let running: Promise<void> | null = null;
  let cancelWait: (() => void) | null = null;
  let isStopped = false;
  let isWoken = false;
  let isAskedToWait = false;
  let sending: number | null = null;
  let turn = 0;

  const attempt = (bytes: Uint8Array): Promise<DeliveryVerdict> => {
    report.began();
    return tries.run(bytes);
  };

  /** Finds bad samples by halving, and leaves them out. Returns the verdict of a target that stopped answering. */
  const sendParts = async (whole: Portion, reason: DeliveryVerdict): Promise<DeliveryVerdict | null> => {
    const halves = reason.kind === 'drop' ? null : split(whole.bytes);
    if (halves === null) {
      report.refused(whole, reason);
      return null;
    }
    const sizes = [Math.ceil(whole.samples / 2), Math.floor(whole.samples / 2)];
    for (const [index, bytes] of halves.entries()) {
      const verdict = await attempt(bytes);
      const half = { ...whole, bytes, samples: sizes[index] ?? 0 };
      if (verdict.kind === 'sent') report.sent(half, verdict);
      else if (verdict.kind === 'split' || verdict.kind === 'drop') {
        const ended = await sendParts(half, verdict);
        if (ended !== null) return ended;
      } else return verdict;
    }
    return null;
  };

  const isSuspect = ({ kind, answer }: DeliveryVerdict, bytes: Uint8Array): boolean =>
    kind === 'again' &&
    report.counts().failures + 1 >= SUSPECT_TRIES &&
    answer.startsWith('status 5') &&
    split(bytes) !== null;

  /** Milliseconds to wait; null: the batch is finished. */
  const process = async (batch: QueuedBatch): Promise<number | null> => {
    const { bytes, time } = batch;
    if (batch.attempts > 0) report.repeated();
    const first = await attempt(bytes);
    let verdict: DeliveryVerdict | null = first;
    if (first.kind === 'sent') report.sent(batch, first);
    else if (first.kind === 'split' || first.kind === 'drop' || isSuspect(first, bytes)) {
      report.wrong(first);
      verdict = await sendParts(batch, first);
    }
    if (verdict === null || verdict.kind === 'sent') {
      await queue.remove(batch);
      if (first.isTooOld === true) await queue.dropOlder(Math.max(BEHIND_MS, (now() - time) * TOO_OLD_SHARE));
      return null;
    }
    return isStopped ? 0 : failed(batch, verdict);
  };

  const failed = async (batch: QueuedBatch, verdict: DeliveryVerdict): Promise<number | null> => {
    const attempts = await queue.tried(batch);
    if (attempts >= maxAttempts) {
      report.refused(batch, { ...verdict, answer: `${verdict.answer}; tries: ${attempts}` });
      await queue.remove(batch);
      return null;
    }
    const failures = report.counts().failures + 1;
    const backOff = verdict.kind === 'wait' ? WAIT_MS : backOffMs(failures, setup.random(), pace);
    const waitMs = Math.max(backOff, verdict.retryAfterMs ?? 0);
    report.failed(batch, verdict, waitMs);
    isAskedToWait = (verdict.retryAfterMs ?? 0) > 0;
    await queue.park();
    return waitMs;
  };

  /** Milliseconds before the next batch of a backlog. @param downSince null: the last one succeeded */
  const drainMs = (downSince: number | null): number => {
    if (setup.livePerSecond === undefined || queue.state().batches <= 1) return 0;
    return downSince === null
      ? betweenMs(setup.livePerSecond(), setup.random())
      : spreadMs(now() - downSince, setup.random());
  };

  const next = (): Promise<QueuedBatch | null> => {
    const { oldest } = queue.state();
    const isBehind = oldest !== null && now() - oldest > BEHIND_MS && report.counts().failures === 0;
    turn = setup.isOrderFree === true && isBehind ? turn + 1 : 0;
    return turn % NEWEST_EVERY === 2 ? queue.last() : queue.first();
  };

  const work = async (): Promise<void> => {
    for (let batch = await next(); batch !== null && !isStopped; batch = await next()) {
      const downSince = report.counts().failingSince;
      sending = batch.sequence;
      const waitMs = await process(batch);
      sending = null;
      const pause = waitMs ?? drainMs(downSince);
      if (isStopped || pause === 0) continue;
      wait(pause, pause >= 1000);
      return;
    }
  };

  const wait = (ms: number, isShown: boolean): void => {
    dueAt = isShown ? clock.monotonic() + ms : null;
    cancelWait = clock.setTimer(() => {
      endWait();
      run();
    }, ms);
  };

  const endWait = (): void => {
    cancelWait?.();
    cancelWait = null;
    dueAt = null;
    isAskedToWait = false;
  };

  const run = (): void => {
    if (isStopped || cancelWait !== null) return;
    isWoken = true;
    running ??= (async () => {
      while (isWoken && !isStopped && cancelWait === null) {
        isWoken = false;
        await work();
      }
    })().finally(() => {
      running = null;
    });
  };

  const flush = (): void => {
    endWait();
    run();
  };

  const stateOf = ({
    lastSuccess,
    lastError,
    failures,
  }: SendCounts): Pick<SenderState, 'state' | 'reason'> => {
    if (tries.isOverdue())
      return { state: 'stalled', reason: `no answer within ${timeoutMs / 1000} s, and the try does not end` };
    // A first try that has not ended has delivered nothing.
    if (lastSuccess === null && lastError === null) return { state: 'starting', reason: null };
    if (failures === 0) return { state: 'ok', reason: null };
    return { state: isAskedToWait ? 'paused' : 'failing', reason: lastError };
  };

  return {
    wake: run,
    resume() {
      const { oldest } = queue.state();
      if (oldest !== null) wait(spreadMs(now() - oldest, setup.random()), true);
    },
    flush,
    state() {
      const counts = report.counts();
      return { ...counts, ...stateOf(counts), nextTry: dueAt === null ? null : dateOf(clock, dueAt) };
    },
    sending: () => sending,
    async drained(ms) {
      const end = clock.monotonic() + ms;
      const isTaking = (): boolean => report.counts().failures === 0;
      if (isTaking()) flush();
      while (!isStopped && isTaking() && queue.state().batches > 0 && clock.monotonic() < end) {
        run();
        await new Promise<void>((resolve) => void clock.setTimer(resolve, 20));
      }
    },
    async stop(isPatient = false) {
      isStopped = true;
      cancelWait?.();
      if (isPatient) await running;
      tries.abort();
      if (running !== null) await inTime(clock, STOP_MS, running);
      await queue.close();
    },
  };
}

/**
 * Delay in milliseconds after a number of failures: exponential up to a limit, half of it random, so a returning server is not met
 * by all hosts at once.
 * @param random from 0 to 1
 */
export function backOffMs(attempts: number, random: number, { firstMs, longestMs }: Pace): number {
  const whole = Math.min(firstMs * 2 ** Math.min(attempts - 1, 30), longestMs);
  return Math.round(whole * (0.5 + random / 2));
}

/** Milliseconds before the first request, so that the machines of a fleet do not all return at once. @param outageMs length of the outage @param random from 0 to 1 */
const spreadMs = (outageMs: number, random: number): number =>
  Math.round(random * Math.min(SPREAD_MS, Math.max(0, outageMs)));

/** Milliseconds between requests, half of them random. @param livePerSecond requests per second with new values */
const betweenMs = (livePerSecond: number, random: number): number =>
  (1000 / Math.max(DRAIN.perSecond, DRAIN.timesLive * livePerSecond)) * (0.75 + random / 2);
