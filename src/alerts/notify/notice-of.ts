import type { AlertChange, AlertEvent, SavedEvent } from '../../core/event.ts';
import type { EventNotice, NoticeEvent } from './notice.ts';

/** The notice of a changed alert. @param host name of this machine */
export const noticeOf = ({ kind, raises, ...saved }: AlertChange, host: string): EventNotice => ({
  kind,
  host: saved.server?.name ?? host,
  event: { ...savedNotice(saved), ...(raises !== undefined && { raises }) },
});

/** An alert of the previous run, as sent to targets. */
export const savedNotice = ({
  id,
  plugin,
  identity,
  event,
  finding,
  reading,
  server,
}: SavedEvent): NoticeEvent =>
  noticeEvent(event, {
    id,
    plugin,
    item: identity,
    ...(finding && { finding }),
    ...(reading && { reading }),
    ...(server && { server: server.id }),
  });

/** The event for targets. */
export const noticeEvent = (
  { type, state, begin, end, min, avg, max, count, desc, top }: AlertEvent,
  {
    id,
    plugin,
    item,
    finding,
    reading,
    server,
  }: Pick<NoticeEvent, 'id' | 'plugin' | 'item' | 'finding' | 'reading' | 'server'>,
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
  ...(server !== undefined && { server }),
});
