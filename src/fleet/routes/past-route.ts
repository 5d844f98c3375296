/** `/api/servers/history/range`: columns of servers at any time, from the hub's archive; for hosts only in a database, from there. */
import { Slice } from '../../core/slice.ts';
import type { FastifyRequest } from 'fastify';
import { ArchiveHistory } from '../../history/archive/history.ts';
import { off } from '../../core/parts/service.ts';
import type { RangeSeries, RangeSource } from '../../history/past/history-source.ts';
import { ANSWER_TIME, EXTREMES, STATUS } from '../hub/samples.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { sendMade } from '../../http/server/answer.ts';
import { placeOf } from '../../http/server/client.ts';
import { openedOf } from '../../history/routes/opened-archive.ts';
import { checkSize, type Grid, GRID_QUERY, gridOf } from '../../history/routes/range-query.ts';
import { GRID, SERIES_OF_RANGE } from '../../history/routes/range-schemas.ts';
import { closed, mapOf } from '../../core/shape.ts';
import { gridText, seriesText } from '../../history/routes/series-text.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { documentQuery, listQuery, readQuery } from '../../http/route/query.ts';
import { defineRoute, type Handler } from '../../http/route/route.ts';
import { HUB, type Hub } from './hub-uses.ts';
import { throwGateway } from './gateway.ts';
import { StoredColumns } from './stored/columns.ts';

const QUERY = {
  server: listQuery('The `id` of a server. May be repeated.', { required: true, example: ['db1:61208'] }),
  column: listQuery('The key of a column, `status` or `answer_time`; all, unless given. May be repeated.', {
    example: ['cpu_total'],
  }),
  ...GRID_QUERY,
};

export const pastRoute = defineRoute({
  path: '/api/servers/history/range',
  access: 'viewer',
  uses: HUB,
  id: 'getServersRange',
  tag: FLEET,
  summary: 'History of servers over a time range',
  description:
    'Columns of servers as seen by this hub, on a regular grid, from its history on disk, including servers that are ' +
    'stopped or gone. `status` is 1 while a server answers and 0 otherwise; `answer_time` is the response time in ' +
    'milliseconds. The rest of the history of a server is below `/servers/{id}/api/history/`, while it answers.',
  parameters: documentQuery(QUERY),
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

function answerOf(hub: Hub): Handler {
  const { run, fleet, now } = hub;
  const line = limiterOfLongRequests({ most: 3, mostOfOne: 2, mostWaiting: 20 });
  return async (request, reply) => {
    const { server: servers, column, ...query } = readQuery(QUERY, request.query, now());
    const past = pastOf(hub, request, servers);
    const grid = gridOf(query, past.pace);
    const columns =
      column.length > 0 ? column : [STATUS, ANSWER_TIME, ...fleet.columns.map(({ key }) => key)];
    checkSize(grid, servers.length * columns.length);
    const version = past.version(grid.to);
    return sendMade(request, reply, version && `${run}.past.${version}`, () =>
      line.run(placeOf(request, reply), () => columnsBody(past, grid, servers, columns)).catch(throwGateway),
    );
  };
}

/** If a database replies for one server, it does for all, since a reply has one time grid. */
function pastOf(
  { fleet, fleetArchive, now }: Hub,
  request: FastifyRequest,
  servers: readonly string[],
): RangeSource {
  const isStored = servers.some((id) => fleet.find(id)?.server.type === 'STORED');
  if (fleet.past !== null && isStored) return new StoredColumns(fleet, servers, fleet.past, new Slice());
  return new ArchiveHistory({
    open: () => openedOf(fleetArchive === null ? off('this hub keeps none') : fleetArchive, request),
    now: now(),
    samples: () => fleet.serial(),
    registry: [],
    events: async () => ({ events: [], marks: [], notes: [] }),
  });
}

/** Averages between polls, with the extremes of the samples that they are of. */
function widened([
  found = null,
  low = null,
  high = null,
]: readonly (RangeSeries | null)[]): RangeSeries | null {
  if (found === null || low === null || high === null) return found;
  const { min, max } = found.bins;
  const either = (one: number, other: number | undefined): number =>
    Number.isNaN(other ?? NaN) ? one : other!;
  return {
    ...found,
    bins: {
      ...found.bins,
      min: min.map((one, at) => Math.min(one, either(one, low.bins.min[at]))),
      max: max.map((one, at) => Math.max(one, either(one, high.bins.max[at]))),
    },
  };
}

async function columnsBody(
  past: RangeSource,
  grid: Grid,
  servers: readonly string[],
  columns: readonly string[],
): Promise<Buffer> {
  // Databases have the extremes of samples.
  const hasExtremes = grid.hasBand && past instanceof ArchiveHistory;
  const names = hasExtremes ? ['', EXTREMES.min, EXTREMES.max] : [''];
  const ids = servers.flatMap((server) =>
    columns.flatMap((column) => names.map((name) => `servers/${server}_${column}${name}`)),
  );
  const texts: string[] = [];
  let own: (RangeSeries | null)[] = [];
  for await (const found of past.range(ids, grid)) {
    own.push(found);
    if (own.length < names.length) continue;
    texts.push(await seriesText(widened(own), grid.aggregates, past.slice));
    own = [];
  }
  const rows = servers.map((server, row) => {
    const members = columns.map(
      (column, at) => `${JSON.stringify(column)}:${texts[row * columns.length + at]}`,
    );
    return `${JSON.stringify(server)}:{${members.join(',')}}`;
  });
  return Buffer.from(`${gridText(grid, past.oldest)},"servers":{${rows.join(',')}}}`);
}
