/** `/api/servers/explain`: whether what slowed a server slowed those with its tags, too. */
import { SAID } from '../../core/said-shape.ts';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import type { Server } from '../hub/server.ts';
import type { ServerState } from '../hub/state.ts';
import { isAnswering } from '../../core/server-status.ts';
import { CAUSES, NO_ROUTE } from '../../explain/explanation.ts';
import { adopt } from '../../core/adopt.ts';
import type { Json } from '../../core/served.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendValue } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { ApiError } from '../../http/server/errors.ts';
import { closed, flag, listOf, loose, oneOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { documentQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { ordered, spanQuery } from '../../history/routes/range-query.ts';
import { serverNamed } from './edit-routes.ts';
import { HUB, type Hub } from './hub-uses.ts';
import { createStoredAnswers, type StoredAnswers } from './stored/answers.ts';

/** Most queried servers, and how many at once. */
const MOST_SERVERS = 50;
const AT_ONCE = 4;
const TIMEOUT_MS = 5000;
const MOST_BYTES = 256 * 1024;
const MOST_TEXT = 1000;

const QUERY = {
  server: textQuery('The `id` of a server.', { required: true, example: 'web1:61208' }),
  ...spanQuery('-15m'),
};

const COMPARED = closed(
  'Answer of one server.',
  {
    id: text('The `id` of the server.'),
    cause: orNull(oneOf(CAUSES, 'As in `/api/explain`; null where it does not answer.')),
    sentence: orNull(text('The cause in words; null where it does not answer.')),
    said: SAID,
    differs: orNull(
      flag('Whether its cause differs from that of the first server; null where either does not answer.'),
    ),
    reason: orNull(text('Why it does not answer; null: it does.')),
  },
  ['said'],
);
type Compared = TypeOf<typeof COMPARED>;

export const serversExplainRoute = defineRoute({
  path: '/api/servers/explain',
  access: 'viewer',
  uses: HUB,
  isBound: true,
  id: 'explainServers',
  tag: FLEET,
  summary: 'What slowed a server and others with its tags',
  description:
    `Asks a server and up to ${MOST_SERVERS - 1} others that share a tag with it why they were slow, and says whose cause differs. ` +
    'Each is asked for five seconds at most.',
  parameters: documentQuery(QUERY),
  answer: closed('The server first, then the others.', {
    tags: listOf(text(), { description: 'Tags of the server.' }),
    servers: listOf(COMPARED, { description: 'In the order of the list of servers.' }),
  }),
  says: 'The comparison.',
  example: {
    tags: ['web'],
    servers: [
      {
        id: 'web1:61208',
        cause: 'cpu',
        sentence: 'CPU at 99 % from 12:05 to 12:10, mostly by ffmpeg (180 % of a core).',
        differs: false,
        reason: null,
      },
      {
        id: 'web2:61208',
        cause: 'none',
        sentence: 'No cause found from 12:00 to 12:15: nothing was unusual.',
        differs: true,
        reason: null,
      },
    ],
  },
  refusals: { '400': 'BadQuery', '404': 'UnknownName', '503': 'NoRoom' },
  handler(hub) {
    const stored = createStoredAnswers(hub);
    const line = limiterOfLongRequests();
    return async (request, reply) => {
      const query = readQuery(QUERY, request.query, hub.now());
      const { from, to } = ordered(query);
      if (query.server === null)
        throw new ApiError(400, 'server must be the id of a server: /api/servers lists them');
      const { server } = serverNamed(hub.fleet, query.server);
      const place = placeOf(request, reply);
      return line.run(place, async () => {
        const path = `/api/explain?from=${Math.round(from)}&to=${Math.round(to)}`;
        const servers = await compare(hub, stored, server, path, place.signal);
        return sendValue(request, reply, { tags: server.tags, servers });
      });
    };
  },
});

async function compare(
  { fleet }: Hub,
  stored: StoredAnswers,
  server: Server,
  path: string,
  signal: AbortSignal,
): Promise<Compared[]> {
  const sharesTag = ({ server: other }: ServerState): boolean =>
    other.id !== server.id && other.tags.some((tag) => server.tags.includes(tag));
  const others = fleet.states().filter((state) => sharesTag(state) && isAnswering(state));
  const ids = [server.id, ...others.map((state) => state.server.id)].slice(0, MOST_SERVERS);
  const found: Omit<Compared, 'differs'>[] = [];
  const rest = ids.entries();
  const work = async (): Promise<void> => {
    for (const [index, id] of rest) found[index] = await ask(id);
  };
  const ask = async (id: string): Promise<Omit<Compared, 'differs'>> => {
    const state = fleet.find(id);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const passed = { method: 'GET', path, headers: {}, maxBytes: MOST_BYTES, signal: limited } as const;
      // For servers known only from a database.
      const instead = state === undefined ? null : stored.instead(state, path);
      if (instead !== null) return verdictIn(id, 200, await parseJsonInSlices((await instead).toString()));
      const { status, body } = await fleet.forward(id, passed);
      return verdictIn(id, status, await parseJsonInSlices(body.toString()).catch(() => null));
    } catch (error) {
      signal.throwIfAborted();
      const isLate = limited.aborted;
      if (!isLate && !(error instanceof RequestError)) throw error;
      return unexplained(id, isLate ? 'it did not answer within 5 seconds' : (error as Error).message);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const cause = found[0]?.cause ?? null;
  return found.map((one) => ({
    ...one,
    differs: cause === null || one.cause === null ? null : one.cause !== cause,
  }));
}

const unexplained = (id: string, reason: string): Omit<Compared, 'differs'> => ({
  id,
  cause: null,
  sentence: null,
  reason,
});

const LONG = { maxLength: MOST_TEXT };
const replyIn = adopt(
  loose({
    verdict: closed('', { cause: oneOf(CAUSES), sentence: text('', LONG), said: SAID }, ['said']),
    detail: text('', LONG),
  }),
);

function verdictIn(id: string, status: number, answer: Json): Omit<Compared, 'differs'> {
  const { verdict, detail } = replyIn(answer) ?? {};
  if (status === 200 && verdict !== undefined) return { id, ...verdict, reason: null };
  if (status === 404) return unexplained(id, NO_ROUTE);
  const other =
    status === 200 ? 'it answers with something else than was asked' : `it answers with status ${status}`;
  return unexplained(id, detail ?? other);
}
