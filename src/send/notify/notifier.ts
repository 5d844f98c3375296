/** Tells the events of this host to all targets. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/host.ts';
import { createInTurn } from '../../core/in-turn.ts';
import type { NotifyLog } from './log.ts';
import { messageOf } from './message.ts';
import { boundedEvent, eventKey, type EventNotice, type Notice, type NoticeEvent } from './notice.ts';
import type { NotifyOptions } from './options.ts';
import type { SavedEntry } from './queue-entry.ts';
import type { QueueFile } from './queue-file.ts';
import { createScrubber } from '../deliver/scrub.ts';
import type { Target } from './target.ts';
import type { Verdict } from '../deliver/verdict.ts';
import { send as sendNow, type Send } from './send.ts';
import { createSubscription, type Subscription } from './subscription.ts';
import { createWorker, type Worker } from './worker.ts';

export interface NotifierSetup {
  targets: readonly Target[];
  options: NotifyOptions;
  clock: Clock;
  log: NotifyLog;
  /** Where messages survive a restart; null: they do not. */
  queue: QueueFile | null;
  /**
   * The event as it is now, null when nobody knows it any more: asked before reminders and at the end of quiet
   * hours. Without it events are ongoing until their end is reported.
   */
  latest?(event: NoticeEvent): NoticeEvent | null;
  /** Whether events of the type are silenced. */
  isSilenced?(type: string): boolean;
  send?: Send;
  /** From 0 to 1. */
  random?(): number;
}

export interface Notifier {
  /** Begins to send what waited when the agent ended. */
  start(): void;
  /** Never throws and never waits. */
  notify(notice: EventNotice): void;
  /**
   * Adopts events that were ongoing when the previous agent ended: targets get their end, not their begin again.
   * @param until when that agent was last seen, milliseconds since the epoch
   */
  recall(events: readonly EventNotice[], until: number): void;
  /**
   * Takes over other targets and options; never rejects. What waits for a target that stays goes on waiting; one that is as
   * before notices nothing. New ones get the end of the events that last.
   */
  replace(next: Replacement): Promise<void>;
  /** A silence of the type is over: targets are notified of events that are still ongoing. */
  release(type: string): void;
  /** Ends all work; what waits is on disk when it resolves. */
  stop(): Promise<void>;
}

export interface Replacement {
  targets: readonly Target[];
  options: NotifyOptions;
  /** Events that last. */
  lasting(): readonly EventNotice[];
}

/** One target at work. */
interface Channel {
  name: string;
  /** Equal for targets that are the same in all respects. */
  fingerprint: string;
  worker: Worker;
  subscription: Subscription;
}

