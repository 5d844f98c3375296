/** A running exporter: each cycle encodes values as batches, which its sender delivers. */
import type { Clock } from '../../core/host.ts';
import { diskRoom } from '../../core/files/disk-room.ts';
import { createQueue } from '../../net/deliver/queue.ts';
import { createScrubber } from '../../net/deliver/scrub.ts';
import { createSender } from '../../net/deliver/sender.ts';
import { createValueLog } from '../../net/deliver/value-log.ts';
import { type DeliveryVerdict, verdictOfError } from '../../net/deliver/verdict.ts';
import { MissingPackage } from '../../net/deliver/packages.ts';
import type { Cycle, Opening } from './exporter.ts';
import type { Family } from '../metrics/family.ts';
import { exporterState } from './exporter-state.ts';
import type { ExporterState } from '../metrics/exporters.ts';
import type { Resolved } from './resolve.ts';
import { WrongPayload } from './shared/payload.ts';

export interface RunnerSetup {
  resolved: Resolved;
  clock: Clock;
  host: string;
  plugins: Opening['plugins'];
  /** Folder for the queues of all exporters; null: a restart loses them. */
  folder: string | null;
  /** Bytes of the queue on disk. */
  queueBytes: number;
  /** Seconds between cycles of an exporter that declares 0. */
  refresh: number;
  /** Exported plugins. */
  sends: readonly string[];
  /** Returns the current values; `seconds` since the last ones. */
  cycle(interval: number): Cycle;
  /** Reads the kernel now. Never rejects. */
  readKernel(): Promise<readonly Family[]>;
  /** Requests plugins that nobody else needs, shortly before the next cycle. */
  renew(): void;
  load: Opening['load'];
  /** Why an optional package cannot be loaded; null: it can. */
  lacks(name: string): string | null;
  log(level: 'INFO' | 'WARNING' | 'ERROR', text: string): void;
}

export interface Runner {
  start(): Promise<void>;
  /** Sends waiting batches now. */
  flush(): void;
  /** Encodes and queues the current values. */
  runCycle(): Promise<void>;
  drained(ms: number): Promise<void>;
  state(): ExporterState;
  /** Queued batches are kept. */
  stop(): Promise<void>;
}

/** Plugins are read this long before the cycle. */
const AHEAD_MS = 1000;

/** Free disk space below which the queue stops growing. */
const LEAST_FREE = 512 * 1024 * 1024;
const LEAST_SHARE = 0.05;

async function isDiskLow(folder: string): Promise<boolean> {
  const { free, total } = await diskRoom(folder);
  return free < LEAST_FREE || free < total * LEAST_SHARE;
}

/** `; check user and password in [mqtt]` */
function loginAdvice({ name, exporter: { options }, common }: Resolved): string {
  const own = Object.keys(options).filter((key) => options[key]?.secret || /^user(name)?$/.test(key));
  const keys = common.cert_file === undefined ? own : [...own, 'cert_file'];
  const last = keys.pop();
  if (last === undefined) return '';
  return `; check ${keys.length > 0 ? `${keys.join(', ')} and ` : ''}${last} in [${name}]`;
}

