/** Makes the state of an exporter. */
import type { ExporterState } from '../metrics/exporters.ts';
import type { QueueState } from '../../net/deliver/queue.ts';
import type { SenderState } from '../../net/deliver/sender.ts';
import { createSendTimer } from '../../net/deliver/send-times.ts';

type ExporterIdentity = Pick<ExporterState, 'name' | 'type' | 'target' | 'interval' | 'plugins'>;

interface ExporterWork {
  readonly sender: SenderState;
  readonly queue: QueueState;
  /** Durations of the last cycle and of all, in milliseconds. */
  readonly encoding: { readonly lastMs: number; readonly allMs: number };
}

export function exporterState(
  identity: ExporterIdentity,
  { sender, queue, encoding }: ExporterWork,
): ExporterState {
  const { state, reason } = sender;
  return {
    ...identity,
    state,
    reason,
    last_success: sender.lastSuccess,
    last_try: sender.lastTry,
    last_error: sender.lastError,
    failing_since: sender.failingSince,
    consecutive_failures: sender.failures,
    failed_requests: sender.failedRequests,
    next_try: sender.nextTry,
    queued_batches: queue.batches,
    queued_bytes: queue.bytes,
    queued_oldest: queue.oldest,
    sent_samples: sender.sentSamples,
    sent_bytes: sender.sentBytes,
    dropped_samples: { ...queue.dropped, refused: sender.refusedSamples },
    thinned_batches: queue.thinned,
    repeated_batches: sender.repeated,
    send_ms: quantiles(sender.durations),
    send_times: sender.times,
    encode_ms: rounded(encoding.lastMs),
    encode_seconds: Math.round(encoding.allMs) / 1000,
  };
}

/** Counters before the first cycle. */
const IDLE: ExporterWork = {
  sender: {
    state: 'starting',
    reason: null,
    lastSuccess: null,
    lastTry: null,
    lastError: null,
    failures: 0,
    failedRequests: 0,
    repeated: 0,
    nextTry: null,
    sentSamples: 0,
    sentBytes: 0,
    refusedSamples: 0,
    durations: [],
    times: createSendTimer().state(),
    failingSince: null,
  },
  queue: { batches: 0, bytes: 0, oldest: null, dropped: { full: 0, age: 0 }, thinned: 0, problem: null },
  encoding: { lastMs: 0, allMs: 0 },
};

/** State of an exporter that does not run. */
export const offState = (identity: ExporterIdentity): ExporterState => ({
  ...exporterState(identity, IDLE),
  state: 'off',
  reason: `disable=True in [${identity.name}]`,
});

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

function quantiles(durations: readonly number[]): ExporterState['send_ms'] {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return value === undefined ? null : rounded(value);
  };
  const last = durations.at(-1);
  return { last: last === undefined ? null : rounded(last), p50: at(0.5), p99: at(0.99) };
}
