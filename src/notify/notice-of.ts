import type { AlertEvent, EventChange, EventChangeKind } from '../core/event.ts';
import type { EventNotice, NoticeEvent } from './notice.ts';

/** An event that goes on has been told to have ended: it is told anew. */
const KINDS = { begin: 'begin', resume: 'begin', level: 'change', end: 'end' } as const satisfies Record<
  EventChangeKind,
  EventNotice['kind']
>;

/** A change of an event, as targets are told of it. */
export const noticeOf = ({ kind, id, plugin, identity, event }: EventChange, host: string): EventNotice => ({
  kind: KINDS[kind],
  host,
  event: noticeEvent(event, { id, plugin, item: identity }),
});

/** The event as targets see it. */
export const noticeEvent = (
  { type, state, begin, end, min, avg, max, count, desc, top }: AlertEvent,
  { id, plugin, item }: Pick<NoticeEvent, 'id' | 'plugin' | 'item'>,
): NoticeEvent => ({ id, type, state, begin, end, plugin, item, min, avg, max, count, desc, top });
