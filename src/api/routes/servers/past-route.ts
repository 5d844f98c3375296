/** `/api/servers/history/range`: the columns of servers at any time, from the hub's own history on disk. */
import type { FastifyInstance } from 'fastify';
import { RangeReader, type RangeSetup, tierFor } from '../../../archive/query/range.ts';
import { ANSWER_TIME, STATUS } from '../../../fleet/samples.ts';
import { sendMade } from '../../http/answer.ts';
import { badRange } from '../../http/errors.ts';
import { WaitingLine } from '../../http/waiting-line.ts';
import { openedOf } from '../history/opened-archive.ts';
import { checkSize, parseRangeQuery, type RangeQuery, textsOf } from '../history/range-query.ts';
import { seriesText } from '../history/series-text.ts';
import type { FleetContext } from './fleet-context.ts';

/** Queries at once, and queries that wait for one of these to end. */
const MOST_RUNNING = 2;
const MOST_WAITING = 20;

export function pastRoute(api: FastifyInstance, { base, run, fleet, fleetArchive, now }: FleetContext): void {
  const line = new WaitingLine(MOST_RUNNING, MOST_WAITING);
  api.get(`${base}/api/servers/history/range`, (request, reply) => {
    const { archive, reading } = openedOf(fleetArchive ?? { off: 'this hub keeps none' });
    const query = parseRangeQuery(request.query as Record<string, unknown>, now(), archive.pace());
    const asked = request.query as Readonly<Record<string, unknown>>;
    const servers = [...new Set(textsOf(asked['server']))];
    if (servers.length === 0) throw badRange('server must name a server by its id, such as db1:61208');
    const given = [...new Set(textsOf(asked['column']))];
    const columns = given.length > 0 ? given : [STATUS, ANSWER_TIME, ...fleet.columns.map(({ key }) => key)];
    checkSize(query, servers.length * columns.length);
    const version = `${run}.past.${reading.folder.version}.${fleet.serial()}`;
    return sendMade(request, reply, version, () =>
      line.run(async () => {
        const found = await rowsOf(query, reading, servers, columns, () => reply.raw.destroyed);
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
  isGone: () => boolean,
): Promise<string[]> {
  const reader = await RangeReader.open(reading, { from, to, step });
  const rows: string[] = [];
  for (const server of servers) {
    const members: string[] = [];
    for (const column of columns) {
      if (isGone()) return [];
      const found = await reader.read(`servers/${server}_${column}`);
      members.push(`${JSON.stringify(column)}:${seriesText(found, aggregates)}`);
      if (reading.slice.isOver) await reading.slice.next();
    }
    rows.push(`${JSON.stringify(server)}:{${members.join(',')}}`);
  }
  return rows;
}
