import { type AlertChange, keyOf, type WholeAlert } from '../../core/event.ts';
import type { EventNotice, NoticeEvent } from '../../core/notice.ts';

/** Returns the notice of a changed alert. @param host name of this machine */
export const noticeOf = ({ kind, raises, ...alert }: AlertChange, host: string): EventNotice => ({
  kind,
  subject: keyOf(alert),
  host: alert.server?.name ?? host,
  event: { ...noticeEvent(alert), ...(raises !== undefined && { raises }) },
});

/** An alert as sent to targets. */
export function noticeEvent({ id, plugin, identity, event, ...alert }: WholeAlert): NoticeEvent {
  const { type, state, begin, end, min, avg, max, count, desc, top } = event;
  const { finding, reading, culprits, server, stretches } = alert;
  return {
    id,
    type,
    state,
    begin,
    end,
    plugin,
    item: identity,
    min,
    avg,
    max,
    count,
    desc,
    top,
    stretches,
    ...(finding && { finding }),
    ...(reading && { reading }),
    ...(culprits && { culprits }),
    ...(server && { server: server.id }),
  };
}
