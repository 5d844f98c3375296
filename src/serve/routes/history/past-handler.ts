/** Answers `/api/history/…` from the history of this machine. */
import { shared, type Handler } from '../../route/route.ts';
import type { Query } from '../../route/query.ts';
import type { RouteContext } from '../../route/context.ts';
import { lineOfLongRequests } from '../../http/long-requests.ts';
import { sendMade } from '../../http/answer.ts';
import { placeOf } from '../../http/client.ts';
import { ownHistory } from './opened-archive.ts';
import { PAST_REPLIES, type PastPath } from './past-replies.ts';

/** Concurrent queries, those of one network, and waiting ones. */
const MOST_RUNNING = 4;
const MOST_OF_ONE = 3;
const MOST_WAITING = 20;

/** All these paths share a queue. */
const lineOf = shared(() =>
  lineOfLongRequests({ most: MOST_RUNNING, mostOfOne: MOST_OF_ONE, mostWaiting: MOST_WAITING }),
);

export const pastHandler =
  (path: PastPath) =>
  (context: RouteContext): Handler => {
    const { registry, now, run } = context;
    const line = lineOf(context);
    return async (request, reply) => {
      const past = ownHistory(context, request);
      const asked = request.query as Query;
      const { version, make } = PAST_REPLIES[path]({ past, asked, now: now(), registry });
      return sendMade(request, reply, version && `${run}.past.${version}`, () =>
        line.run(placeOf(request, reply), make),
      );
    };
  };
