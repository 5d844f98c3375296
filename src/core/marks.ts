/** Marks: what views say that is not the usual, for clients that want little and often. */
import { createJudge } from './judging.ts';
import { decorationOf } from './levels.ts';
import type { Limits } from './limits.ts';
import type { Plugin } from './plugin.ts';
import { type View, viewsOf, type Visibility } from './views.ts';

/** The members of a view that are not as usual: a decoration from `CAREFUL` up, a value that is hidden. */
export type Mark = Partial<Pick<View, 'decoration' | 'hidden'>>;
export type Marks = Record<string, Mark>;

/** `{field: mark}` for an object, `{identity: {field: mark}}` for a list, without what has no mark. */
export type MarksOf = (served: unknown) => Marks | Record<string, Marks>;

/** What the levels of one item say; null key: an object. */
type Decorations = Map<string | null, Map<string, string>>;

/** The same levels as {@link viewsOf} shows, in a fraction of its time where a plugin adds nothing of its own. */
export function createMarks(plugin: Plugin, limits: Limits, visibility: Visibility): MarksOf {
  if (plugin.shape === 'scalar') return () => ({});
  if (plugin.decorate !== undefined) {
    const isList = plugin.shape === 'list';
    return (served) => marksAmong(viewsOf(plugin, served, limits, visibility), isList);
  }
  const decorationsOf = createDecorations(plugin, limits);
  if (plugin.shape === 'object')
    return (served) => marksOf(decorationsOf(served).get(null), [], served as object);
  const { key } = plugin;
  if (key === null) return () => ({});
  return (served) => {
    const decorations = decorationsOf(served);
    const marks = (served as Record<string, unknown>[]).map((item): [string, Marks] => {
      const identity = String(item[key]);
      return [identity, marksOf(decorations.get(identity), visibility.hiddenFields(identity), item)];
    });
    return withoutEmpty(marks);
  };
}

function createDecorations(plugin: Plugin, limits: Limits): (served: unknown) => Decorations {
  const judge = createJudge(plugin, limits);
  return (served) => {
    const decorations: Decorations = new Map();
    for (const verdict of judge(served)) {
      const { field, rule, identity } = verdict;
      // An object's members of any name are judged too; views do not show them.
      if (rule.undecorated || (plugin.shape === 'object' && identity !== null)) continue;
      const own = decorations.get(identity) ?? new Map<string, string>();
      decorations.set(identity, own);
      for (const name of [field, ...(rule.decorates ?? [])]) own.set(name, decorationOf(verdict));
    }
    return decorations;
  };
}

function marksOf(
  decorations: ReadonlyMap<string, string> = new Map(),
  hidden: readonly string[],
  served: object,
): Marks {
  const marks: Marks = {};
  for (const [field, decoration] of decorations)
    if (isAlarming(decoration) && Object.hasOwn(served, field)) marks[field] = { decoration };
  for (const field of hidden)
    if (Object.hasOwn(served, field)) marks[field] = { ...marks[field], hidden: true };
  return marks;
}

/** The same, from whole views. */
function marksAmong(views: Record<string, unknown>, isList: boolean): Marks | Record<string, Marks> {
  if (isList) {
    const items = Object.entries(views as Record<string, Marks>);
    return withoutEmpty(items.map(([identity, own]) => [identity, marksAmong(own, false) as Marks]));
  }
  const marks: Marks = {};
  for (const [field, view] of Object.entries(views as Record<string, Partial<View>>)) {
    const { decoration = 'DEFAULT', hidden = false } = view;
    if (isAlarming(decoration)) marks[field] = { decoration };
    if (hidden) marks[field] = { ...marks[field], hidden };
  }
  return marks;
}

const withoutEmpty = (marks: readonly (readonly [identity: string, marks: Marks])[]): Record<string, Marks> =>
  Object.fromEntries(marks.filter(([, own]) => Object.keys(own).length > 0));

const isAlarming = (decoration: string): boolean => /^(?:CAREFUL|WARNING|CRITICAL)/.test(decoration);
