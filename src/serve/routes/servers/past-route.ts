/**
 * `/api/servers/history/range`: the columns of servers at any time, from the hub's own history on disk; of hosts that are
 * known from a database alone, from there.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RangeReader, type RangeSetup, tierFor } from '../../../keep/archive/query/range.ts';
import { sharesOf, WaitingLine } from '../../../core/waiting-line.ts';
import { ANSWER_TIME, STATUS } from '../../../fleet/hub/samples.ts';
import { sendLong, sendMade } from '../../http/answer.ts';
import { placeOf } from '../../http/client.ts';
import { badRange, tooBusy } from '../../http/errors.ts';
import { openedOf } from '../history/opened-archive.ts';
import { checkSize, parseRangeQuery, type RangeQuery, textsOf } from '../history/range-query.ts';
import { seriesText } from '../history/series-text.ts';
import type { FleetContext } from './fleet-context.ts';
import { throwGateway } from './gateway.ts';
import { storedColumns } from './stored/columns.ts';

/** Queries at once, of one network, and queries that wait for one of these to end. */
const MOST_RUNNING = 3;
const MOST_OF_ONE = 2;
const MOST_WAITING = 20;

export function pastRoute(api: FastifyInstance, context: FleetContext): void {
  const { base, run, fleet, fleetArchive, now } = context;
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
  api.get(`${base}/api/servers/history/range`, (request, reply) => {
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
  });
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
