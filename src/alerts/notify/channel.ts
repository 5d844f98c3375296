/** One running target: receives notices and sends them. */
import { isForbiddenAddress } from '../../core/forbidden-address.ts';
import type { Clock } from '../../core/host.ts';
import { messageOf } from '../../core/message-of.ts';
import { singleLine } from '../../net/deliver/plain-text.ts';
import type { Queue } from '../../net/deliver/queue.ts';
import { createScrubber } from '../../net/deliver/scrub.ts';
import { createSender } from '../../net/deliver/sender.ts';
import type { SendLog } from '../../net/deliver/send-report.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import type { NotifyLog } from './log.ts';
import { createGroups } from './groups.ts';
import { explainedIn, composeMessage, type NoticeGroup } from './message.ts';
import type { Notice, NoticeEvent } from '../../core/notice.ts';
import type { NotifyOptions } from './options.ts';
import type { Outbox } from './outbox.ts';
import type { Send } from './send.ts';
import { createSubscription, type Subscription, type SubscriptionSetup } from './subscription.ts';
import type { Target } from './target.ts';
import { secretsOf } from './target-type.ts';
import { inTime } from '../../core/in-time.ts';

export interface ChannelSetup extends Omit<SubscriptionSetup, 'target' | 'options' | 'put' | 'isWaiting'> {
  target: Target;
  options: NotifyOptions;
  outbox: Outbox;
  log: NotifyLog;
  /** Why a value passed its threshold, in a sentence; null: unknown. Never rejects. */
  causeOf(event: NoticeEvent): Promise<string | null>;
  send: Send;
  /** From 0 to 1. */
  random(): number;
}

export interface Channel extends Pick<Subscription, 'take' | 'look'> {
  readonly name: string;
  /** Equal for identical targets. */
  readonly fingerprint: string;
  readonly outbox: Outbox;
  /** Starts to send what waits. */
  start(): void;
  /**
   * Stops; waiting entries stay.
   * @param isPatient waits for the running attempt, so nothing is sent twice
   */
  stop(isPatient?: boolean): Promise<void>;
}

/** Share of an attempt's timeout. */
const CAUSE_SHARE = 1 / 4;

/** Retries for people, slower than for databases. */
export const PACE = { firstMs: 5000, longestMs: 15 * 60_000 } as const;

export function createChannel(setup: ChannelSetup): Channel {
  const { target, options, outbox, clock, send } = setup;
  const label = labelOf(target);
  const scrub = createScrubber(secretsOf(target.type), target.options);
  // Keeps the name of a target, although the path of its web hook may contain it.
  const log: NotifyLog = (level, text) => setup.log(level, text.split(label).map(scrub).join(label));
  const dropped = (
    notices: readonly (Notice | undefined)[],
    reason: string,
    level: 'WARNING' | 'ERROR' = 'ERROR',
  ) => {
    settle(notices, false);
    log(level, `The notification of ${subjectOf(notices)} for ${label} is dropped: ${reason}.`);
  };
  const settle = (notices: readonly (Notice | undefined)[], isTaken: boolean): void => {
    for (const notice of notices) if (notice !== undefined) subscription.settle(notice, isTaken);
  };

  /** Drops expired notices before sending. */
  const unexpired: Queue = {
    ...outbox.queue,
    async first() {
      for (const sequence of await outbox.queue.dropOlder(options.max_age * 1000))
        dropped([outbox.notice(sequence)], 'it is too old');
      return outbox.queue.first();
    },
  };
  const groups = createGroups({
    outbox: { ...outbox, queue: unexpired },
    waitMs: target.type.separate === true ? 0 : target.common.group_wait * 1000,
    clock,
    wake: () => sender.wake(),
  });
  const { queue } = groups;
  const noticesNow = (): Notice[] => groups.current().map(({ notice }) => notice);
  const sender = createSender({
    queue,
    async send(_, signal) {
      const [first, ...others] = noticesNow();
      if (first === undefined) return { kind: 'drop', answer: 'it makes no sense' };
      const notices: NoticeGroup = [first, ...others];
      const cause = await causeIn(notices);
      return deliver(target, notices, { send, clock, signal, page: options.url, cause });
    },
    clock,
    random: setup.random,
    timeoutMs: options.timeout * 1000,
    pace: PACE,
    maxAttempts: options.max_tries,
    log: createNoticeLog(label, { log, dropped, notices: noticesNow, taken: (some) => settle(some, true) }),
  });

  /** Most of an attempt is for the target: values that take longer than this share are left out. */
  const causeIn = async (notices: NoticeGroup): Promise<string | null> => {
    const explained = explainedIn(notices);
    if (explained === null) return null;
    const cause = setup.causeOf(explained);
    return (await inTime(clock, options.timeout * 1000 * CAUSE_SHARE, cause)) ? cause : null;
  };

  /** A notice that is being sent is not dropped: it may have arrived. */
  const makeRoom = async (most: number): Promise<void> => {
    for (let waiting = queue.sequences(); waiting.length > most; waiting = queue.sequences()) {
      const busy = sender.sending() === null ? [] : groups.current().map(({ sequence }) => sequence);
      const oldest = waiting.find((sequence) => sequence !== sender.sending() && !busy.includes(sequence));
      if (oldest === undefined) return;
      dropped([outbox.notice(oldest)], 'too many wait', 'WARNING');
      await queue.remove({ sequence: oldest });
    }
  };

  const subscription = createSubscription({
    target: target.name,
    options: target.common,
    clock,
    memory: setup.memory,
    async put(subject, notices) {
      await outbox.inTurn(async () => {
        // An agent that is killed from now on puts them again.
        await setup.memory.saved(subject);
        for (const notice of notices) {
          if (outbox.has(notice.id)) continue;
          // The label is that of this machine.
          const isOwn = notice.event?.server === undefined && options.host_label !== '';
          await makeRoom(options.queue_size - 1);
          await outbox.put(isOwn ? { ...notice, host: options.host_label } : notice);
        }
      });
      sender.wake();
    },
    isWaiting: outbox.isWaiting,
    current: setup.current,
    isSilenced: setup.isSilenced,
    namesOf: setup.namesOf,
    isCurrent: setup.isCurrent,
  });
  return {
    take: subscription.take,
    look: subscription.look,
    name: target.name,
    fingerprint: fingerprintOf(target, options),
    outbox,
    start() {
      void outbox.inTurn(() => makeRoom(options.queue_size)).then(sender.wake);
      subscription.look();
    },
    async stop(isPatient) {
      subscription.stop();
      groups.stop();
      // Earlier notices are queued.
      await outbox.inTurn(async () => {});
      await sender.stop(isPatient);
    },
  };
}

