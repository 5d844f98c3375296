/** Counts what became of the requests of a sender. */
import type { Clock } from '../../core/host.ts';
import type { QueuedBatch } from './queue.ts';
import { createSendTimer, type SendTimes } from './send-times.ts';
import type { Verdict } from './verdict.ts';

export interface SendReportSetup {
  clock: Pick<Clock, 'now'>;
  log: SendLog;
}

/** A batch, or a part of one. */
export type Portion = Pick<QueuedBatch, 'bytes' | 'samples' | 'tries'>;

/** Tells the log what becomes of batches, in the words of what they hold. */
export interface SendLog {
  /** @param failures tries that failed in a row before */
  sent(portion: Portion, verdict: Verdict, failures: number): void;
  /** It is dropped. */
  refused(portion: Portion, verdict: Verdict): void;
  /** It is kept. @param failures tries that failed in a row, with this one */
  failed(portion: Portion, verdict: Verdict, failures: number, waitMs: number): void;
}

export interface SendCounts {
  readonly lastSuccess: number | null;
  readonly lastTry: number | null;
  readonly lastError: string | null;
  /** Tries that failed in a row. */
  readonly failures: number;
  readonly failedRequests: number;
  /** Times that a batch was sent again, since the target had not confirmed it. */
  readonly repeated: number;
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

export interface SendReport {
  /** Milliseconds since the epoch. */
  now(): number;
  began(): void;
  repeated(): void;
  took(ms: number): void;
  sent(portion: Portion, verdict: Verdict): void;
  refused(portion: Portion, verdict: Verdict): void;
  /** Part of it will be sent all the same. */
  wrong(verdict: Verdict): void;
  failed(portion: Portion, verdict: Verdict, waitMs: number): void;
  /** A try goes on after its time. */
  overdue(): void;
  counts(): SendCounts;
}

const KEPT_DURATIONS = 200;

export function createSendReport({ clock, log }: SendReportSetup): SendReport {
  const now = (): number => Math.round(clock.now());
  const timer = createSendTimer();
  const durations: number[] = [];
  const counts = {
    lastSuccess: null as number | null,
    lastTry: null as number | null,
    lastError: null as string | null,
    failures: 0,
    failedRequests: 0,
    repeated: 0,
    sentSamples: 0,
    sentBytes: 0,
    refusedSamples: 0,
    failingSince: null as number | null,
  };

  return {
    now,
    began: () => (counts.lastTry = now()),
    repeated: () => (counts.repeated += 1),
    took(ms) {
      timer.add(ms / 1000);
      durations.push(ms);
      if (durations.length > KEPT_DURATIONS) durations.shift();
    },
    sent(portion, verdict) {
      const { bytes, samples } = portion;
      const { refused = 0, outdated = 0 } = verdict;
      counts.sentSamples += samples - refused - outdated;
      counts.refusedSamples += refused;
      counts.sentBytes += bytes.length;
      counts.lastSuccess = now();
      log.sent(portion, verdict, counts.failures);
      counts.failures = 0;
      counts.failingSince = null;
    },
    refused(portion, verdict) {
      counts.refusedSamples += portion.samples;
      log.refused(portion, verdict);
    },
    wrong: ({ answer }) => (counts.lastError = answer),
    failed(portion, verdict, waitMs) {
      counts.failures += 1;
      counts.failedRequests += 1;
      counts.lastError = verdict.answer;
      counts.failingSince ??= now();
      log.failed(portion, verdict, counts.failures, waitMs);
    },
    overdue: () => (counts.failingSince ??= now()),
    counts: () => ({ ...counts, durations, times: timer.state() }),
  };
}