export function createRunner(setup: RunnerSetup): Runner {
  const { resolved, clock, log } = setup;
  const { exporter, common, options, name, certificates } = resolved;
  const interval = common.interval || setup.refresh;
  const { host, plugins, load } = setup;
  const opening: Opening = { options, common, host, plugins, certificates, load };
  const scrub = createScrubber(exporter.options, options);
  const isLive = exporter.delivery === 'live';
  const queue = createQueue({
    folder: isLive || setup.folder === null ? null : `${setup.folder}/${name}`,
    mostBytes: setup.queueBytes,
    onFull: common.on_full,
    isDiskLow,
    // Values that are useless later wait for one cycle only.
    maxAgeMs: (isLive ? 2 * interval : common.max_age) * 1000,
    clock,
    onProblem: (text) => log('WARNING', `Exporter ${name} ${text}.`),
    onSolved: (text) => log('INFO', `Exporter ${name} ${text}.`),
  });
  const session = exporter.open(opening);
  let missing = (exporter.packages ?? []).map(setup.lacks).find((text) => text !== null) ?? null;

  const judged = async (bytes: Uint8Array, signal: AbortSignal): Promise<DeliveryVerdict> => {
    try {
      const verdict = await session.send(bytes, { signal, now: clock.now() });
      missing = null;
      return verdict;
    } catch (error) {
      if (error instanceof WrongPayload) return { kind: 'drop', answer: error.message };
      missing = error instanceof MissingPackage ? error.message : null;
      return missing === null ? verdictOfError(error) : { kind: 'wait', answer: missing };
    }
  };
  const send = async (bytes: Uint8Array, signal: AbortSignal): Promise<DeliveryVerdict> => {
    const verdict = await judged(bytes, signal);
    const advice = verdict.isDenied === true ? loginAdvice(resolved) : '';
    return { ...verdict, answer: scrub(verdict.answer) + advice };
  };

  /** Requests of the last cycle. */
  let live = 0;
  const sender = createSender({
    queue,
    send,
    ...(exporter.split && { split: exporter.split }),
    clock,
    random: Math.random,
    livePerSecond: () => live / interval,
    timeoutMs: common.timeout * 1000,
    isOrderFree: exporter.isOrderFree === true,
    log: createValueLog({ name: `Exporter ${name}`, queue, clock, log }),
  });

  let encode: ReturnType<typeof exporter.encoder> | null = null;
  let encodeMs = 0;
  let encodedMs = 0;
  let cancelCycle = (): void => {};
  let cancelRenew = (): void => {};
  let isStopped = false;

  const runCycle = async (): Promise<void> => {
    const kernel = exporter.readsKernel === true ? await setup.readKernel() : [];
    const cycle: Cycle = { ...setup.cycle(interval), kernel };
    encode ??= exporter.encoder(opening);
    const start = clock.monotonic();
    const payloads = encode(cycle);
    live = payloads.length;
    encodeMs = clock.monotonic() - start;
    encodedMs += encodeMs;
    for (const { bytes, samples } of payloads) await queue.put({ bytes, samples, time: cycle.time });
    sender.wake();
  };

  const ms = interval * 1000;
  const phase = common.align ? 0 : Math.random() * ms;

  /** Cycles start at multiples of the interval, so that hosts line up in charts, plus this host's delay. */
  const plan = (): void => {
    if (isStopped) return;
    const now = clock.now();
    const left = ms - ((now + ms - phase) % ms);
    // The clock was set back a little: this multiple is done.
    const wait = left < ms / 4 ? left + ms : left;
    cancelRenew = clock.setTimer(setup.renew, Math.max(0, wait - AHEAD_MS));
    beginAt(now + wait);
  };

  const beginAt = (due: number): void => {
    cancelCycle = clock.setTimer(
      () => {
        // Timers may fire early: the values would fall into the previous period.
        const left = due - clock.now();
        if (left > 0 && left < ms / 4) return beginAt(due);
        plan();
        runCycle().catch((error) => log('ERROR', `Exporter ${name} failed: ${scrub(String(error))}.`));
      },
      Math.ceil(due - clock.now()),
    );
  };

  const identity = {
    name,
    type: exporter.name,
    target: scrub(exporter.target(options)),
    interval,
    plugins: setup.sends,
  };
  const state = (): ExporterState => {
    const sending = sender.state();
    const waiting = queue.state();
    const note = sending.reason ?? session.note?.() ?? null;
    const reasons = [note, waiting.problem].filter((text) => text !== null);
    const reason = reasons.length === 0 ? null : reasons.join('; ');
    const encoding = { lastMs: encodeMs, allMs: encodedMs };
    const found = exporterState(identity, { sender: { ...sending, reason }, queue: waiting, encoding });
    return missing === null ? found : { ...found, state: 'unsupported', reason: missing };
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
    state,
    async stop() {
      isStopped = true;
      cancelCycle();
      cancelRenew();
      await sender.stop();
      await session.close?.();
    },
  };
}
