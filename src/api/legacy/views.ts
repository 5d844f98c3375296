/** Views under older names. */
import type { PluginValue, Served, View } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';
import { type ViewsSource, viewsOf } from '../../measure/levels/views.ts';
import type { Pieces } from '../../http/body/render.ts';
import type { Members, Shape } from './shape.ts';

/** True if the views of version 4 are unchanged. */
export const areViewsAsIn4 = ({ members, numbered }: Shape): boolean => !members && !numbered;

type Views = Record<string, unknown>;

/** Converts the views of a plugin that differ from version 4. Such lists are short. */
export function* legacyViewsPieces(shape: Shape, source: ViewsSource, value: PluginValue): Pieces {
  yield JSON.stringify(renamed(shape, source.plugin, viewsOf(source, value), value));
}

function renamed({ members, numbered }: Shape, plugin: Plugin, views: Views, value: PluginValue): Views {
  if (numbered && plugin.shape === 'list') return byPosition(plugin.key, views, value as Served[]);
  if (!members) return views;
  if (plugin.shape !== 'list') return select(views, members);
  return Object.fromEntries(
    Object.entries(views).map(([identity, ofItem]) => [identity, select(ofItem as Views, members)]),
  );
}

const byPosition = (key: string | null, views: Views, items: readonly Served[]): Views =>
  Object.fromEntries(items.map((item, position) => [String(position), views[String(item[key ?? ''])] ?? {}]));

/** A rule that hides a rate hides its increase too. */
function select(views: Views, members: Members): Views {
  const selected: Views = {};
  for (const [current, older] of members) {
    const view = views[current] as View | undefined;
    const rate = views[`${current}_rate_per_sec`] as View | undefined;
    if (view) selected[older] = rate?.hidden ? { ...view, hidden: true } : view;
  }
  return selected;
}
