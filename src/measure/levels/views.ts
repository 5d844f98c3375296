/** Views: how clients should show each served value. */
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { Limits, PluginValue, Served, View } from '../../core/served.ts';
import { decorationOf, type Judge, type LevelVerdict } from './judge.ts';
import type { Visibility } from './visibility.ts';

/** Input of a plugin's views. */
export interface ViewsSource {
  readonly plugin: Plugin;
  readonly limits: Limits;
  readonly judge: Judge;
  readonly visibility: Visibility;
}

/** By field, of one item. */
export type Decorations = ReadonlyMap<string, string>;
export type ItemViews = Record<string, View>;

const NONE: ReadonlyMap<string, string> = new Map();

/** By identity; null is the object itself. */
export type AllDecorations = ReadonlyMap<string | null, Decorations>;

/** For a subset of verdicts, which must be complete per item. */
export function decorationsAmong(plugin: Plugin, verdicts: readonly LevelVerdict[]): AllDecorations {
  const decorations = new Map<string | null, Map<string, string>>();
  for (const verdict of verdicts) {
    const { field, rule, identity, served } = verdict;
    // An object's members of any name are judged too; views do not show them.
    if (rule.state !== undefined || (plugin.shape === 'object' && identity !== null)) continue;
    const own = decorations.get(identity) ?? new Map<string, string>();
    decorations.set(identity, own);
    for (const name of rule.decorates?.(served) ?? [field]) own.set(name, decorationOf(verdict));
  }
  return decorations;
}

/** Of all verdicts on a served value. */
export const decorationsOf = ({ plugin, judge }: ViewsSource, served: Parameters<Judge>[0]): AllDecorations =>
  decorationsAmong(plugin, judge(served));

/** Yields the views item by item. */
export function itemViewsOf(
  source: ViewsSource,
  decorations: AllDecorations,
): (item: Served, identity: string | null) => ItemViews {
  const fields = fieldsOf(source.plugin);
  return (item, identity) => {
    const own = decorations.get(identity) ?? NONE;
    const views: ItemViews = {};
    for (const name of Object.keys(item)) {
      views[name] = {
        decoration: own.get(name) ?? 'DEFAULT',
        optional: fields[name]?.options.optional ?? false,
        additional: false,
        splittable: false,
        hidden: source.visibility.isHidden(identity, name),
      };
    }
    return views;
  };
}

/**
 * Views of a served value: `{field: view}` for an object, `{identity: {field: view}}` for a list with identities,
 * `{}` otherwise.
 */
export function viewsOf(source: ViewsSource, served: PluginValue): Served {
  const { plugin, limits } = source;
  if (plugin.shape === 'scalar' || (plugin.shape === 'list' && plugin.key === null)) return {};
  const viewsOfItem = itemViewsOf(source, decorationsOf(source, served));
  if (plugin.shape === 'object') {
    const views = viewsOfItem((served ?? {}) as Served, null);
    return plugin.decorate ? plugin.decorate(views, limits) : views;
  }
  const items = served as Served[];
  const views = Object.fromEntries(
    items.map((item) => {
      const identity = String(item[plugin.key ?? '']);
      return [identity, viewsOfItem(item, identity)];
    }),
  );
  return plugin.decorate ? plugin.decorate(views, items, limits) : views;
}
