/** Replies of the routes below a plugin in versions 3 and 2. A missing value is 404, not null. */
import { isObject } from '../../core/members.ts';
import type { Json, JsonObject, ServedMember } from '../../core/served.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import { notFound } from '../../http/server/errors.ts';
import { itemsWith, member } from '../json-cache/items.ts';
import { memberPieces, valuePieces } from '../../http/body/json-pieces.ts';
import type { Pieces } from '../../http/body/render.ts';
import type { LegacyJsonCache } from './json-cache.ts';
import type { LegacyPlugin } from './dialect.ts';
import { historyPieces, seriesPieces } from './history.ts';
import { legacyLimits } from './limits.ts';
import type { LegacyTarget } from './target.ts';

/** Replies that are not cached. */
export type Part = Exclude<LegacyTarget, { kind: 'stats' } | { kind: 'views' }>;

export function legacyPieces(
  agent: AgentParts,
  jsonCache: LegacyJsonCache,
  entry: LegacyPlugin,
  part: Part,
): Pieces {
  switch (part.kind) {
    case 'limits':
      return valuePieces(legacyLimits(entry, agent.levels.limitsOf(entry.plugin.name)));
    case 'history':
      return answerHistory(agent, entry, part);
    case 'field':
      return memberPieces(part.field, valuePieces(fieldOf(jsonCache.valueOf(entry), part.field)));
    default:
      return answerValue(jsonCache.valueOf(entry), part.field, part.value);
  }
}

function answerHistory(
  agent: AgentParts,
  entry: LegacyPlugin,
  { series, count }: { series: string | null; count: number },
): Pieces {
  const history = agent.store.history(entry.plugin.name);
  const { value } = agent.store.latest(entry.plugin.name);
  if (series === null) return historyPieces(entry, history, value, count);
  const pieces = seriesPieces(entry, history, value, { series, count });
  if (pieces === null) throw notFound();
  return pieces;
}

/** A list whose entries are objects. */
const isList = (value: ServedMember): value is JsonObject[] => Array.isArray(value) && value.every(isObject);

/** For a list, the values of all entries. */
function fieldOf(value: ServedMember, field: string): Json {
  const found = (isList(value) ? value : [value]).map((item) =>
    isObject(item) ? member(item, field) : undefined,
  );
  if (found.includes(undefined)) throw notFound();
  return isList(value) ? (found as Json[]) : (found[0] as Json);
}

function answerValue(value: ServedMember, field: string, text: string): Pieces {
  const items = isList(value) ? itemsWith(value, field, text) : undefined;
  if (items === undefined) throw notFound();
  return memberPieces(text, valuePieces(items));
}
