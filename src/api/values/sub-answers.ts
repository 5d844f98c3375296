/** Replies of the routes below a plugin, as pieces of JSON. Unknown names are null, unknown entries 404. */
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import { describe, wireUnit } from '../../core/describe.ts';
import type { ListPlugin, Plugin } from '../../core/plugin.ts';
import { viewsOf } from '../../measure/levels/views.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import type { JsonCache } from '../json-cache/json-cache.ts';
import { notFound, unknownIdentity } from '../../http/server/errors.ts';
import { fieldValue, itemOf, itemsWith, member } from '../json-cache/items.ts';
import { parseCount } from '../../http/server/params.ts';
import { historyPieces, seriesPieces } from '../json-cache/pieces.ts';
import { memberPieces, valuePieces } from '../../http/body/json-pieces.ts';
import type { Pieces } from '../../http/body/render.ts';
import type { SubRoute } from './sub-route.ts';

const NULL: Pieces = ['null'];

interface Answering {
  readonly agent: AgentParts;
  readonly jsonCache: JsonCache;
}

export function answerPieces(context: Answering, plugin: Plugin, target: SubRoute): Pieces {
  const { agent } = context;
  const { value } = agent.store.latest(plugin.name);
  switch (target.kind) {
    case 'limits':
      return valuePieces(agent.levels.limitsOf(plugin.name));
    case 'history':
      return answerHistory(context, plugin, target.series, target.count);
    case 'top':
      return answerTop(value, parseCount('nb', target.count));
    case 'field':
      return answerField(plugin, value, target.field);
    case 'unit':
      return valuePieces(wireUnit(plugin, target.field));
    case 'description':
      return valuePieces(describe(plugin, target.field)?.description ?? null);
    case 'value':
      return answerValue(plugin, value, target.field, target.value);
    case 'item':
      return answerItem(plugin, value, target.field, target.identity);
    case 'entry-views':
      return valuePieces(entryViews(context, plugin, value, target.names));
    default:
      return valuePieces(value);
  }
}

function answerHistory(
  { agent }: Answering,
  plugin: Plugin,
  series: string | null,
  count: string | null,
): Pieces {
  const history = agent.store.history(plugin.name);
  const limit = count === null ? 0 : parseCount('nb', count);
  return series === null ? historyPieces(history, limit) : seriesPieces(history, series, limit);
}

const answerTop = (value: PluginValue, count: number): Pieces =>
  valuePieces(Array.isArray(value) ? value.slice(0, count) : value);

function answerField(plugin: Plugin, value: PluginValue, field: string): Pieces {
  const found = fieldValue(plugin, value, field);
  return found === undefined ? NULL : memberPieces(field, valuePieces(found));
}

function answerValue(plugin: Plugin, value: PluginValue, field: string, text: string): Pieces {
  const items = plugin.shape === 'list' ? itemsWith(value, field, text) : undefined;
  return items === undefined ? NULL : memberPieces(text, valuePieces(items));
}

function answerItem(plugin: Plugin, value: PluginValue, field: string, identity: string): Pieces {
  if (plugin.shape !== 'list') throw notFound();
  const item = itemOf(plugin, value, identity);
  if (item === undefined) throw unknownIdentity(plugin.name, field, identity);
  return memberPieces(field, valuePieces(member(item, field) ?? null));
}

/** For an object one view; for a list all views of an item, or one view of it. */
function entryViews(
  context: Answering,
  plugin: Plugin,
  value: PluginValue,
  names: readonly string[],
): ServedMember {
  const [first = '', ...others] = names;
  if (plugin.shape === 'list') return itemViews(context, plugin, value, names);
  if (others.length > 0) throw notFound();
  return member(viewsFrom(context, plugin, value), first) ?? null;
}

function itemViews(
  context: Answering,
  plugin: ListPlugin,
  value: PluginValue,
  names: readonly string[],
): ServedMember {
  const whole = names.join('/');
  const item = itemOf(plugin, value, whole);
  if (item !== undefined) return viewsFrom(context, plugin, [item])[whole];
  if (names.length === 1) return null;
  const [field = '', ...rest] = names;
  const identity = rest.join('/');
  const named = itemOf(plugin, value, identity);
  if (named === undefined) throw unknownIdentity(plugin.name, field, identity);
  return member(viewsFrom(context, plugin, [named])[identity] as Served, field) ?? null;
}

function viewsFrom({ jsonCache }: Answering, plugin: Plugin, value: PluginValue): Served {
  return viewsOf(jsonCache.viewsSource(plugin), value);
}
