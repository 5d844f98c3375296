/** Views: how each served value should be shown. */
import { fieldsOf, type Plugin } from '../core/plugin.ts';
import type { Limits, Served, View } from '../core/served.ts';
import { decorationOf, type Judge } from './judge.ts';
import type { Visibility } from './visibility.ts';

/** All that the views of a plugin are made from. */
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

/** Verdicts on a served value, by identity; null is the object itself. */
export function decorationsOf(
  { plugin, judge }: ViewsSource,
  served: unknown,
): ReadonlyMap<string | null, Decorations> {
  const decorations = new Map<string | null, Map<string, string>>();
  for (const verdict of judge(served)) {
    const { field, rule, identity } = verdict;
    // An object's members of any name are judged too; views do not show them.
    if (rule.undecorated || (plugin.shape === 'object' && identity !== null)) continue;
    const own = decorations.get(identity) ?? new Map<string, string>();
    decorations.set(identity, own);
    for (const name of [field, ...(rule.decorates ?? [])]) own.set(name, decorationOf(verdict));
  }
  return decorations;
}

/** Makes the views of one item after the other; all are judged at once. */
export function itemViewsOf(
  source: ViewsSource,
  served: unknown,
): (item: Served, identity: string | null) => ItemViews {
  const fields = fieldsOf(source.plugin);
  const decorations = decorationsOf(source, served);
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
export function viewsOf(source: ViewsSource, served: unknown): Record<string, unknown> {
  const { plugin, limits } = source;
  if (plugin.shape === 'scalar' || (plugin.shape === 'list' && plugin.key === null)) return {};
  const viewsOfItem = itemViewsOf(source, served);
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
