/** Answers `/api/history/…` from the history of this machine. */
import { shared, type Handler } from '../../http/route/route.ts';
import type { Query } from '../../http/route/query.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { RunName } from '../../http/route/services.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendMade } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { HISTORY, ownHistory } from './opened-archive.ts';
import { PAST_REPLIES, type PastPath } from './past-replies.ts';

/** Services for {@link pastHandler}. */
export const PAST = { ...HISTORY, run: RunName } as const;
type Given = Resolved<typeof PAST>;

/** All these paths share a queue. */
const lineOf = shared(
  ({ agent }: Given) => agent,
  () => limiterOfLongRequests({ most: 4, mostOfOne: 3, mostWaiting: 20 }),
);

export const pastHandler =
  (path: PastPath) =>
  (given: Given): Handler => {
    const { registry, now, run } = given;
    const line = lineOf(given);
    return async (request, reply) => {
      const past = ownHistory(given, request);
      const asked = request.query as Query;
      const { version, make } = PAST_REPLIES[path]({ past, asked, now: now(), registry });
      return sendMade(request, reply, version && `${run}.past.${version}`, () =>
        line.run(placeOf(request, reply), make),
      );
    };
  };
