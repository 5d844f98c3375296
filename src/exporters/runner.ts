/** One running exporter: at its pace values become batches, which its sender brings to the target. */
import type { Clock } from '../core/host.ts';
import { diskRoom } from '../files/disk-room.ts';
import { createQueue } from '../deliver/queue.ts';
import { createScrubber } from '../deliver/scrub.ts';
import { createSender, type SenderState } from '../deliver/sender.ts';
import type { SendTimes } from '../deliver/send-times.ts';
import { type Verdict, verdictOfError } from '../deliver/verdict.ts';
import { type Cycle, MissingPackage, type Opening } from './exporter.ts';
import type { Resolved } from './resolve.ts';

export interface RunnerSetup {
  resolved: Resolved;
  clock: Clock;
  host: string;
  plugins: Opening['plugins'];
  /** Holds the queues of all exporters; null: what waits is lost in a restart. */
  folder: string | null;
  /** Bytes on disk for what waits. */
  queueBytes: number;
  /** Seconds between cycles of one that says 0. */
  refresh: number;
  /** The values of now; `seconds` apart from the last ones. */
  cycle(interval: number): Cycle;
  /** Has plugins read that nobody else needs, shortly before the next cycle. */
  renew(): void;
  load: Opening['load'];
  log(level: 'INFO' | 'WARNING' | 'ERROR', text: string): void;
}

/** One entry of `/api/exporters`. */
export interface ExporterState {
  name: string;
  type: string;
  /** `unsupported`: an optional package is missing; `failing`: the target does not take values, which wait. */
  state: 'ok' | 'starting' | 'failing' | 'unsupported';
  reason: string | null;
  /** Without secrets. */
  target: string;
  /** Seconds between cycles. */
  interval: number;
  /** Milliseconds since the epoch, as all times here. */
  last_success: number | null;
  last_try: number | null;
  last_error: string | null;
  /** Since when it fails without a break; null: it does not. */
  failing_since: number | null;
  consecutive_failures: number;
  failed_requests: number;
  next_try: number | null;
  queued_batches: number;
  queued_bytes: number;
  queued_oldest: number | null;
  sent_samples: number;
  sent_bytes: number;
  dropped_samples: { full: number; age: number; refused: number };
  thinned_batches: number;
  send_ms: { last: number | null; p50: number | null; p99: number | null };
  /** How long all requests took, in seconds. */
  send_times: SendTimes;
  encode_ms: number;
  /** Of all cycles. */
  encode_seconds: number;
}

export interface Runner {
  start(): Promise<void>;
  /** Sends what waits now. */
  flush(): void;
  /** Encodes and queues the values of now. */
  runCycle(): Promise<void>;
  drained(ms: number): Promise<void>;
  state(): ExporterState;
  stop(): Promise<void>;
}

/** Reading comes this long before the cycle. */
const AHEAD_MS = 1000;

/** Below either of these the room on the disk is left to others. */
const LEAST_FREE = 512 * 1024 * 1024;
const LEAST_SHARE = 0.05;

async function isDiskLow(folder: string): Promise<boolean> {
  const { free, total } = await diskRoom(folder);
  return free < LEAST_FREE || free < total * LEAST_SHARE;
}

