/** Removing events. They are read from the alert plugin. */
import { operation } from '../../openapi/operation.ts';
import { type Operation, type Paths, ROOT } from '../../openapi/types.ts';

export const EVENTS = {
  name: 'Events',
  description: 'Removing events from the list that the alert plugin shows.',
};

export function eventPaths(): Paths {
  return {
    [`${ROOT}/events/clear/all`]: { post: clear('clearEvents', 'Remove all events') },
    [`${ROOT}/events/clear/warning`]: {
      post: clear('clearWarnings', 'Remove events that were never critical'),
    },
  };
}

const clear = (id: string, summary: string): Operation =>
  operation({
    id,
    tag: EVENTS.name,
    summary,
    description:
      'Ongoing events leave the list too. They return when they become critical, or when their value enters the alarm again. The request has no body.',
    answer: { type: 'object', maxProperties: 0 },
    says: 'Done.',
    example: {},
  });
