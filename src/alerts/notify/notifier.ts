/** Sends the events of this host to all targets. */
import { messageOf } from '../../core/message-of.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { createMutex } from '../../core/mutex.ts';
import { type Channel, type ChannelSetup, createChannel, fingerprintOf } from './channel.ts';
import { boundedEvent, type EventNotice } from '../../core/notice.ts';
import type { NotifyOptions } from './options.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { send as sendNow } from './send.ts';
import type { Target } from './target.ts';

/** Its name for the filter `servers`. */
export const THIS_HOST = 'localhost';

/** By default no alert is silenced, all are of this host and known, and causes are unknown. */
export interface NotifierSetup
  extends
    Pick<ChannelSetup, 'options' | 'clock' | 'log' | 'memory' | 'current'>,
    Partial<Pick<ChannelSetup, 'isSilenced' | 'namesOf' | 'isCurrent' | 'causeOf' | 'send' | 'random'>> {
  targets: readonly Target[];
  /** Folder for queues, one below it per target; null: a restart loses them. */
  folder: string | null;
  disk?: Disk;
}

export interface Notifier {
  /** Starts to send the notices of an earlier run. */
  start(): void;
  /** Passes a notice to all targets at once. Resolves when it is queued; never rejects. */
  notify(notice: EventNotice): Promise<void>;
  /**
   * Applies new targets and options; never rejects. Queues of remaining targets are kept; unchanged targets are unaffected. New ones
   * hear of alerts that begin or change from now on.
   */
  replace(targets: readonly Target[], options: NotifyOptions): Promise<void>;
  /** Sends what is due: at the end of a silence, and when alerts of the previous run are known. */
  look(): void;
  /** Ends all work; waiting notices are on disk when it resolves. */
  stop(): Promise<void>;
}

export function createNotifier(setup: NotifierSetup): Notifier {
  const { log, folder, clock, disk, memory } = setup;
  const current: NotifierSetup['current'] = (subject) => {
    const now = setup.current(subject);
    return now && { ...now, event: boundedEvent(now.event) };
  };
  const {
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
      memory,
      current,
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
  let names = new Set(setup.targets.map(({ name }) => name));
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
  const replace = async (targets: readonly Target[], options: NotifyOptions): Promise<void> => {
    names = new Set(targets.map(({ name }) => name));
    memory.retain(names);
    const same = new Map(channels.map((channel) => [channel.fingerprint, channel]));
    const kept = targets.map((target) => same.get(fingerprintOf(target, options)));
    ending = channels.filter((channel) => !kept.includes(channel));
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
    const taken: Promise<void>[] = [];
    for (const channel of fresh) {
      taken.push(...late.map(channel.take));
      channel.start();
    }
    channels = [...channels, ...fresh];
    for (const { name } of channels) outboxes.delete(name);
    reportStrays(await discard([...outboxes.values()]));
    await Promise.all(taken);
  };

  return {
    start() {
      memory.retain(names);
      for (const channel of channels) channel.start();
    },
    async notify(notice) {
      try {
        const bounded = { ...notice, event: boundedEvent(notice.event) };
        const queued = channels.map((channel) => channel.take(bounded));
        takeLate?.(bounded);
        if (takeLate !== null) await inTurn(async () => {});
        await Promise.all(queued);
      } catch (error) {
        log('ERROR', `An event could not be notified: ${messageOf(error)}.`);
      }
    },
    look() {
      memory.retain(names);
      for (const channel of channels) channel.look();
    },
    replace: (targets, options) => inTurn(() => replace(targets, options)),
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
