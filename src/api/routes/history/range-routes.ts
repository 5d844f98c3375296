/** `/api/history/range` and `/api/history/series`: any time that the history on disk reaches back to. */
import type { FastifyInstance } from 'fastify';
import type { Archive } from '../../../archive/archive.ts';
import { RangeReader, type RangeSetup, tierFor } from '../../../archive/query/range.ts';
import { listSeries, matcherOf } from '../../../archive/query/series-list.ts';
import type { SeriesInfo } from '../../../archive/series.ts';
import type { Bins } from '../../../archive/tiers/bins.ts';
import type { RouteContext } from '../../context.ts';
import { sendMade, sendValue } from '../../http/answer.ts';
import { noArchive } from '../../http/errors.ts';
import { WaitingLine } from '../../http/waiting-line.ts';
import { type Aggregate, checkSize, parseRangeQuery, parseSpan, type RangeQuery } from './range-query.ts';
import { shorten } from './shorten.ts';

/** Queries at once, and queries that wait for one of these to end. */
const MOST_RUNNING = 4;
const MOST_WAITING = 20;
/** Older than this, a range is in files and changes with them alone. */
const SETTLED_MS = 2 * 3_600_000;

type Query = Record<string, unknown>;

export function rangeRoutes(api: FastifyInstance, context: RouteContext): void {
  const { base, archive, now } = context;
  const line = new WaitingLine(MOST_RUNNING, MOST_WAITING);
  api.get(`${base}/api/history/range`, (request, reply) => {
    const { archive: opened, reading } = openedOf(archive);
    const query = parseRangeQuery(request.query as Query, now(), opened.pace());
    return sendMade(request, reply, versionOf(context, reading, query.to), () =>
      line.run(() => rangeAnswer(query, opened, reading)),
    );
  });
  eventsRoute(api, context, line);
  api.get(`${base}/api/history/series`, (request, reply) => {
    const { reading } = openedOf(archive);
    const asked = request.query as Query;
    const { from, to } = parseSpan({ from: '-1d', ...asked }, now());
    const matchers = [asked['match'] ?? []].flat().map((pattern) => matcherOf(String(pattern)));
    return sendMade(request, reply, versionOf(context, reading, to), () =>
      line.run(async () => seriesAnswer(await listSeries(reading, from, to), matchers)),
    );
  });
}

function eventsRoute(api: FastifyInstance, { base, now, pastEvents }: RouteContext, line: WaitingLine): void {
  api.get(`${base}/api/history/events`, async (request, reply) => {
    if (pastEvents === null) throw noArchive('this agent keeps no journal of events');
    const asked = request.query as Query;
    const { from, to } = parseSpan({ from: '-1d', ...asked }, now());
    const kinds = new Set([asked['kind'] ?? []].flat().map(String));
    const { events, marks } = await line.run(() => pastEvents(from, to));
    const isAsked = (kind: string): boolean => kinds.size === 0 || kinds.has(kind);
    return sendValue(request, reply, {
      events: isAsked('event') ? events.map(({ event, ...rest }) => ({ ...rest, ...event })) : [],
      marks: marks.filter(({ kind }) => isAsked(kind)),
    });
  });
}

/** Throws an `ApiError` where there is no history on disk. */
function openedOf(archive: RouteContext['archive']): { archive: Archive; reading: RangeSetup } {
  if ('off' in archive) throw noArchive(archive.off);
  const reading = archive.reading();
  if (reading === null) throw noArchive(archive.status.reason ?? 'it is being opened');
  return { archive, reading };
}

/** A settled range changes with the files; any other, with every sample. */
function versionOf({ run, agent, now }: RouteContext, { folder }: RangeSetup, to: number): string {
  const isSettled = to < now() - SETTLED_MS;
  const samples = isSettled
    ? 0
    : agent.plugins.reduce((sum, { name }) => sum + agent.store.latest(name).sequence, 0);
  return `${run}.range.${folder.version}.${samples}`;
}

async function rangeAnswer(query: RangeQuery, archive: Archive, reading: RangeSetup): Promise<Buffer> {
  const { from, to, step, shift } = query;
  const ids = await idsOf(query, reading);
  checkSize(query, ids.length);
  const count = Math.round((to - from) / step);
  const head = { from, to, step, tier: tierFor(step), count, oldest: archive.since() };
  const parts = [JSON.stringify(head).slice(0, -1), ',"series":', await seriesOf(query, ids, reading, 0)];
  if (shift !== null) parts.push(`,"shifted":`, await seriesOf(query, ids, reading, shift));
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
  { from, to, step, aggregates }: RangeQuery,
  ids: readonly string[],
  reading: RangeSetup,
  shift: number,
): Promise<string> {
  const reader = await RangeReader.open(reading, { from: from - shift, to: to - shift, step });
  const members: string[] = [];
  for (const id of ids) {
    const found = await reader.read(id);
    members.push(
      `${JSON.stringify(id)}:${found === null ? 'null' : seriesText(found.info, found.bins, aggregates)}`,
    );
    if (reading.slice.isOver) await reading.slice.next();
  }
  return `{${members.join(',')}}`;
}

function seriesText({ unit, kind }: SeriesInfo, bins: Bins, aggregates: readonly Aggregate[]): string {
  const columns = aggregates.map((name) => `${JSON.stringify(name)}:${columnText(bins, name)}`);
  return `{"unit":${JSON.stringify(unit)},"kind":"${kind}",${columns.join(',')}}`;
}

function columnText(bins: Bins, name: Aggregate): string {
  const values: number[] = [];
  for (let bin = 0; bin < bins.count; bin += 1) {
    const seconds = (bins.covered[bin] as number) / 1000;
    const avg = bins.avg[bin] as number;
    values.push(
      shorten(name === 'count' ? seconds : name === 'sum' ? avg * seconds : (bins[name][bin] as number)),
    );
  }
  return JSON.stringify(values);
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
