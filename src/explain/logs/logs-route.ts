/** `/api/logs`: log lines of a time, read on request and not stored. */
import type { Phrase } from '../../core/phrase.ts';
import { isUnitName, LOG_OUTPUTS, LOG_PRIORITIES, type LogAnswer, Logs, LOGS } from './log-lines.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendUnkept } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError, badRange } from '../../http/server/errors.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { Off, optional, orOff } from '../../core/parts/service.ts';
import { isReadable, type ReadableLogs } from './readable-logs.ts';
import { Access, Now } from '../../http/route/services.ts';
import { Incident } from '../../history/past/opened-incident.ts';
import {
  choiceQuery,
  documentQuery,
  flagQuery,
  listQuery,
  readQuery,
  textQuery,
} from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { ordered, spanQuery } from '../../history/routes/range-query.ts';

const LONGEST_MS = 7 * 86_400_000;
const MOST_CONTAINERS = 5;
const MOST_NAME = 255;
const MOST_TEXT = 200;

const QUERY = {
  ...spanQuery('-15m'),
  unit: textQuery('Only of this unit of systemd.', { maxLength: MOST_NAME, example: 'ssh.service' }),
  container: listQuery(
    'Output of this container, by its name in the list of containers. Without `unit`, the journal is left out. May be repeated.',
    { most: MOST_CONTAINERS, maxLength: MOST_NAME, example: ['web'] },
  ),
  output: choiceQuery('Only this output of the containers.', LOG_OUTPUTS),
  ungrouped: flagQuery('Lists every line; lines that differ only in numbers are not grouped.'),
  priority: choiceQuery('Lowest severity; containers record none.', LOG_PRIORITIES, 'warning'),
  grep: textQuery('Only lines with this text, in any case. It is not a regular expression.', {
    maxLength: MOST_TEXT,
    example: 'timed out',
  }),
};

export const logsRoute = defineRoute({
  path: '/api/logs',
  access: 'operator',
  uses: { logs: orOff(Logs), access: Access, incident: optional(Incident), now: Now },
  id: 'getLogs',
  tag: SERVICE,
  summary: 'Log lines of a time range',
  description:
    'Messages of the journal, the kernel and containers, grouped and merged in the order of time. They are read for this answer and ' +
    'kept nowhere. Up to seven days; at most 500 lines of the journal and of each container. Only where a password is set.',
  parameters: documentQuery(QUERY),
  answer: LOGS,
  says: 'The lines, and what could not be read.',
  example: {
    from: 1_795_824_000_000,
    to: 1_795_824_900_000,
    lines: [
      {
        time: 1_795_824_120_000,
        last: 1_795_824_540_000,
        origin: 'unit',
        name: 'app.service',
        priority: 'err',
        output: null,
        text: 'worker 4123 ran out of memory',
        count: 12,
      },
    ],
    sources: [{ source: 'journal', name: null, state: 'read', reason: null }],
  } satisfies LogAnswer,
  refusals: { '400': 'BadQuery' },
  handler({ now, ...given }) {
    const line = limiterOfLongRequests();
    return async (request, reply) => {
      const logs = logsOf(given);
      const query = readQuery(QUERY, request.query, now());
      const { from, to } = ordered(query);
      if (to - from > LONGEST_MS) throw badRange('The range must not be longer than seven days');
      const { unit, container: containers, output, ungrouped, priority, grep } = query;
      if (unit !== null && !isUnitName(unit))
        throw new ApiError(400, 'unit must be the name of a unit, such as ssh.service');
      const place = placeOf(request, reply);
      const journal = unit === null && containers.length > 0 ? 'none' : { unit };
      const wanted = {
        from,
        to,
        journal,
        containers,
        output,
        priority,
        text: grep ?? '',
        isGrouped: !ungrouped,
        signal: place.signal,
      } as const;
      const answer = await line.run(place, () => logs.read(wanted));
      return sendUnkept(request, reply, answer);
    };
  },
});

const UNREADABLE: Phrase = 'Logs are shown only where a password is set: start the agent with --password';

/** Throws an `ApiError` with the reason why none are read. */
function logsOf(given: ReadableLogs): Logs {
  const { logs } = given;
  if (logs instanceof Off) throw new ApiError(403, `Logs are disabled by ${logs.reason}`);
  if (isReadable(given)) return logs;
  throw new ApiError(403, UNREADABLE);
}
