import type { AlertEvent, EventChange, EventChangeKind, SavedEvent } from '../../core/event.ts';
import type { EventNotice, NoticeEvent } from './notice.ts';

/** The end of a continued event has been notified: its begin is notified again. */
const KINDS = {
  begin: 'begin',
  resume: 'begin',
  level: 'change',
  continue: null,
  end: 'end',
} as const satisfies Record<EventChangeKind, EventNotice['kind'] | null>;

/** The notice of a change of an event; null when there is nothing to notify: it existed before startup, too. */
export function noticeOf({ kind, ...saved }: EventChange, host: string): EventNotice | null {
  const told = isOld(saved) ? null : KINDS[kind];
  return told && { kind: told, host, event: savedNotice(saved) };
}

/** A failure that existed at startup, of a kind that then notifies nobody. */
export const isOld = ({ finding }: SavedEvent): boolean => finding?.isOld === true;

/** An event of the agent before, as targets were told of it. */
export const savedNotice = ({ id, plugin, identity, event, finding, reading }: SavedEvent): NoticeEvent =>
  noticeEvent(event, {
    id,
    plugin,
    item: identity,
    ...(finding && { finding }),
    ...(reading && { reading }),
  });

/** The event as targets see it. */
export const noticeEvent = (
  { type, state, begin, end, min, avg, max, count, desc, top }: AlertEvent,
  { id, plugin, item, finding, reading }: Pick<NoticeEvent, 'id' | 'plugin' | 'item' | 'finding' | 'reading'>,
): NoticeEvent => ({
  id,
  type,
  state,
  begin,
  end,
  plugin,
  item,
  min,
  avg,
  max,
  count,
  desc,
  top,
  ...(finding && { finding }),
  ...(reading && { reading }),
});
