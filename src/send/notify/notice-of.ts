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

/** The notice of a change of an event; null when there is nothing to notify. */
export function noticeOf({ kind, ...saved }: EventChange, host: string): EventNotice | null {
  const told = KINDS[kind];
  return told && { kind: told, host, event: savedNotice(saved) };
}

/** An event of the agent before, as targets were told of it. */
export const savedNotice = ({ id, plugin, identity, event }: SavedEvent): NoticeEvent =>
  noticeEvent(event, { id, plugin, item: identity });

/** The event as targets see it. */
export const noticeEvent = (
  { type, state, begin, end, min, avg, max, count, desc, top }: AlertEvent,
  { id, plugin, item }: Pick<NoticeEvent, 'id' | 'plugin' | 'item'>,
): NoticeEvent => ({ id, type, state, begin, end, plugin, item, min, avg, max, count, desc, top });
