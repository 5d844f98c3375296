/** Sends the messages of one target, one after the other, in their order. */
import type { Clock } from '../../core/host.ts';
import { ageMs } from '../deliver/age.ts';
import { backOffMs } from '../deliver/back-off.ts';
import type { NotifyLog } from './log.ts';
import type { Notice } from './notice.ts';
import { plain } from '../deliver/plain-text.ts';
import type { Entry } from './queue-entry.ts';
import type { Verdict } from '../deliver/verdict.ts';

/** Retries for people are slower than those for databases. */
export const PACE = { firstMs: 5000, longestMs: 15 * 60_000 } as const;

export interface WorkerLimits {
  /** Messages that may wait. */
  readonly size: number;
  readonly maxTries: number;
  readonly maxAgeMs: number;
  readonly timeoutMs: number;
}

export interface WorkerSetup {
  /** How the target is called in the log. */
  name: string;
  /** Never rejects. */
  deliver(notice: Notice, signal: AbortSignal): Promise<Verdict>;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
  limits: WorkerLimits;
  log: NotifyLog;
  /** Called whenever what waits is not what it was. */
  onChange(): void;
  /** The messages that were queued when the agent ended. */
  waiting: readonly Entry[];
}

export interface Worker {
  start(): void;
  put(notice: Notice): void;
  /** The queue, oldest first, with the one that is being sent. */
  entries(): readonly Entry[];
  /**
   * Ends; what waits stays.
   * @param isPatient lets the try that is going on come out, so that nothing is sent twice
   */
  stop(isPatient?: boolean): Promise<void>;
}

/** A message that waits. Its age follows the monotonic clock: steps of the wall clock make nothing old. */
interface Waiting {
  readonly notice: Notice;
  /** Monotonic milliseconds. */
  readonly since: number;
  readonly tries: number;
}

export function createWorker(setup: WorkerSetup): Worker {
  const { name, clock, limits, log } = setup;
  let queue: Waiting[] = setup.waiting.slice(-limits.size).map(({ notice, tries, queuedAt }) => ({
    notice,
    tries,
    since: clock.monotonic() - ageMs(queuedAt, clock.now()),
  }));
  let running: Promise<void> | null = null;
  let isStopped = false;
  let cancelWait: (() => void) | null = null;
  let abort: (() => void) | null = null;
  let inFlight: Waiting | null = null;

  /** Milliseconds to wait before the same message is tried again, or null when the next one is due. */
  async function attempt(entry: Waiting): Promise<number | null> {
    if (clock.monotonic() - entry.since > limits.maxAgeMs) return giveUp(entry, 'it is too old');
    inFlight = entry;
    const outcome = await deliverInTime(entry.notice);
    inFlight = null;
    if (isStopped && outcome.kind !== 'sent') return 0;
    if (outcome.kind === 'sent') return finish(entry, outcome);
    const tries = entry.tries + 1;
    if (outcome.kind === 'drop') return giveUp(entry, outcome.answer);
    if (tries >= limits.maxTries) return giveUp(entry, `${outcome.answer}; tries: ${tries}`);
    replace(entry, [{ ...entry, tries }]);
    const waitMs = Math.max(backOffMs(tries, setup.random(), PACE), outcome.retryAfterMs ?? 0);
    const next = `next try in ${Math.round(waitMs / 1000)} s`;
    log(
      tries === 1 ? 'WARNING' : 'DEBUG',
      `${name} did not take a notification: ${outcome.answer}; ${next}.`,
    );
    return waitMs;
  }

  async function deliverInTime(notice: Notice): Promise<Verdict> {
    const controller = new AbortController();
    let isLate = false;
    const cancel = clock.setTimer(() => {
      isLate = true;
      controller.abort();
    }, limits.timeoutMs);
    abort = () => controller.abort();
    try {
      const outcome = await setup.deliver(notice, controller.signal);
      const answer = `no answer within ${limits.timeoutMs / 1000} s`;
      return isLate && outcome.kind !== 'sent' ? { ...outcome, kind: 'again', answer } : outcome;
    } finally {
      cancel();
      abort = null;
    }
  }

  function finish(entry: Waiting, { answer }: Verdict): null {
    const again = entry.tries > 0 ? `; tries: ${entry.tries + 1}` : '';
    log('INFO', `${name} took the notification of ${subjectOf(entry.notice)}: ${answer}${again}.`);
    replace(entry, []);
    return null;
  }

  function giveUp(entry: Waiting, reason: string): null {
    log('ERROR', `The notification of ${subjectOf(entry.notice)} for ${name} is dropped: ${reason}.`);
    replace(entry, []);
    return null;
  }

  function replace(entry: Waiting, by: readonly Waiting[]): void {
    queue = queue.flatMap((other) => (other === entry ? by : [other]));
    setup.onChange();
  }

  async function work(): Promise<void> {
    for (let [entry] = queue; entry !== undefined && !isStopped; [entry] = queue) {
      const waitMs = await attempt(entry);
      if (waitMs === null || isStopped) continue;
      cancelWait = clock.setTimer(() => {
        cancelWait = null;
        run();
      }, waitMs);
      return;
    }
  }

  function run(): void {
    if (isStopped || cancelWait !== null || queue.length === 0) return;
    running ??= work().finally(() => {
      running = null;
      // Something may have been put after the work had looked for the last time.
      run();
    });
  }

  /** The one that is being sent is not dropped: it may have arrived. */
  function dropOldest(): void {
    const oldest = queue.find((entry) => entry !== inFlight);
    if (oldest === undefined) return;
    log('WARNING', `The notification of ${subjectOf(oldest.notice)} for ${name} is dropped: too many wait.`);
    queue = queue.filter((entry) => entry !== oldest);
  }

  return {
    start: run,
    put(notice) {
      if (queue.length >= limits.size) dropOldest();
      queue = [...queue, { notice, since: clock.monotonic(), tries: 0 }];
      setup.onChange();
      run();
    },
    entries: () =>
      queue.map(({ notice, tries, since }) => ({
        notice,
        tries,
        queuedAt: clock.now() - (clock.monotonic() - since),
      })),
    async stop(isPatient = false) {
      isStopped = true;
      cancelWait?.();
      if (!isPatient) abort?.();
      await running;
    },
  };
}

/** `begin of CPU_TOTAL` */
const subjectOf = ({ kind, event }: Notice): string =>
  event === null ? 'a test' : `the ${kind} of ${plain(event.type)}`;