const createNoticeLog = (
  label: string,
  {
    log,
    dropped,
    notices,
    taken,
  }: {
    log: NotifyLog;
    dropped(notices: readonly Notice[], reason: string): void;
    /** Notices that are being sent. */
    notices(): readonly Notice[];
    taken(notices: readonly Notice[]): void;
  },
): SendLog => ({
  sent({ attempts }, { answer }) {
    taken(notices());
    const again = attempts > 0 ? `; tries: ${attempts + 1}` : '';
    log('INFO', `${label} took the notification of ${subjectOf(notices())}: ${answer}${again}.`);
  },
  refused: (_, { answer }) => dropped(notices(), answer),
  failed({ attempts }, { answer }, _, waitMs) {
    const next = `next try in ${Math.round(waitMs / 1000)} s`;
    log(attempts === 0 ? 'WARNING' : 'DEBUG', `${label} did not take a notification: ${answer}; ${next}.`);
  },
});

/** `the begin of CPU_TOTAL and 2 more` */
function subjectOf([notice, ...others]: readonly (Notice | undefined)[]): string {
  if (!notice) return 'an event';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return notice.event === null ? 'a test' : `the ${notice.kind} of ${singleLine(notice.event.type)}${more}`;
}

/** `"ops" (slack)` */
export const labelOf = ({ name, type }: Target): string => `"${name}" (${type.type})`;

interface DeliverSetup {
  send: Send;
  clock: Clock;
  signal: AbortSignal;
  /** Address of the page, to which messages link. */
  page?: URL | null | undefined;
  /** Its cause, in a sentence. */
  cause?: string | null;
}

/** One attempt. Never rejects. */
export async function deliver(
  { type, options, ca, isOfPage }: Target,
  notices: NoticeGroup,
  { send, clock, signal, page = null, cause = null }: DeliverSetup,
): Promise<DeliveryVerdict> {
  const now = clock.now();
  try {
    const context = { signal, ca, now, isForbidden: isOfPage ? isForbiddenAddress : null };
    return await send(type.compose(composeMessage(notices, page, cause), options, now), context);
  } catch (error) {
    return { kind: 'drop', answer: messageOf(error) };
  }
}

/** Targets also contain addresses and patterns. */
export const fingerprintOf = ({ type, ...target }: Target, options: NotifyOptions): string =>
  JSON.stringify([type.type, target, options]);