export function createRunner(setup: RunnerSetup): Runner {
  const { resolved, clock, log } = setup;
  const { exporter, common, options, name, ca } = resolved;
  const interval = common.interval || setup.refresh;
  const { host, plugins, load } = setup;
  const opening: Opening = { options, common, host, plugins, ca, load };
  const scrub = createScrubber(exporter.options, options);
  const isLive = exporter.delivery === 'live';
  const queue = createQueue({
    folder: isLive || setup.folder === null ? null : `${setup.folder}/${name}`,
    mostBytes: setup.queueBytes,
    isDiskLow,
    // Values that are of no use later wait for one cycle.
    maxAgeMs: (isLive ? 2 * interval : (common.max_age ?? 86_400)) * 1000,
    clock,
    onProblem: (text) => log('WARNING', `Exporter ${name} ${text}.`),
  });
  const session = exporter.open(opening);
  let missing: string | null = null;

  const send = async (bytes: Uint8Array, signal: AbortSignal): Promise<Verdict> => {
    try {
      const verdict = await session.send(bytes, { signal, now: clock.now() });
      missing = null;
      return { ...verdict, answer: scrub(verdict.answer) };
    } catch (error) {
      if (error instanceof MissingPackage) missing = error.message;
      const verdict =
        error instanceof MissingPackage
          ? ({ kind: 'wait', answer: error.message } as const)
          : verdictOfError(error);
      return { ...verdict, answer: scrub(verdict.answer) };
    }
  };

  /** Requests that the last cycle made. */
  let live = 0;
  const sender = createSender({
    name: `Exporter ${name}`,
    queue,
    send,
    split: exporter.split ?? (() => null),
    clock,
    random: Math.random,
    livePerSecond: () => live / interval,
    timeoutMs: common.timeout * 1000,
    log,
  });

  let encode: ReturnType<typeof exporter.encoder> | null = null;
  let encodeMs = 0;
  let encodedMs = 0;
  let cancelCycle = (): void => {};
  let cancelRenew = (): void => {};
  let isStopped = false;

  const runCycle = async (): Promise<void> => {
    const cycle = setup.cycle(interval);
    encode ??= exporter.encoder(opening);
    const start = clock.monotonic();
    const payloads = encode(cycle);
    live = payloads.length;
    encodeMs = clock.monotonic() - start;
    encodedMs += encodeMs;
    for (const { bytes, samples } of payloads) await queue.put({ bytes, samples, time: cycle.time });
    sender.wake();
  };

  /** Cycles begin at whole multiples of the interval, so that hosts line up in charts. */
  const plan = (): void => {
    if (isStopped) return;
    const ms = interval * 1000;
    const left = ms - (clock.now() % ms);
    // A timer may come a moment early: that multiple has had its cycle.
    const wait = left < ms / 4 ? left + ms : left;
    cancelRenew = clock.setTimer(setup.renew, Math.max(0, wait - AHEAD_MS));
    cancelCycle = clock.setTimer(() => {
      plan();
      runCycle().catch((error: unknown) => log('ERROR', `Exporter ${name} failed: ${scrub(String(error))}.`));
    }, wait);
  };

  const stateOf = ({ state, reason, ...sent }: SenderState): ExporterState => {
    const { batches, bytes, oldest, dropped, thinned } = queue.state();
    return {
      name,
      type: exporter.name,
      state: missing === null ? state : 'unsupported',
      reason: missing ?? reason ?? session.note?.() ?? null,
      target: scrub(exporter.target(options)),
      interval,
      last_success: sent.lastSuccess,
      last_try: sent.lastTry,
      last_error: sent.lastError,
      failing_since: sent.failingSince,
      consecutive_failures: sent.failures,
      failed_requests: sent.failedRequests,
      next_try: sent.nextTry,
      queued_batches: batches,
      queued_bytes: bytes,
      queued_oldest: oldest,
      sent_samples: sent.sentSamples,
      sent_bytes: sent.sentBytes,
      dropped_samples: { ...dropped, refused: sent.refusedSamples },
      thinned_batches: thinned,
      send_ms: quantiles(sent.durations),
      send_times: sent.times,
      encode_ms: rounded(encodeMs),
      encode_seconds: Math.round(encodedMs) / 1000,
    };
  };

  return {
    async start() {
      await queue.load();
      plan();
      sender.resume();
    },
    flush: () => sender.flush(),
    runCycle,
    drained: (ms) => sender.drained(ms),
    state: () => stateOf(sender.state()),
    async stop() {
      isStopped = true;
      cancelCycle();
      cancelRenew();
      await sender.stop();
      await session.close?.();
    },
  };
}

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
