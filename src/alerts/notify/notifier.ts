/** Sends the events of this host to all targets. */
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import type { Clock } from '../../core/host.ts';
import { createMutex } from '../../core/mutex.ts';
import { type Channel, createChannel, fingerprintOf } from './channel.ts';
import type { NotifyLog } from './log.ts';
import { boundedEvent, type EventNotice, type NoticeEvent } from './notice.ts';
import type { NotifyOptions } from './options.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { send as sendNow, type Send } from './send.ts';
import type { Target } from './target.ts';

/** Its name for the filter `servers`. */
export const THIS_HOST = 'localhost';

export interface NotifierSetup {
  targets: readonly Target[];
  options: NotifyOptions;
  clock: Clock;
  log: NotifyLog;
  /** Folder for queues, one below it per target; null: a restart loses them. */
  folder: string | null;
  disk?: Disk;
  /**
   * The current event, null if unknown: used before reminders and at the end of quiet hours. Without it, events are ongoing until
   * their end is reported.
   */
  latest?(event: NoticeEvent): NoticeEvent | null;
  /** Whether its notifications are silenced. */
  isSilenced?(event: NoticeEvent): boolean;
  /** Names and tags for the filter `servers`; null: the servers are unknown. Default: only this host. */
  namesOf?(event: NoticeEvent): readonly string[] | null;
  /** Whether the state of an event is known: only then reminders are sent. Default: always. */
  isCurrent?(event: NoticeEvent): boolean;
  /** Why a value passed its threshold, in a sentence; null: unknown. Never rejects. Default: unknown. */
  causeOf?(event: NoticeEvent): Promise<string | null>;
  send?: Send;
  /** From 0 to 1. */
  random?(): number;
}

export interface Notifier {
  /** Starts to send the notices of an earlier run. */
  start(): void;
  /** Passes a notice to all targets at once. Resolves when it is queued; never rejects. */
  notify(notice: EventNotice): Promise<void>;
  /**
   * Adopts events that were ongoing when the previous agent ended: targets receive their end, not another begin.
   * @param until that agent's last sign of life, Unix milliseconds
   */
  recall(events: readonly EventNotice[], until: number): void;
  /**
   * Applies new targets and options; never rejects. Queues of remaining targets are kept; unchanged targets are unaffected. New ones
   * receive ends of ongoing events.
   */
  replace(next: Replacement): Promise<void>;
  /** Called at the end of a silence: notifies targets of events that are still ongoing. */
  release(): void;
  /** Ends all work; waiting notices are on disk when it resolves. */
  stop(): Promise<void>;
}

export interface Replacement {
  targets: readonly Target[];
  options: NotifyOptions;
  /** Ongoing events. */
  lasting(): readonly EventNotice[];
}

export function createNotifier(setup: NotifierSetup): Notifier {
  const { log, folder, clock, disk } = setup;
  const {
    latest = (event) => event,
    isSilenced = () => false,
    namesOf = () => [THIS_HOST],
    isCurrent = () => true,
    causeOf = async () => null,
    send = sendNow,
    random = Math.random,
  } = setup;
  const outboxOf = (name: string): Outbox =>
    createOutbox({ name, folder: folder && `${folder}/${name}`, disk, clock, log });
  const openWith = (target: Target, options: NotifyOptions, outbox = outboxOf(target.name)): Channel =>
    createChannel({
      target,
      options,
      outbox,
      clock,
      log,
      latest,
      isSilenced,
      namesOf,
      isCurrent,
      causeOf,
      send,
      random,
    });
  let channels = setup.targets.map((target) => openWith(target, setup.options));
  /** Channels that are ending: their waiting notices are not lost. */
  let ending: Channel[] = [];
  let isStopped = false;
  let takeLate: ((notice: EventNotice) => void) | null = null;
  const inTurn = createMutex();

  const reportStrays = (count: number): void => {
    if (count > 0)
      log('WARNING', `Notifications that waited are dropped, since their targets are gone: ${count}.`);
  };

  /** Drops notices for targets that are gone. */
  const dropGone = async (): Promise<void> => {
    await Promise.all(channels.map(({ outbox }) => outbox.inTurn(async () => {})));
    const names = new Set(channels.map(({ name }) => name));
    const found = folder === null ? [] : await (disk ?? nodeDisk).readdir(folder).catch(() => []);
    const gone = found.filter((name) => /^[\w-]+$/.test(name) && !names.has(name));
    reportStrays(await discard(gone.map(outboxOf)));
  };
  const ready = inTurn(dropGone);

  /** Events that arrive while a target is replaced wait for the new one. */
  const replace = async ({ targets, options, lasting }: Replacement): Promise<void> => {
    const same = new Map(channels.map((channel) => [channel.fingerprint, channel]));
    const kept = targets.map((target) => same.get(fingerprintOf(target, options)));
    ending = channels.filter((channel) => !kept.includes(channel));
    const lastedBefore = lasting();
    const late: EventNotice[] = [];
    channels = kept.filter((channel) => channel !== undefined);
    takeLate = (notice) => late.push(notice);
    await Promise.all(ending.map((channel) => channel.stop(true)));
    if (isStopped) return;
    const outboxes = new Map(ending.map(({ name, outbox }) => [name, outbox]));
    ending = [];
    takeLate = null;
    const fresh = targets
      .filter((_, index) => kept[index] === undefined)
      .map((target) => openWith(target, options, outboxes.get(target.name)));
    for (const channel of fresh) {
      for (const notice of lastedBefore) channel.recall(notice, clock.now());
      for (const notice of late) channel.take(notice);
      channel.start();
    }
    channels = [...channels, ...fresh];
    for (const { name } of channels) outboxes.delete(name);
    reportStrays(await discard([...outboxes.values()]));
  };

  return {
    start() {
      for (const channel of channels) channel.start();
    },
    async notify(notice) {
      try {
        const bounded = { ...notice, event: boundedEvent(notice.event) };
        for (const channel of channels) channel.take(bounded);
        takeLate?.(bounded);
      } catch (error) {
        log(
          'ERROR',
          `An event could not be notified: ${error instanceof Error ? error.message : String(error)}.`,
        );
      }
      if (takeLate !== null) await inTurn(async () => {});
      await Promise.all(channels.map(({ outbox }) => outbox.inTurn(async () => {})));
    },
    release() {
      for (const channel of channels) channel.release();
    },
    recall(events, until) {
      for (const notice of events) for (const channel of channels) channel.recall(notice, until);
    },
    replace: (next) => inTurn(() => replace(next)),
    async stop() {
      isStopped = true;
      await ready;
      await Promise.all([...channels, ...ending].map((channel) => channel.stop()));
    },
  };
}

/** Drops all waiting notices. Returns their number. */
async function discard(outboxes: readonly Outbox[]): Promise<number> {
  let count = 0;
  for (const { inTurn, queue } of outboxes)
    count += (await inTurn(() => queue.dropOlder(Number.NEGATIVE_INFINITY))).length;
  return count;
}
