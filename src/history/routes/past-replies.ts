/** `/api/history/…` of any source: this machine, or hosts in a database. */
import type { HistorySource, ListedSeries, MomentFields, Share } from '../past/history-source.ts';
import { matcherOf } from '../past/series-pattern.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Slice } from '../../core/slice.ts';
import { deepPieces } from '../../http/body/json-pieces.ts';
import { render } from '../../http/body/render.ts';
import { type Query, type QueryValues, readQuery } from '../../http/route/query.ts';
import { checkIds, checkSize, type Grid, gridOf, ordered, PAST_QUERIES } from './range-query.ts';
import { shownEvents } from './past-events.ts';
import { gridText, seriesText } from './series-text.ts';
import { shorten } from './shorten.ts';

export interface PastRequest {
  readonly past: HistorySource;
  readonly asked: Query;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly registry: readonly Plugin[];
}

interface PastReply {
  /** Null: not cacheable. */
  readonly version: string | null;
  /** Rejects with the error of the source, or with an `ApiError`. */
  make(): Promise<Buffer>;
}

/** Throws an `ApiError` for an invalid query. */
type PastReplyOf = (request: PastRequest) => PastReply;

export const PAST_REPLIES = {
  '/api/history/range': rangeReply,
  '/api/history/series': seriesReply,
  '/api/history/moment': momentReply,
  '/api/history/top': topReply,
  '/api/history/events': eventsReply,
} satisfies Readonly<Record<string, PastReplyOf>>;

export type PastPath = keyof typeof PAST_REPLIES;

export const isPastPath = (path: string): path is PastPath => Object.hasOwn(PAST_REPLIES, path);

const json = async (value: unknown, slice: Slice): Promise<Buffer> => render(deepPieces(value), slice);

function rangeReply({ past, asked, now }: PastRequest): PastReply {
  const query = readQuery(PAST_QUERIES.range, asked, now);
  checkIds(query.series);
  const grid = gridOf(query, past.pace);
  // Events are not versioned.
  const version = query.events === null ? past.version(grid.to) : null;
  return { version, make: () => rangeBody(past, query, grid) };
}

type RangeQuery = QueryValues<typeof PAST_QUERIES.range>;

async function rangeBody(
  past: HistorySource,
  { series, match, shift, events }: RangeQuery,
  grid: Grid,
): Promise<Buffer> {
  const { from, to } = grid;
  const ids = await idsOf(past, series, match, grid);
  checkSize(grid, ids.length, shift === null ? 1 : 2);
  const parts = [gridText(grid, past.oldest), ',"series":', await seriesOf(past, grid, ids, 0)];
  if (shift !== null) parts.push(',"shifted":', await seriesOf(past, grid, ids, shift));
  if (events !== null) parts.push(',', JSON.stringify(shownEvents(await past.events(from, to))).slice(1, -1));
  return Buffer.from(`${parts.join('')}}`);
}

/** Series by name, and series matching a pattern. */
async function idsOf(
  past: HistorySource,
  ids: readonly string[],
  patterns: readonly string[],
  { from, to }: Grid,
): Promise<readonly string[]> {
  if (patterns.length === 0) return ids;
  const found = (await past.series(from, to)).filter(anyOf(patterns));
  return [...new Set([...ids, ...found.map(({ id }) => id)])];
}

function anyOf(patterns: readonly string[]) {
  const matchers = patterns.map(matcherOf);
  return ({ info }: ListedSeries): boolean => matchers.some((matches) => matches(info));
}

/** @param shift milliseconds by which the range is moved back */
async function seriesOf(
  past: HistorySource,
  { from, to, step, aggregates, hasBand }: Grid,
  ids: readonly string[],
  shift: number,
): Promise<string> {
  const members: string[] = [];
  for await (const found of past.range(ids, { from: from - shift, to: to - shift, step, hasBand }))
    members.push(`${JSON.stringify(ids[members.length])}:${await seriesText(found, aggregates, past.slice)}`);
  return `{${members.join(',')}}`;
}

function seriesReply({ past, asked, now }: PastRequest): PastReply {
  const { from, to, match } = ordered(readQuery(PAST_QUERIES.series, asked, now));
  return {
    version: past.version(to),
    async make() {
      const found = await past.series(from, to);
      const rows = (match.length === 0 ? found : found.filter(anyOf(match))).map(
        ({ id, info: { plugin, item, field, unit, kind }, first, last, isLive }) => ({
          id,
          plugin,
          item,
          field,
          unit,
          kind,
          first: Math.round(first),
          last: Math.round(last),
          live: isLive,
        }),
      );
      return json(rows, past.slice);
    },
  };
}

function momentReply({ past, asked, now, registry }: PastRequest): PastReply {
  const { at } = readQuery(PAST_QUERIES.moment, asked, now);
  const keyOf = (name: string): string | null => {
    const plugin = registry.find((one) => one.name === name);
    return plugin?.shape === 'list' ? plugin.key : 'name';
  };
  return {
    version: null,
    async make() {
      const { time, step, objects, lists } = await past.moment(at);
      const moment = {
        time,
        step,
        objects: recordOf(objects, shownFields),
        lists: recordOf(lists, (items, name) => ({
          key: keyOf(name),
          items: recordOf(items, shownFields),
        })),
      };
      return json(moment, past.slice);
    },
  };
}

const shownFields = (fields: MomentFields) => recordOf(fields, shorten);

/** Names come from the machine: `__proto__` is valid. */
const recordOf = <V, R>(
  map: ReadonlyMap<string, V>,
  make: (value: V, name: string) => R,
): Record<string, R> => Object.fromEntries([...map].map(([name, value]) => [name, make(value, name)]));

function topReply({ past, asked, now }: PastRequest): PastReply {
  const { at } = readQuery(PAST_QUERIES.top, asked, now);
  return {
    version: null,
    async make() {
      const entry = await past.top(at);
      if (entry === null) return Buffer.from('null');
      const { time, seconds, cpu, memory, io, faults, swap } = entry;
      const lists = { cpu, memory, io, faults, swap };
      const shown = Object.entries(lists).map(([name, shares]) => [name, shares ? named(shares) : null]);
      return json({ time, seconds, ...Object.fromEntries(shown) }, past.slice);
    },
  };
}

const named = (shares: readonly Share[]) =>
  shares.map(([name, value, unit = null, container = null]) => ({ name, value, unit, container }));

function eventsReply({ past, asked, now }: PastRequest): PastReply {
  const { from, to, kind: kinds } = ordered(readQuery(PAST_QUERIES.events, asked, now));
  const isAsked = (kind: string): boolean => kinds.length === 0 || kinds.includes(kind);
  return {
    version: null,
    async make() {
      const { events, marks, notes } = shownEvents(await past.events(from, to));
      const found = {
        events: isAsked('event') ? events : [],
        marks: marks.filter(({ kind }) => isAsked(kind)),
        notes: isAsked('note') ? notes : [],
      };
      return Buffer.from(JSON.stringify(found));
    },
  };
}
