import type { Message } from '../message.ts';

/** A message as JSON for programs; docs/notifications.schema.json describes it. */
export const eventBody = ({ notice, notices, title, text, cause, link }: Message): string =>
  JSON.stringify({
    version: 1,
    id: notice.id,
    kind: notice.kind,
    host: notice.host,
    title,
    text,
    event: notice.event,
    ...(notices.length > 1 && {
      group: notices.map(({ kind, event, host }) => ({
        kind,
        event,
        ...(host !== notice.host && { host }),
      })),
    }),
    ...(cause !== null && { cause }),
    ...(link !== null && { link }),
  });
