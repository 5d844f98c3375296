/** `/api/explain`: why the machine was slow. */
import { alertWindow } from '../alert-window.ts';
import { explain } from '../explain.ts';
import { comparison, type Explanation, type TimeSpan, EXPLANATION, LONGEST_MS } from '../explanation.ts';
import type { HistorySource } from '../../history/past/history-source.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendUnkept, sendValue } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError, badRange } from '../../http/server/errors.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { documentQuery, integerQuery, type QueryValues, readQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { HISTORY, ownHistory } from '../../history/routes/opened-archive.ts';
import { ordered, spanQuery } from '../../history/routes/range-query.ts';
import { withLogs } from '../happened-logs.ts';
import { LOGS, logsFor } from '../logs/readable-logs.ts';
import { optional, service } from '../../core/parts/service.ts';

const DAY_MS = 86_400_000;
const SHORTEST_MS = 10_000;
/** Older alerts are not searched. */
const OLDEST_DAYS = 31;

export const EXPLAIN_QUERY = {
  ...spanQuery('-15m'),
  alert: integerQuery('Id of an alert, whose time is explained in place of the range.', { minimum: 1 }),
};

/** The explanation in an incident file. */
export const MadeExplanation = service<Explanation>('explanation of the incident file');

export const explainRoute = defineRoute({
  path: '/api/explain',
  access: 'viewer',
  uses: { ...HISTORY, ...LOGS, made: optional(MadeExplanation) },
  id: 'getExplanation',
  tag: SERVICE,
  summary: 'Why the machine was slow',
  description:
    'Compares a time with the time before and with the same hour of earlier days, and names the cause, the programs and what ' +
    'changed. The cause is none where no rule holds. From ten seconds to seven days. With the password, log lines are among what ' +
    'happened; with an API key they are not.',
  parameters: documentQuery(EXPLAIN_QUERY),
  answer: EXPLANATION,
  says: 'The explanation.',
  example: {
    window: { from: 1_795_824_000_000, to: 1_795_824_900_000 },
    baselines: [
      { kind: 'before', from: 1_795_820_400_000, to: 1_795_824_000_000 },
      { kind: 'same-time', days: 6, missing: 1 },
    ],
    verdict: {
      cause: 'memory',
      rule: 'memory-thrash',
      sentence:
        'Memory was scarce from 03:12 to 03:19: tasks waited for memory 34 % of the time while java in app.service grew by 6.2 GiB.',
      evidence: [
        {
          series: 'pressure/memory_full_time_rate_per_sec',
          ...comparison(341, [0, 2] as const),
          unit: 'millisecond',
          text: 'all tasks waited for memory 34 % (usually 0 % to 0.2 %)',
        },
      ],
      span: { from: 1_795_824_120_000, to: 1_795_824_540_000 },
    },
    others: [],
    symptoms: [
      {
        kind: 'memory',
        from: 1_795_824_120_000,
        to: 1_795_824_540_000,
        series: 'pressure/memory_some_time_rate_per_sec',
        lost_percent: 34.1,
      },
    ],
    changed: [],
    who: [
      {
        program: 'java',
        unit: 'app.service',
        container: null,
        metric: 'memory',
        ...comparison(9_663_676_416, 3_006_477_107),
        began: 1_795_824_060_000,
        moves_with: null,
        text: 'java in app.service: 9.0 GiB (usually 2.8 GiB)',
      },
    ],
    happened: [],
    missing: [],
  } satisfies Explanation,
  refusals: { '400': 'BadQuery', '404': 'UnknownName', '503': 'NoArchive' },
  handler(given) {
    const line = limiterOfLongRequests();
    return async (request, reply) => {
      const now = given.now();
      const past = ownHistory(given, request);
      const place = placeOf(request, reply);
      const logs = logsFor(given, request);
      return line.run(place, async () => {
        const found = await explained(past, request.query, now, given.made);
        if (logs === null) return sendValue(request, reply, found);
        return sendUnkept(request, reply, await withLogs(found, logs, place.signal));
      });
    };
  },
});

/**
 * Returns the reply to a query. Rejects with an `ApiError`, and with the source's errors.
 * @param made computed before, with more history
 */
export async function explained(
  past: HistorySource,
  query: unknown,
  now: number,
  made: Explanation | null = null,
): Promise<Explanation> {
  const window = await windowOf(past, readQuery(EXPLAIN_QUERY, query, now), now);
  const isMade = made?.window.from === window.from && made.window.to === window.to;
  return isMade ? made : explain(past, window);
}

/** Returns the explained time. Rejects with an `ApiError`, and with the errors of the source. */
export async function windowOf(
  past: HistorySource,
  query: QueryValues<typeof EXPLAIN_QUERY>,
  now: number,
): Promise<TimeSpan> {
  if (query.alert !== null) return windowOfAlert(past, query.alert, now);
  const { from, to } = ordered(query);
  const window = { from, to: Math.min(to, now) };
  if (window.to - from < SHORTEST_MS) throw badRange('The range must last for ten seconds or longer');
  if (window.to - from > LONGEST_MS) throw badRange('The range must not be longer than seven days');
  return window;
}

async function windowOfAlert(past: HistorySource, id: number, now: number): Promise<TimeSpan> {
  const { events } = await past.events(now - OLDEST_DAYS * DAY_MS, now);
  const found = events.find((one) => one.id === id);
  if (found === undefined)
    throw new ApiError(
      404,
      `No alert of the last ${OLDEST_DAYS} days has the id ${id}: /api/events lists them`,
    );
  const { begin, end } = found.event;
  return alertWindow(begin * 1000, end === -1 ? null : end * 1000, now);
}
