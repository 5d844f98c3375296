/** `POST /api/servers/planned-stop`: an agent announces a planned stop. */
import { createLoginThrottle } from '../../net/credentials/login-throttle.ts';
import { PLANNED_STOP_PATH } from '../../net/agents/planned-stop.ts';
import { answering } from '../../http/server/answer.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { wrongToken } from '../../http/server/wrong-token.ts';
import { jsonBody } from '../../http/openapi/parameters.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { defineRoute, shared } from '../../http/route/route.ts';
import { isOf } from '../../core/shape-check.ts';
import { closed, NOTHING, text } from '../../core/shape.ts';
import { Fleet } from '../hub/fleet.ts';

const ABSENT = 'There is no server with this token';
const BODY = closed('A token.', { token: text('From the header `X-Gander-Planned-Stop` of polls.') });

const throttleOf = shared(
  ({ fleet }: { fleet: Fleet }) => fleet,
  () => createLoginThrottle(() => performance.now()),
);

export const plannedStopRoute = defineRoute({
  method: 'POST',
  path: PLANNED_STOP_PATH,
  access: 'open',
  isAudited: false,
  uses: { fleet: Fleet },
  id: 'announceStop',
  tag: FLEET,
  summary: 'Report that an agent is stopped as planned',
  description:
    'Agents send it when their service manager stops them, with the token that the hub sent with its polls. The hub then waits ' +
    'longer before it reports the server as offline. Needs no other credentials. The content type must be JSON (415).',
  body: jsonBody(BODY, { token: 'm5ReVtQ8ZqYk0w1r3n7cXg' }),
  answer: NOTHING,
  says: 'The hub has noted the stop.',
  example: {},
  refusals: { '404': 'UnknownName', '429': 'TooManyTokens' },
  handler: answering((given, request) => {
    const body = jsonIn(request);
    if (!isOf(BODY, body) || !given.fleet.plannedStop(body.token))
      throw wrongToken(throttleOf(given), request.ip, ABSENT);
    return {};
  }),
});
