/** `/api/history/range`, `…/series` and `…/events`: any time that the history on disk reaches back to. */
import type { Archive } from '../../../keep/archive/archive.ts';
import { RangeReader, type RangeSetup, tierFor } from '../../../keep/archive/query/range.ts';
import { listSeries, matcherOf } from '../../../keep/archive/query/series-list.ts';
import type { SeriesInfo } from '../../../keep/archive/series.ts';
import { sharesOf, WaitingLine } from '../../../core/waiting-line.ts';
import type { RouteContext } from '../../route/context.ts';
import { Body } from '../../bodies/body.ts';
import { sendBody, sendMade, sendValue } from '../../http/answer.ts';
import { placeOf } from '../../http/client.ts';
import { tooBusy } from '../../http/errors.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import { EVERYTHING } from '../../openapi/tags.ts';
import { defineRoute, shared } from '../../route/route.ts';
import { NOTE_EXAMPLE } from '../notes/note-schema.ts';
import { openedOf } from './opened-archive.ts';
import { pastEventsIn } from './past-events.ts';
import { checkSize, parseRangeQuery, parseSpan, type RangeQuery } from './range-query.ts';
import {
  EVENTS,
  FROM,
  GRID,
  GRID_PARAMETERS,
  MANY,
  MARKS,
  MATCH,
  MS,
  NOTES,
  SERIES_OF_RANGE,
  TEXTS,
  TIME,
  TO,
} from './range-schemas.ts';
import { seriesText } from './series-text.ts';

/** Queries at once, of one network, and queries that wait for one of these to end. */
const MOST_RUNNING = 4;
const MOST_OF_ONE = 3;
const MOST_WAITING = 20;
/** Older than this, a range is in files and changes with them alone. */
const SETTLED_MS = 2 * 3_600_000;

type Query = Record<string, unknown>;

const DESCRIPTION = `Series on a regular grid, from the history on disk and from memory. The time of row i is
\`from + i × step\`; there is no list of times. Bounds are whole multiples of the step. Where nothing was sampled the value is
null, never 0 or interpolated.

The answer is read from the coarsest tier (samples, minutes, hours) whose points are not wider than a step. An unknown series
is null.`;

/** Queries of ranges and moments wait for each other. */
export const lineOf = shared(
  () =>
    new WaitingLine({
      hasRoom: sharesOf(MOST_RUNNING, MOST_OF_ONE),
      mostWaiting: MOST_WAITING,
      refusal: tooBusy,
    }),
);

export const rangeRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/history/range',
    access: 'read',
    id: 'getHistoryRange',
    tag: EVERYTHING,
    summary: 'Series over a time range',
    description: DESCRIPTION,
    parameters: [
      inQuery('series', 'A series, `{plugin}/{name}`; 100 at most. Repeat the parameter for each.', TEXTS, {
        ...MANY,
        example: ['cpu/total'],
      }),
      MATCH,
      ...GRID_PARAMETERS,
      inQuery('shift', 'Adds the same series from this much earlier, as `shifted`.', TIME, {
        example: '7d',
      }),
      inQuery('events', 'Adds the events, marks and notes of the range.', { type: 'string', enum: ['1'] }),
    ],
    answer: closed(
      'Series on one grid.',
      {
        ...GRID,
        series: SERIES_OF_RANGE,
        shifted: SERIES_OF_RANGE,
        events: EVENTS,
        marks: MARKS,
        notes: NOTES,
      },
      ['shifted', 'events', 'marks', 'notes'],
    ),
    says: 'The requested series.',
    example: {
      from: 1_795_824_000_000,
      to: 1_795_826_700_000,
      step: 900_000,
      tier: 'minutes',
      count: 3,
      oldest: 1_787_443_200_000,
      series: {
        'cpu/total': {
          unit: 'percent',
          kind: 'gauge',
          avg: [4.1, 3.9, null],
          min: [0.5, 0.4, null],
          max: [61.2, 12, null],
        },
      },
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    isVersioned: true,
    handler(context) {
      const { archive, now } = context;
      const line = lineOf(context);
      return (request, reply) => {
        const { archive: opened, reading } = openedOf(archive, request);
        const query = parseRangeQuery(request.query as Query, now(), opened.pace());
        const make = (): Promise<Buffer> =>
          line.run(placeOf(request, reply), () => rangeAnswer({ query, archive: opened, reading }, context));
        // Events have no version.
        return query.hasEvents
          ? make().then((bytes) => sendBody(request, reply, new Body(bytes, null)))
          : sendMade(request, reply, versionOf(context, reading, query.to), make);
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/history/events',
    access: 'read',
    id: 'getHistoryEvents',
    tag: EVERYTHING,
    summary: 'Events, marks and notes of a range',
    description:
      'Events that overlap the range, including those of earlier runs and those removed from the list; marks (start, stop, killed, clock, paused, resumed); and notes of users. Default range: the last day.',
    parameters: [
      FROM,
      TO,
      inQuery('kind', 'Only these: `event`, `note`, or a kind of mark. May be repeated.', TEXTS, {
        ...MANY,
        example: ['event', 'start'],
      }),
    ],
    answer: closed('All of them, oldest first.', { events: EVENTS, marks: MARKS, notes: NOTES }),
    says: 'Events, marks and notes.',
    example: {
      events: [],
      marks: [{ kind: 'start', time: 1_795_300_000_000, detail: null }],
      notes: [NOTE_EXAMPLE],
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler(context) {
      const line = lineOf(context);
      return async (request, reply) => {
        const asked = request.query as Query;
        const { from, to } = parseSpan({ from: '-1d', ...asked }, context.now());
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
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/history/series',
    access: 'read',
    id: 'getHistorySeries',
    tag: EVERYTHING,
    summary: 'Series recorded in a range',
    description: 'Includes series of items that are gone, such as containers. Default range: the last day.',
    parameters: [MATCH, FROM, TO],
    answer: {
      type: 'array',
      items: closed('A series.', {
        id: text('Value for the parameter `series`.'),
        plugin: text('Name of the plugin.'),
        item: { type: ['string', 'null'], description: 'Identity of the item; null for objects.' },
        field: text('Name of the field as it is served.'),
        unit: { type: ['string', 'null'], description: 'Unit of the field; of a rate, of its counter.' },
        kind: { type: 'string', enum: ['gauge', 'rate'] },
        first: { ...MS, description: 'First value of the files in the range.' },
        last: { ...MS, description: 'Last value.' },
        live: flag('Whether it is being sampled now.'),
      }),
    },
    says: 'All series, by id.',
    example: [
      {
        id: 'network/eth0_bytes_recv_rate_per_sec',
        plugin: 'network',
        item: 'eth0',
        field: 'bytes_recv_rate_per_sec',
        unit: 'byte',
        kind: 'rate',
        first: 1_795_824_000_000,
        last: 1_795_826_700_000,
        live: true,
      },
    ],
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    isVersioned: true,
    handler(context) {
      const { archive, now } = context;
      const line = lineOf(context);
      return (request, reply) => {
        const { reading } = openedOf(archive, request);
        const asked = request.query as Query;
        const { from, to } = parseSpan({ from: '-1d', ...asked }, now());
        const matchers = [asked['match'] ?? []].flat().map((pattern) => matcherOf(String(pattern)));
        return sendMade(request, reply, versionOf(context, reading, to), () =>
          line.run(placeOf(request, reply), async () =>
            seriesAnswer(await listSeries(reading, from, to), matchers),
          ),
        );
      };
    },
  }),
];

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
