/** `/events/clear/…`: removes events from the list of the alert plugin. */
import { sendValue } from '../../http/answer.ts';
import { EVENTS } from '../../openapi/tags.ts';
import { defineRoute, type Route } from '../../route/route.ts';

const clear = (which: 'all' | 'warning', id: string, summary: string): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/4/events/clear/${which}`,
    access: 'full',
    id,
    tag: EVENTS,
    summary,
    description:
      'Ongoing events leave the list too. They return when they become critical, or when their value enters the alarm again. The request has no body.',
    answer: { type: 'object', maxProperties: 0 },
    says: 'Done.',
    example: {},
    handler:
      ({ agent }) =>
      (request, reply) => {
        agent.events?.clear(which);
        return sendValue(request, reply, {});
      },
  });

export const eventRoutes = [
  clear('all', 'clearEvents', 'Remove all events'),
  clear('warning', 'clearWarnings', 'Remove events that were never critical'),
];
