/** JSON of snapshots in pieces. */
import type { PluginValue, Served, View } from '../../core/served.ts';
import {
  type AllDecorations,
  decorationsOf,
  itemViewsOf,
  type ViewsSource,
  viewsOf,
} from '../../measure/levels/views.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { shownVerdict } from '../../measure/levels/series.ts';
import type { History, Point } from '../../core/store/history.ts';
import { eachPiece, json, memberPieces } from '../../http/body/json-pieces.ts';
import type { Pieces } from '../../http/body/render.ts';
import { createTimestamps } from './timestamp.ts';

const POINTS_AT_ONCE = 64;
/** Most points of a reply: beyond, only the newest of each series are sent. */
const MAX_POINTS = 250_000;

/** Views of a snapshot, some items of a list at a time. */
export function* viewsPieces(source: ViewsSource, served: PluginValue): Pieces {
  const { plugin } = source;
  // If the plugin decorates views, it needs all items.
  if (plugin.shape !== 'list' || plugin.key === null || plugin.decorate) {
    yield json(viewsOf(source, served));
    return;
  }
  const items = served as Served[];
  const decorations = decorationsOf(source, items);
  const textOf = itemViewsText(source, plugin.key, decorations);
  let separator = '{';
  for (const item of items) {
    yield separator + textOf(item);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Creates an item's member of a list's views. */
export function itemViewsText(
  source: ViewsSource,
  key: string,
  decorations: AllDecorations,
): (item: Served) => string {
  const viewsOfItem = itemViewsOf(source, decorations);
  const textOf = createViewsText();
  return (item) => {
    const identity = String(item[key]);
    return `${json(identity)}:${textOf(viewsOfItem(item, identity))}`;
  };
}

/** Points sent per series, for a number of series and of requested points; 0: all. */
export function pointsOfEach(series: number, count: number): number {
  const most = Math.max(1, Math.floor(MAX_POINTS / Math.max(1, series)));
  return count === 0 ? most : Math.min(count, most);
}

/**
 * All series of a plugin: `{series: [[time, value], …]}`, oldest first.
 * @param count newest points per series; 0: all
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

/** One series: `{series: [[time, value], …]}`; null: not recorded. */
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

/** Verdicts by plugin; plugins without any are left out. */
export function* levelPieces(
  judged: Iterable<readonly [plugin: string, verdicts: readonly LevelVerdict[]]>,
): Pieces {
  let separator = '{';
  for (const [name, verdicts] of judged) {
    if (verdicts.length === 0) continue;
    yield `${separator}${json(name)}:`;
    yield* eachPiece(verdicts, (verdict) => json(shownVerdict(verdict)));
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

export function createViewsText(): (views: Readonly<Record<string, View>>) => string {
  const names = new Map<string, string>();
  const kinds = new Map<string, string[]>();

  const nameText = (name: string): string => {
    let text = names.get(name);
    if (text === undefined) names.set(name, (text = `${JSON.stringify(name)}:`));
    return text;
  };

  const viewText = (view: View): string => {
    let texts = kinds.get(view.decoration);
    if (texts === undefined) kinds.set(view.decoration, (texts = []));
    const kind = (view.optional ? 2 : 0) + (view.hidden ? 1 : 0);
    return (texts[kind] ??= JSON.stringify(view));
  };

  return (views) => {
    const entries: string[] = [];
    for (const name of Object.keys(views)) entries.push(nameText(name) + viewText(views[name] as View));
    return `{${entries.join(',')}}`;
  };
}
