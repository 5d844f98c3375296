/** `/api/history/range`, `…/series` and `…/events`: any time that the history on disk reaches back to. */
import type { FastifyInstance } from 'fastify';
import type { Archive } from '../../../keep/archive/archive.ts';
import { RangeReader, type RangeSetup, tierFor } from '../../../keep/archive/query/range.ts';
import { listSeries, matcherOf } from '../../../keep/archive/query/series-list.ts';
import type { SeriesInfo } from '../../../keep/archive/series.ts';
import { sharesOf, WaitingLine } from '../../../core/waiting-line.ts';
import type { RouteContext } from '../../context.ts';
import { Body } from '../../bodies/body.ts';
import { sendBody, sendMade, sendValue } from '../../http/answer.ts';
import { placeOf } from '../../http/client.ts';
import { tooBusy } from '../../http/errors.ts';
import { exportRoute } from './export-route.ts';
import { momentRoutes } from './moment-routes.ts';
import { openedOf } from './opened-archive.ts';
import { pastEventsIn } from './past-events.ts';
import { checkSize, parseRangeQuery, parseSpan, type RangeQuery } from './range-query.ts';
import { seriesText } from './series-text.ts';

/** Queries at once, of one network, and queries that wait for one of these to end. */
const MOST_RUNNING = 4;
const MOST_OF_ONE = 3;
const MOST_WAITING = 20;
/** Older than this, a range is in files and changes with them alone. */
const SETTLED_MS = 2 * 3_600_000;

type Query = Record<string, unknown>;

export function rangeRoutes(api: FastifyInstance, context: RouteContext): void {
  const { base, archive, now } = context;
  const line = new WaitingLine({
    hasRoom: sharesOf(MOST_RUNNING, MOST_OF_ONE),
    mostWaiting: MOST_WAITING,
    refusal: tooBusy,
  });
  api.get(`${base}/api/history/range`, (request, reply) => {
    const { archive: opened, reading } = openedOf(archive, request);
    const query = parseRangeQuery(request.query as Query, now(), opened.pace());
    const make = (): Promise<Buffer> =>
      line.run(placeOf(request, reply), () => rangeAnswer({ query, archive: opened, reading }, context));
    // Events have no version.
    return query.hasEvents
      ? make().then((bytes) => sendBody(request, reply, new Body(bytes, null)))
      : sendMade(request, reply, versionOf(context, reading, query.to), make);
  });
  eventsRoute(api, context, line);
  momentRoutes(api, context, line);
  exportRoute(api, context);
  api.get(`${base}/api/history/series`, (request, reply) => {
    const { reading } = openedOf(archive, request);
    const asked = request.query as Query;
    const { from, to } = parseSpan({ from: '-1d', ...asked }, now());
    const matchers = [asked['match'] ?? []].flat().map((pattern) => matcherOf(String(pattern)));
    return sendMade(request, reply, versionOf(context, reading, to), () =>
      line.run(placeOf(request, reply), async () =>
        seriesAnswer(await listSeries(reading, from, to), matchers),
      ),
    );
  });
}

function eventsRoute(api: FastifyInstance, context: RouteContext, line: WaitingLine): void {
  const { base, now } = context;
  api.get(`${base}/api/history/events`, async (request, reply) => {
    const asked = request.query as Query;
    const { from, to } = parseSpan({ from: '-1d', ...asked }, now());
    const kinds = new Set([asked['kind'] ?? []].flat().map(String));
    const { events, marks, notes } = await line.run(placeOf(request, reply), () =>
      pastEventsIn(context, from, to),
    );
    const isAsked = (kind: string): boolean => kinds.size === 0 || kinds.has(kind);
    return sendValue(request, reply, {
      events: isAsked('event') ? events : [],
      marks: marks.filter(({ kind }) => isAsked(kind)),
      notes: isAsked('note') ? notes : [],
    });
  });
}

/** A settled range changes with the files; any other, with every sample. */
function versionOf({ run, agent, now }: RouteContext, { folder }: RangeSetup, to: number): string {
  const isSettled = to < now() - SETTLED_MS;
  const samples = isSettled
    ? 0
    : agent.plugins.reduce((sum, { name }) => sum + agent.store.latest(name).sequence, 0);
  return `${run}.range.${folder.version}.${samples}`;
}

interface RangeWork {
  readonly query: RangeQuery;
  readonly archive: Archive;
  readonly reading: RangeSetup;
}

async function rangeAnswer(work: RangeWork, context: RouteContext): Promise<Buffer> {
  const { query, archive, reading } = work;
  const { from, to, step, shift, hasEvents } = query;
  const ids = await idsOf(query, reading);
  checkSize(query, ids.length);
  const count = Math.round((to - from) / step);
  const head = { from, to, step, tier: tierFor(step), count, oldest: archive.since() };
  const parts = [JSON.stringify(head).slice(0, -1), ',"series":', await seriesOf(work, ids, 0)];
  if (shift !== null) parts.push(`,"shifted":`, await seriesOf(work, ids, shift));
  if (hasEvents) parts.push(',', JSON.stringify(await pastEventsIn(context, from, to)).slice(1, -1));
  return Buffer.from(`${parts.join('')}}`);
}

/** Those asked for by name, and those that a pattern means. */
async function idsOf({ ids, patterns, from, to }: RangeQuery, reading: RangeSetup): Promise<string[]> {
  if (patterns.length === 0) return [...ids];
  const matchers = patterns.map(matcherOf);
  const found = await listSeries(reading, from, to);
  return [
    ...new Set([
      ...ids,
      ...found.filter(({ info }) => matchers.some((matches) => matches(info))).map(({ id }) => id),
    ]),
  ];
}

async function seriesOf(
  { query: { from, to, step, aggregates }, reading }: RangeWork,
  ids: readonly string[],
  shift: number,
): Promise<string> {
  const reader = await RangeReader.open(reading, { from: from - shift, to: to - shift, step });
  const members: string[] = [];
  for (const id of ids) {
    members.push(
      `${JSON.stringify(id)}:${await seriesText(await reader.read(id), aggregates, reading.slice)}`,
    );
  }
  return `{${members.join(',')}}`;
}

function seriesAnswer(
  found: Awaited<ReturnType<typeof listSeries>>,
  matchers: readonly ((info: SeriesInfo) => boolean)[],
): Buffer {
  const rows = found
    .filter(({ info }) => matchers.length === 0 || matchers.some((matches) => matches(info)))
    .map(({ id, info: { plugin, item, field, unit, kind }, first, last, isLive }) => ({
      id,
      plugin,
      item,
      field,
      unit,
      kind,
      first: Math.round(first),
      last: Math.round(last),
      live: isLive,
    }));
  return Buffer.from(JSON.stringify(rows));
}
