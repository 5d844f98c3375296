/** JSON of what plugins serve, as pieces. */
import type { Served } from '../../core/fields.ts';
import type { Limits } from '../../core/limits.ts';
import type { Plugin } from '../../core/plugin.ts';
import { type View, type Visibility, viewsOf } from '../../core/views.ts';
import type { History, Point } from '../../store/history.ts';
import type { Pieces } from './render.ts';
import { createTimestamps } from './timestamp.ts';
import { createViewsText } from './views-text.ts';

/** Items whose views are made in one go. */
const VIEWS_AT_ONCE = 16;
const POINTS_AT_ONCE = 64;
/** More points than this in one reply are cut down to the newest of each series. */
const MAX_POINTS = 250_000;

/** JSON has no text for undefined; as a value of its own it is null. */
const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Any value; arrays item by item. */
export function* valuePieces(value: unknown): Pieces {
  if (!Array.isArray(value)) {
    yield json(value);
    return;
  }
  let separator = '[';
  for (const item of value) {
    yield separator + json(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** An object with one member. */
export function* memberPieces(name: string, value: Pieces): Pieces {
  yield `{${json(name)}:`;
  yield* value;
  yield '}';
}

/** What views are made from. */
export interface ViewsSource {
  plugin: Plugin;
  limits: Limits;
  visibility: Visibility;
}

/** Views of a served value, some items of a list at a time. */
export function* viewsPieces({ plugin, limits, visibility }: ViewsSource, served: unknown): Pieces {
  // Where the plugin has the last word, it needs to see all items.
  if (plugin.shape !== 'list' || plugin.key === null || plugin.decorate) {
    yield json(viewsOf(plugin, served, limits, visibility));
    return;
  }
  const items = served as Served[];
  const textOf = createViewsText();
  let separator = '{';
  for (let from = 0; from < items.length; from += VIEWS_AT_ONCE) {
    const some = viewsOf(plugin, items.slice(from, from + VIEWS_AT_ONCE), limits, visibility);
    for (const [identity, views] of Object.entries(some)) {
      yield `${separator}${json(identity)}:${textOf(views as Record<string, View>)}`;
      separator = ',';
    }
  }
  yield separator === '{' ? '{}' : '}';
}

/** How many points of each of so many series are sent, when so many are asked for; 0 means all. */
export function pointsOfEach(series: number, count: number): number {
  const most = Math.max(1, Math.floor(MAX_POINTS / Math.max(1, series)));
  return count === 0 ? most : Math.min(count, most);
}

/**
 * All series of a plugin: `{series: [[time, value], …]}`, oldest point first.
 * @param count the newest points of each series; 0 means all
 */
export function* historyPieces(history: History, count: number): Pieces {
  const names = history.names();
  const limit = pointsOfEach(names.length, count);
  const timestamp = createTimestamps();
  let separator = '{';
  for (const name of names) {
    yield `${separator}${json(name)}:`;
    yield* pointsPieces(history.points(name, limit), timestamp);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** One series: `{series: [[time, value], …]}`, or null when it is not recorded. */
export function seriesPieces(history: History, name: string, count: number): Pieces {
  if (!history.has(name)) return ['null'];
  return memberPieces(name, pointsPieces(history.points(name, count), createTimestamps()));
}

/** Points as pairs of a time and a value. */
export function* pointsPieces(points: readonly Point[], timestamp: (time: number) => string): Pieces {
  yield '[';
  for (let from = 0; from < points.length; from += POINTS_AT_ONCE) {
    const some = points.slice(from, from + POINTS_AT_ONCE);
    const text = some.map(([time, value]) => `["${timestamp(time)}",${json(value)}]`).join(',');
    yield from === 0 ? text : `,${text}`;
  }
  yield ']';
}
