/** Counts the outcomes of a sender's requests. */
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import type { QueuedBatch } from './queue.ts';
import { createSendTimer, type SendTimes } from './send-times.ts';
import type { DeliveryVerdict } from './verdict.ts';

export interface SendReportSetup {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: SendLog;
}

/** A batch, or a part of one. */
export type Portion = Pick<QueuedBatch, 'bytes' | 'samples' | 'attempts'>;

/** Logs what happens to batches, in terms of their contents. */
export interface SendLog {
  /** @param failures failed attempts in a row before */
  sent(portion: Portion, verdict: DeliveryVerdict, failures: number): void;
  /** Reports a dropped batch. */
  refused(portion: Portion, verdict: DeliveryVerdict): void;
  /** Reports a kept batch. @param failures failed attempts in a row, including this one */
  failed(portion: Portion, verdict: DeliveryVerdict, failures: number, waitMs: number): void;
}

export interface SendCounts {
  readonly lastSuccess: number | null;
  readonly lastTry: number | null;
  readonly lastError: string | null;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly failedRequests: number;
  /** Batches sent again because the target had not confirmed them. */
  readonly repeated: number;
  readonly sentSamples: number;
  readonly sentBytes: number;
  readonly refusedSamples: number;
  /** Durations of the latest requests in milliseconds, newest last. */
  readonly durations: readonly number[];
  /** Durations of all requests. */
  readonly times: SendTimes;
  /** Start of the current run of failures, milliseconds since the epoch; null: none. */
  readonly failingSince: number | null;
}

interface SendReport {
  /** Milliseconds since the epoch. */
  now(): number;
  began(): void;
  repeated(): void;
  took(ms: number): void;
  sent(portion: Portion, verdict: DeliveryVerdict): void;
  refused(portion: Portion, verdict: DeliveryVerdict): void;
  /** Part of it will still be sent. */
  wrong(verdict: DeliveryVerdict): void;
  failed(portion: Portion, verdict: DeliveryVerdict, waitMs: number): void;
  /** An attempt continues after its timeout. */
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
  };
  /** Begin of the run of failures, in monotonic milliseconds. */
  let failingAt: number | null = null;

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
      failingAt = null;
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
      failingAt ??= clock.monotonic();
      log.failed(portion, verdict, counts.failures, waitMs);
    },
    overdue: () => (failingAt ??= clock.monotonic()),
    counts: () => ({
      ...counts,
      failingSince: failingAt === null ? null : dateOf(clock, failingAt),
      durations,
      times: timer.state(),
    }),
  };
}