export function createNotifier(setup: NotifierSetup): Notifier {
  const { log, queue } = setup;
  const saved = queue?.load() ?? [];
  reportStrays(saved, setup);
  let channels: Channel[] = [];
  /** Channels that are ending: what waits for them is not lost meanwhile. */
  let ending: Channel[] = [];
  const entries = (): SavedEntry[] =>
    [...channels, ...ending].flatMap(({ name, worker }) =>
      worker.entries().map((entry) => ({ ...entry, target: name })),
    );
  const onChange = () => queue?.save(entries);
  let isStopped = false;
  let takeLate: ((notice: EventNotice) => void) | null = null;
  const openWith = (target: Target, options: NotifyOptions, waiting: readonly SavedEntry[]): Channel =>
    openChannel(
      target,
      { ...setup, options },
      waiting.filter((entry) => entry.target === target.name),
      onChange,
    );
  channels = setup.targets.map((target) => openWith(target, setup.options, saved));
  const inTurn = createInTurn();

  /** Events that come while a target is replaced wait for the new one. */
  const replace = async ({ targets, options, lasting }: Replacement): Promise<void> => {
    const same = new Map(channels.map((channel) => [channel.fingerprint, channel]));
    const kept = targets.map((target) => same.get(fingerprintOf(target, options)));
    ending = channels.filter((channel) => !kept.includes(channel));
    const lastedBefore = lasting();
    const late: EventNotice[] = [];
    channels = kept.filter((channel) => channel !== undefined);
    takeLate = (notice) => late.push(notice);
    for (const { subscription } of ending) subscription.stop();
    await Promise.all(ending.map(({ worker }) => worker.stop(true)));
    if (isStopped) return;
    const waiting = entries().filter(({ target }) => !channels.some(({ name }) => name === target));
    ending = [];
    takeLate = null;
    reportStrays(waiting, { targets, log });
    const fresh = targets
      .filter((_, index) => kept[index] === undefined)
      .map((target) => openWith(target, options, waiting));
    for (const { subscription, worker } of fresh) {
      for (const notice of lastedBefore) subscription.recall(notice, setup.clock.now());
      for (const notice of late) subscription.take(notice);
      worker.start();
    }
    channels = [...channels, ...fresh];
    onChange();
  };

  return {
    start() {
      for (const { worker } of channels) worker.start();
    },
    notify(notice) {
      try {
        const bounded = { ...notice, event: boundedEvent(notice.event) };
        for (const { subscription } of channels) subscription.take(bounded);
        takeLate?.(bounded);
      } catch (error) {
        log(
          'ERROR',
          `An event could not be told: ${error instanceof Error ? error.message : String(error)}.`,
        );
      }
    },
    release(type) {
      for (const { subscription } of channels) subscription.release(type);
    },
    recall(events, until) {
      for (const notice of events)
        for (const { subscription } of channels) subscription.recall(notice, until);
    },
    replace: (next) => inTurn(() => replace(next)),
    async stop() {
      for (const { subscription } of channels) subscription.stop();
      isStopped = true;
      await Promise.all([...channels, ...ending].map(({ worker }) => worker.stop()));
      onChange();
      await queue?.settled();
    },
  };
}

function openChannel(
  target: Target,
  {
    options,
    clock,
    log,
    latest = (event) => event,
    isSilenced = () => false,
    send = sendNow,
    random = Math.random,
  }: NotifierSetup,
  waiting: readonly SavedEntry[],
  onChange: () => void,
): Channel {
  const scrub = createScrubber(target.type.options, target.options);
  const worker = createWorker({
    name: labelOf(target),
    deliver: (notice, signal) => deliver(target, notice, { send, clock, signal }),
    clock,
    random,
    limits: {
      size: options.queue_size,
      maxTries: options.max_tries,
      maxAgeMs: options.max_age * 1000,
      timeoutMs: options.timeout * 1000,
    },
    log: (level, text) => log(level, scrub(text)),
    onChange,
    waiting: waiting.map(({ notice, queuedAt, tries }) => ({ notice, queuedAt, tries })),
  });
  const subscription = createSubscription({
    options: target.common,
    clock,
    put: (kind, event, host) =>
      worker.put({ id: randomUUID(), kind, host: options.host_label || host, event }),
    isWaiting: (key) =>
      worker.entries().some(({ notice }) => notice.event !== null && eventKey(notice.event) === key),
    latest,
    isSilenced,
  });
  return { name: target.name, fingerprint: fingerprintOf(target, options), worker, subscription };
}

/** `"ops" (slack)` */
export const labelOf = ({ name, type }: Target): string => `"${name}" (${type.type})`;

/** One try. Never rejects. */
export async function deliver(
  { type, options, ca }: Target,
  notice: Notice,
  { send, clock, signal }: { send: Send; clock: Clock; signal: AbortSignal },
): Promise<Verdict> {
  const now = clock.now();
  try {
    return await send(type.compose(messageOf(notice), options, now), { signal, ca, now });
  } catch (error) {
    return { kind: 'drop', answer: error instanceof Error ? error.message : String(error) };
  }
}

/** Targets hold addresses and patterns, too. */
const fingerprintOf = ({ type, ...target }: Target, options: NotifyOptions): string =>
  JSON.stringify([type.type, target, options], (_key, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  );

function reportStrays(
  saved: readonly SavedEntry[],
  { targets, log }: Pick<NotifierSetup, 'targets' | 'log'>,
): void {
  const names = new Set(targets.map(({ name }) => name));
  const strays = saved.filter(({ target }) => !names.has(target)).length;
  if (strays > 0)
    log('WARNING', `Notifications that waited are dropped, since their targets are gone: ${strays}.`);
}
