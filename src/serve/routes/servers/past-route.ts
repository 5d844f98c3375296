/**
 * `/api/servers/history/range`: the columns of servers at any time, from the hub's own history on disk; of hosts that are
 * known from a database alone, from there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RangeReader, type RangeSetup, tierFor } from '../../../keep/archive/query/range.ts';
import { sharesOf, WaitingLine } from '../../../core/waiting-line.ts';
import { ANSWER_TIME, STATUS } from '../../../fleet/hub/samples.ts';
import { sendLong, sendMade } from '../../http/answer.ts';
import { placeOf } from '../../http/client.ts';
import { badRange, tooBusy } from '../../http/errors.ts';
import { openedOf } from '../history/opened-archive.ts';
import { checkSize, parseRangeQuery, type RangeQuery, textsOf } from '../history/range-query.ts';
import { GRID, GRID_PARAMETERS, MANY, SERIES_OF_RANGE, TEXTS } from '../history/range-schemas.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, mapOf } from '../../openapi/schema-parts.ts';
import { seriesText } from '../history/series-text.ts';
import { FLEET } from '../../openapi/tags.ts';
import type { RouteContext } from '../../route/context.ts';
import { defineRoute, type Handler } from '../../route/route.ts';
import { hubOf, isHub } from './fleet-context.ts';
import { throwGateway } from './gateway.ts';
import { storedColumns } from './stored/columns.ts';

/** Queries at once, of one network, and queries that wait for one of these to end. */
const MOST_RUNNING = 3;
const MOST_OF_ONE = 2;
const MOST_WAITING = 20;

export const pastRoute = defineRoute({
  method: 'GET',
  path: '/api/servers/history/range',
  access: 'read',
  when: isHub,
  id: 'getServersRange',
  tag: FLEET,
  summary: 'History of servers over a time range',
  description:
    'Columns of servers as seen by this hub, on a regular grid, from its history on disk, including servers that are ' +
    'stopped or gone. `status` is 1 while a server answers and 0 otherwise; `answer_time` is the response time in ' +
    'milliseconds. The rest of the history of a server is below `/servers/{id}/api/history/`, while it answers.',
  parameters: [
    inQuery('server', 'The `id` of a server. May be repeated.', TEXTS, {
      ...MANY,
      required: true,
      example: ['db1:61208'],
    }),
    inQuery(
      'column',
      'The key of a column, `status` or `answer_time`; all, unless given. May be repeated.',
      TEXTS,
      {
        ...MANY,
        example: ['cpu_total'],
      },
    ),
    ...GRID_PARAMETERS,
  ],
  answer: closed('Columns on one grid.', {
    ...GRID,
    servers: mapOf('By server id, then by column; null where nothing is known.', SERIES_OF_RANGE),
  }),
  says: 'The requested columns.',
  example: {
    from: 1_795_824_000_000,
    to: 1_795_824_180_000,
    step: 60_000,
    tier: 'minutes',
    count: 3,
    oldest: 1_787_443_200_000,
    servers: {
      'db1:61208': {
        status: { unit: null, kind: 'gauge', avg: [1, 1, 0], min: [1, 1, 0], max: [1, 1, 0] },
        cpu_total: {
          unit: 'percent',
          kind: 'gauge',
          avg: [12.3, 11.9, null],
          min: [9.8, 10.2, null],
          max: [22.1, 14, null],
        },
      },
    },
  },
  refusals: { '400': 'BadQuery', '503': 'NoArchive' },
  isVersioned: true,
  handler: answerOf,
});

function answerOf(context: RouteContext): Handler {
  const { run, fleet, fleetArchive, now } = hubOf(context);
  const line = new WaitingLine({
    hasRoom: sharesOf(MOST_RUNNING, MOST_OF_ONE),
    mostWaiting: MOST_WAITING,
    refusal: tooBusy,
  });
  const columnsOf = (asked: Readonly<Record<string, unknown>>): string[] => {
    const given = [...new Set(textsOf(asked['column']))];
    return given.length > 0 ? given : [STATUS, ANSWER_TIME, ...fleet.columns.map(({ key }) => key)];
  };
  /** All of them, so that one answer has one grid; servers that the database does not know have no series in it. */
  const fromDatabase = async (request: FastifyRequest, reply: FastifyReply, servers: readonly string[]) => {
    const asked = request.query as Readonly<Record<string, unknown>>;
    const slice = context.turns.begin();
    const answer = await line
      .run(placeOf(request, reply), () =>
        storedColumns({ fleet, asked, servers, columns: columnsOf(asked), now: now(), slice }),
      )
      .catch(throwGateway);
    return sendLong(request, reply, answer, slice);
  };
  return (request, reply) => {
    const asked = request.query as Readonly<Record<string, unknown>>;
    const servers = [...new Set(textsOf(asked['server']))];
    if (servers.length === 0) throw badRange('server must name a server by its id, such as db1:61208');
    const stored = servers.filter((id) => fleet.find(id)?.server.type === 'STORED');
    if (stored.length > 0) return fromDatabase(request, reply, servers);
    const { archive, reading } = openedOf(fleetArchive ?? { off: 'this hub keeps none' }, request);
    const query = parseRangeQuery(asked, now(), archive.pace());
    const columns = columnsOf(asked);
    checkSize(query, servers.length * columns.length);
    const version = `${run}.past.${reading.folder.version}.${fleet.serial()}`;
    return sendMade(request, reply, version, () =>
      line.run(placeOf(request, reply), async () => {
        const found = await rowsOf(query, reading, servers, columns);
        const { from, to, step } = query;
        const count = Math.round((to - from) / step);
        const head = { from, to, step, tier: tierFor(step), count, oldest: archive.since() };
        return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"servers":{${found.join(',')}}}`);
      }),
    );
  };
}

async function rowsOf(
  { from, to, step, aggregates }: RangeQuery,
  reading: RangeSetup,
  servers: readonly string[],
  columns: readonly string[],
): Promise<string[]> {
  const reader = await RangeReader.open(reading, { from, to, step });
  const rows: string[] = [];
  for (const server of servers) {
    const members: string[] = [];
    for (const column of columns) {
      const found = await reader.read(`servers/${server}_${column}`);
      members.push(`${JSON.stringify(column)}:${await seriesText(found, aggregates, reading.slice)}`);
    }
    rows.push(`${JSON.stringify(server)}:{${members.join(',')}}`);
  }
  return rows;
}
