/** Counts what became of the requests of a sender, and tells the log what somebody should know. */
import type { Clock } from '../../core/host.ts';
import { createSendTimer, type SendTimes } from './send-times.ts';
import type { Verdict } from './verdict.ts';

export interface SendReportSetup {
  /** How the target is called in the log. */
  name: string;
  clock: Pick<Clock, 'now'>;
  log(level: 'INFO' | 'WARNING' | 'ERROR', text: string): void;
  /** Values that the queue has dropped. */
  dropped(): number;
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
  sent(bytes: Uint8Array, samples: number, verdict: Verdict): void;
  refused(samples: number, verdict: Verdict): void;
  /** Part of it will be sent all the same. */
  wrong(verdict: Verdict): void;
  failed(verdict: Verdict): void;
  /** A try goes on after its time. */
  overdue(): void;
  counts(): SendCounts;
}

const REPORT_MS = 3_600_000;
const KEPT_DURATIONS = 200;

export function createSendReport({ name, clock, log, dropped }: SendReportSetup): SendReport {
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
  let reportedAt = 0;
  let droppedBefore = 0;

  const recovered = (): void => {
    const lost = dropped() - droppedBefore;
    log('INFO', `${name} takes values again${lost > 0 ? `; dropped meanwhile: ${lost}` : ''}.`);
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
    sent(bytes, samples, { answer, refused = 0, outdated = 0 }) {
      counts.sentSamples += samples - refused - outdated;
      counts.refusedSamples += refused;
      counts.sentBytes += bytes.length;
      counts.lastSuccess = now();
      if (refused > 0) log('WARNING', `${name} refused ${refused} of ${samples} values: ${answer}.`);
      if (counts.failures > 0) recovered();
      counts.failures = 0;
      counts.failingSince = null;
    },
    refused(samples, { answer }) {
      counts.refusedSamples += samples;
      if (samples > 0) log('WARNING', `${name} refused ${samples} values: ${answer}.`);
    },
    wrong: ({ answer }) => (counts.lastError = answer),
    failed({ answer }) {
      if (counts.failures === 0) droppedBefore = dropped();
      counts.failures += 1;
      counts.failedRequests += 1;
      counts.lastError = answer;
      counts.failingSince ??= now();
      if (counts.failures > 1 && now() - reportedAt < REPORT_MS) return;
      reportedAt = now();
      log('WARNING', `${name} does not take values: ${answer}. They are kept and sent later.`);
    },
    overdue: () => (counts.failingSince ??= now()),
    counts: () => ({ ...counts, durations, times: timer.state() }),
  };
}
