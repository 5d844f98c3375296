/** Sends the batches of one queue, one at a time and in their order, and keeps count. */
import type { Clock } from '../core/host.ts';
import { backOffMs } from './back-off.ts';
import type { Queue } from './queue.ts';
import type { Batch } from './record.ts';
import { createSendTimer, type SendTimes } from './send-times.ts';
import type { Verdict } from './verdict.ts';

export interface SenderSetup {
  /** How the target is called in the log. */
  name: string;
  queue: Queue;
  /** Never rejects. */
  send(bytes: Uint8Array, signal: AbortSignal): Promise<Verdict>;
  /** The two halves of a batch; null: it cannot be divided. */
  split(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null;
  clock: Clock;
  random(): number;
  timeoutMs: number;
  /** Requests a second that are made of new values. */
  livePerSecond(): number;
  log(level: 'INFO' | 'WARNING' | 'ERROR', text: string): void;
}

export interface SenderState {
  /** `starting`: nothing has been tried yet. */
  readonly state: 'starting' | 'ok' | 'failing';
  readonly reason: string | null;
  readonly lastSuccess: number | null;
  readonly lastTry: number | null;
  readonly lastError: string | null;
  readonly failures: number;
  readonly failedRequests: number;
  readonly nextTry: number | null;
  readonly sentSamples: number;
  readonly sentBytes: number;
  readonly refusedSamples: number;
  /** Milliseconds of the latest requests, the newest last. */
  readonly durations: readonly number[];
  /** Of all requests. */
  readonly times: SendTimes;
  /** Since when it fails without a break, milliseconds since the epoch; null: it does not. */
  readonly failingSince: number | null;
}

export interface Sender {
  /** Sends what waits, and what is put from now on. */
  wake(): void;
  /** Sends what has waited since the last run, after a random while. */
  resume(): void;
  /** Tries now, whatever was waited for. */
  flush(): void;
  state(): SenderState;
  /** Resolves when nothing waits, or after some time. */
  drained(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const PACE = { firstMs: 1000, longestMs: 60_000 } as const;
/** Between tries when somebody must act first. */
const WAIT_MS = 60_000;
/** A batch that meets so many errors in a row may itself be the cause: it is tried in parts. */
const SUSPECT_TRIES = 10;
/**
 * While piled-up batches are sent, so many requests a second at most, or so many times those of new values: a fleet that comes
 * back does not drown its target.
 */
const DRAIN = { perSecond: 10, timesLive: 5 } as const;
/** Hosts that could not send begin again at random within so long, and no longer than they had to wait. */
const SPREAD_MS = 30_000;
const REPORT_MS = 3_600_000;
const KEPT_DURATIONS = 200;

export function createSender(setup: SenderSetup): Sender {
  const { queue, clock, log, name } = setup;
  const now = (): number => Math.round(clock.now());
  const counts = { sentSamples: 0, sentBytes: 0, refusedSamples: 0, failedRequests: 0 };
  const durations: number[] = [];
  const timer = createSendTimer();
  const last = { success: null as number | null, try: null as number | null, error: null as string | null };
  let failures = 0;
  let failingSince: number | null = null;
  let reportedAt = 0;
  let nextTry: number | null = null;
  let running: Promise<void> | null = null;
  let cancelWait: (() => void) | null = null;
  let isStopped = false;
  let isWoken = false;
  let abort: (() => void) | null = null;

  const attempt = async (bytes: Uint8Array): Promise<Verdict> => {
    const controller = new AbortController();
    let isLate = false;
    const cancel = clock.setTimer(() => {
      isLate = true;
      controller.abort();
    }, setup.timeoutMs);
    abort = () => controller.abort();
    last.try = now();
    const start = clock.monotonic();
    const verdict = await setup.send(bytes, controller.signal);
    cancel();
    abort = null;
    const ms = clock.monotonic() - start;
    timer.add(ms / 1000);
    durations.push(ms);
    if (durations.length > KEPT_DURATIONS) durations.shift();
    return isLate && verdict.kind !== 'sent'
      ? { kind: 'again', answer: `no answer within ${setup.timeoutMs / 1000} s` }
      : verdict;
  };

  const succeeded = (bytes: Uint8Array, samples: number, { answer, refused = 0 }: Verdict): void => {
    counts.sentSamples += samples - refused;
    counts.refusedSamples += refused;
    counts.sentBytes += bytes.length;
    last.success = now();
    if (refused > 0) log('WARNING', `${name} refused ${refused} of ${samples} values: ${answer}.`);
    if (failures > 0) {
      const { dropped } = queue.state();
      const lost = dropped.full + dropped.age;
      log('INFO', `${name} takes values again${lost > 0 ? `; dropped meanwhile: ${lost}` : ''}.`);
    }
    failures = 0;
    failingSince = null;
  };

  /** Bad samples are found by halving, and left out. The verdict is that of a target that does not answer any more. */
  const sendParts = async (bytes: Uint8Array, samples: number, reason: Verdict): Promise<Verdict | null> => {
    const halves = setup.split(bytes);
    if (halves === null) {
      counts.refusedSamples += samples;
      log('WARNING', `${name} refused ${samples} values: ${reason.answer}.`);
      return null;
    }
    const sizes = [Math.ceil(samples / 2), Math.floor(samples / 2)];
    for (const [index, half] of halves.entries()) {
      const verdict = await attempt(half);
      const count = sizes[index] ?? 0;
      if (verdict.kind === 'sent') succeeded(half, count, verdict);
      else if (verdict.kind === 'split' || verdict.kind === 'drop') {
        const ended = await sendParts(half, count, verdict);
        if (ended !== null) return ended;
      } else return verdict;
    }
    return null;
  };

  /** Milliseconds to wait; null: the batch is done. */
  const process = async (batch: Batch): Promise<number | null> => {
    const { bytes, samples } = batch;
    let verdict: Verdict | null = await attempt(bytes);
    if (verdict.kind === 'sent') succeeded(bytes, samples, verdict);
    const isWrong = verdict.kind === 'split' || verdict.kind === 'drop';
    const isSuspect =
      verdict.kind === 'again' && failures + 1 >= SUSPECT_TRIES && verdict.answer.startsWith('status 5');
    if (isWrong || (isSuspect && setup.split(bytes) !== null)) {
      last.error = verdict.answer;
      verdict = await sendParts(bytes, samples, verdict);
    }
    if (verdict === null || verdict.kind === 'sent') {
      await queue.remove(batch);
      return null;
    }
    return isStopped ? 0 : failed(verdict);
  };

  const failed = async (verdict: Verdict): Promise<number> => {
    failures += 1;
    counts.failedRequests += 1;
    last.error = verdict.answer;
    failingSince ??= now();
    if (failures === 1 || now() - reportedAt >= REPORT_MS) {
      reportedAt = now();
      log('WARNING', `${name} does not take values: ${verdict.answer}. They are kept and sent later.`);
    }
    await queue.park();
    const waitMs = verdict.kind === 'wait' ? WAIT_MS : backOffMs(failures, setup.random(), PACE);
    return Math.max(waitMs, verdict.retryAfterMs ?? 0);
  };

  const spreadMs = (since: number): number =>
    Math.round(setup.random() * Math.min(SPREAD_MS, Math.max(0, now() - since)));

  /** Milliseconds before the next of the batches that have piled up. @param downSince null: the target took the last one too */
  const drainMs = (downSince: number | null): number => {
    if (queue.state().batches <= 1) return 0;
    if (downSince !== null) return spreadMs(downSince);
    // Half of it is random, so that the machines of a fleet do not go in step.
    const perSecond = Math.max(DRAIN.perSecond, DRAIN.timesLive * setup.livePerSecond());
    return (1000 / perSecond) * (0.75 + setup.random() / 2);
  };

  const work = async (): Promise<void> => {
    for (let batch = await queue.first(); batch !== null && !isStopped; batch = await queue.first()) {
      const downSince = failingSince;
      const waitMs = await process(batch);
      const pause = waitMs ?? drainMs(downSince);
      if (isStopped || pause === 0) continue;
      wait(pause, pause >= 1000);
      return;
    }
  };

  const wait = (ms: number, isShown: boolean): void => {
    nextTry = isShown ? now() + ms : null;
    cancelWait = clock.setTimer(() => {
      cancelWait = null;
      nextTry = null;
      run();
    }, ms);
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
    cancelWait?.();
    cancelWait = null;
    nextTry = null;
    run();
  };

  return {
    wake: run,
    resume() {
      const { oldest } = queue.state();
      if (oldest !== null) wait(spreadMs(oldest), true);
    },
    flush,
    state: () => ({
      state: last.try === null ? 'starting' : failures > 0 ? 'failing' : 'ok',
      reason: failures > 0 ? last.error : null,
      lastSuccess: last.success,
      lastTry: last.try,
      lastError: last.error,
      failures,
      nextTry,
      durations,
      times: timer.state(),
      failingSince,
      ...counts,
    }),
    async drained(ms) {
      const end = clock.monotonic() + ms;
      if (failures === 0) flush();
      while (!isStopped && failures === 0 && queue.state().batches > 0 && clock.monotonic() < end) {
        run();
        await new Promise<void>((resolve) => void clock.setTimer(resolve, 20));
      }
    },
    async stop() {
      isStopped = true;
      cancelWait?.();
      abort?.();
      await running;
      await queue.close();
    },
  };
}
