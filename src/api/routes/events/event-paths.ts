/** Removing events. They are read from the alert plugin. */
import { operation } from '../../openapi/operation.ts';
import { type Operation, type Paths, ROOT } from '../../openapi/types.ts';

export const EVENTS = {
  name: 'Events',
  description: 'Removing events from the list that the alert plugin shows.',
};

export function eventPaths(): Paths {
  return {
    [`${ROOT}/events/clear/all`]: { post: clear('clearEvents', 'Remove all events that have ended') },
    [`${ROOT}/events/clear/warning`]: {
      post: clear('clearWarnings', 'Remove events that have ended and were never critical'),
    },
  };
}

const clear = (id: string, summary: string): Operation =>
  operation({
    id,
    tag: EVENTS.name,
    summary,
    description: 'Ongoing events stay. The request has no body.',
    answer: { type: 'object', maxProperties: 0 },
    says: 'Done.',
    example: {},
  });
