/** The history under older names: increases of counters instead of rates, local times without offset. */
import type { Field } from '../../core/fields.ts';
import type { PluginValue, Served } from '../../core/served.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { History, Point } from '../../core/store/history.ts';
import { pointsOfEach, pointsPieces } from '../json-cache/pieces.ts';
import { memberPieces } from '../../http/body/json-pieces.ts';
import type { Pieces } from '../../http/body/render.ts';
import type { LegacyPlugin } from './dialect.ts';
import type { Members } from './shape.ts';
import { createTimestamps } from '../json-cache/timestamp.ts';

const MINUTE_MS = 60_000;
const OFFSET = '+00:00';

/** `2026-11-21T01:52:09.595790`: local time with microseconds, without offset. Each time is formatted once. */
export function createLocalTimestamps(): (time: number) => string {
  const format = createTimestamps();
  return (time) => format(time - offsetAt(time)).slice(0, -OFFSET.length);
}

/** Milliseconds to take from a time so that its UTC form reads as the local one. */
const offsetAt = (time: number): number => new Date(time).getTimezoneOffset() * MINUTE_MS;

/** A series of an older version. */
interface Series {
  /** Its name there. */
  name: string;
  /** The series it is derived from. */
  source: string;
  /** True if the source contains rates. */
  isRate: boolean;
}

const RATE = '_rate_per_sec';

/** Series of an older version, by their names there. */
export function legacySeries({ plugin, shape }: LegacyPlugin, history: History): Map<string, Series> {
  const found = history.names().flatMap((source): [string, Series][] => {
    const isRate = source.endsWith(RATE) && isCounter(plugin, source.slice(0, -RATE.length));
    const base = isRate ? source.slice(0, -RATE.length) : source;
    const name = shape.members ? olderName(plugin, base, shape.members) : base;
    return name === null ? [] : [[name, { name, source, isRate }]];
  });
  return new Map(found);
}

/** @param base name of a series without the suffix of rates, for a list after an identity */
const isCounter = (plugin: Plugin, base: string): boolean =>
  Object.entries(fieldsOf(plugin)).some(
    ([name, field]: [string, Field]) =>
      field.kind === 'counter' && (base === name || base.endsWith(`_${name}`)),
  );

/** Null if older versions do not have the member. */
function olderName(plugin: Plugin, base: string, members: Members): string | null {
  if (plugin.shape !== 'list') return members.get(base) ?? null;
  const endings = [...members].filter(([current]) => base.endsWith(`_${current}`));
  const [longest] = endings.sort(([a], [b]) => b.length - a.length);
  return longest ? base.slice(0, -longest[0].length) + longest[1] : null;
}

/** Seconds since the previous sample, from the plugin; 0: unknown. */
function secondsIn(value: PluginValue): number {
  const [first] = Array.isArray(value) ? (value as Served[]) : [value as Served | null];
  return Number(first?.['time_since_update'] ?? 0);
}

/** @param value the latest value of the plugin @param count the newest points of each series; 0 means all */
export function* historyPieces(
  entry: LegacyPlugin,
  history: History,
  value: PluginValue,
  count: number,
): Pieces {
  const series = [...legacySeries(entry, history).values()];
  const limit = pointsOfEach(series.length, count);
  const timestamp = createLocalTimestamps();
  let separator = '{';
  for (const one of series) {
    yield `${separator}${JSON.stringify(one.name)}:`;
    yield* pointsPieces(pointsIn(one, history, value, limit), timestamp);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** One series; null: not recorded. */
export function seriesPieces(
  entry: LegacyPlugin,
  history: History,
  value: PluginValue,
  asked: { series: string; count: number },
): Pieces | null {
  const series = legacySeries(entry, history).get(asked.series);
  if (series === undefined) return null;
  const points = pointsIn(series, history, value, asked.count);
  return memberPieces(series.name, pointsPieces(points, createLocalTimestamps()));
}

const pointsIn = (
  { source, isRate }: Series,
  history: History,
  value: PluginValue,
  limit: number,
): Point[] => (isRate ? history.increases(source, limit, secondsIn(value)) : history.points(source, limit));
