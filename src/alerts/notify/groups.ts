/** Groups notices of a short time into one message. Grouping happens on sending, so a restart changes nothing. */
import { momentOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import type { Queue } from '../../net/deliver/queue.ts';
import { eventKey, type Notice } from '../../core/notice.ts';
import type { Outbox, WaitingNotice } from './outbox.ts';

interface GroupsSetup {
  outbox: Pick<Outbox, 'queue' | 'waiting'>;
  /** Milliseconds that the first notice waits for others; 0: one message per notice. */
  waitMs: number;
  clock: Clock;
  /** Called when the first group is ready. */
  wake(): void;
}

export interface Groups {
  /** The queue of the target: a batch represents its group. */
  readonly queue: Queue;
  /** Returns the last group from `queue.first()`, in order. */
  current(): readonly WaitingNotice[];
  stop(): void;
}

/** Nobody reads a longer message. */
const MOST = 100;

export function createGroups({ outbox, waitMs, clock, wake }: GroupsSetup): Groups {
  const { queue } = outbox;
  let group: readonly WaitingNotice[] = [];
  let cancel: (() => void) | null = null;
  /** Batch that waits for others, and the monotonic time of its begin. */
  let first: { readonly sequence: number; readonly at: number } | null = null;

  const arm = (ms: number): void => {
    cancel ??= clock.setTimer(() => {
      cancel = null;
      wake();
    }, ms);
  };

  return {
    queue: {
      ...queue,
      async first() {
        const batch = await queue.first();
        const all = outbox.waiting();
        // An unreadable notice has no group; the sender drops it.
        group = all[0]?.sequence === batch?.sequence ? together(all, waitMs) : [];
        if (batch === null || group.length === 0) return batch;
        if (first?.sequence !== batch.sequence)
          first = { sequence: batch.sequence, at: momentOf(clock, batch.time) };
        const rest = waitMs - (clock.monotonic() - first.at);
        if (rest <= 0) return batch;
        arm(rest);
        return null;
      },
      async remove(batch) {
        await queue.remove(batch);
        if (group[0]?.sequence !== batch.sequence) return;
        for (const { sequence } of group.slice(1)) await queue.remove({ sequence });
        group = [];
      },
    },
    current: () => group,
    stop: () => cancel?.(),
  };
}

/** Notices of one host or of a hub's servers, and of one direction, in queue order: no end is sent before its start. */
export function together(all: readonly WaitingNotice[], waitMs: number): WaitingNotice[] {
  const [first] = all;
  if (first === undefined) return [];
  const group = [first];
  const passedOver = new Set<string>();
  for (const entry of all.slice(1)) {
    if (waitMs === 0 || entry.time - first.time > waitMs || group.length === MOST) break;
    const key = keyOf(entry.notice);
    const fits =
      isEnd(entry.notice) === isEnd(first.notice) && placeOf(entry.notice) === placeOf(first.notice);
    if (fits && !passedOver.has(key)) group.push(entry);
    else passedOver.add(key);
  }
  return group;
}

/** Servers of a hub share messages. */
const placeOf = ({ host, event }: Notice): string | null => (event?.server === undefined ? host : null);
const isEnd = ({ kind }: Notice): boolean => kind === 'end';
const keyOf = ({ event }: Notice): string => (event === null ? '' : eventKey(event));
