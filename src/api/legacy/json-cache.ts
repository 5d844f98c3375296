/** Caches bodies of an older version until the next snapshots. */
import type { Json, PluginValue, Served, ServedMember, View } from '../../core/served.ts';
import { emptyValue, type MaybePromise, type Plugin } from '../../core/plugin.ts';
import type { Aspect, JsonCache } from '../json-cache/json-cache.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import { keep, type MadeOnce } from '../json-cache/made-once.ts';
import { valuePieces } from '../../http/body/json-pieces.ts';
import { type Pieces, render } from '../../http/body/render.ts';
import { Slice } from '../../core/slice.ts';
import { whenMade } from '../../core/when-made.ts';
import { LegacyBody } from './body.ts';
import type { LegacyPlugin } from './dialect.ts';
import { entryOf, type Latest, shaped, type Members, type Shape } from './shape.ts';
import { type ViewsSource, viewsOf } from '../../measure/levels/views.ts';

export interface LegacyJsonCache {
  of(entry: LegacyPlugin, aspect: Aspect): MaybePromise<LegacyBody>;
  /** `{name: …}` of all plugins of the version, including disabled ones. */
  all(aspect: Aspect): MaybePromise<LegacyBody>;
  /** Returns the value of a plugin; for a disabled one, its value without readings. */
  valueOf(entry: LegacyPlugin): ServedMember;
  stop(): void;
}

/** The inputs of bodies. */
interface Inputs {
  readonly agent: AgentParts;
  readonly jsonCache: JsonCache;
  readonly run: string;
}

export function createLegacyJsonCache(entries: readonly LegacyPlugin[], inputs: Inputs): LegacyJsonCache {
  const { agent, jsonCache } = inputs;
  const enabled = new Set(agent.plugins.map(({ name }) => name));
  const kept: Record<Aspect, MadeOnce<LegacyBody>> = { stats: new Map(), views: new Map() };
  const affected = affectedBy(entries);
  const stop = agent.store.subscribe(({ plugin }) => {
    for (const name of affected.get(plugin) ?? []) {
      for (const ofAspect of Object.values(kept)) {
        ofAspect.delete(name);
        ofAspect.delete('all');
      }
    }
  });

  const latest: Latest = (name) => (enabled.has(name) ? agent.store.latest(name).value : undefined);
  const currentOf = ({ plugin }: LegacyPlugin): PluginValue => latest(plugin.name) ?? emptyValue(plugin);
  const valueOf = (entry: LegacyPlugin): ServedMember => shaped(entry.shape, currentOf(entry), latest);

  const statsPieces = (entry: LegacyPlugin): Pieces => {
    const convert = entryOf(entry.shape);
    const current = currentOf(entry);
    return convert && Array.isArray(current) && !entry.shape.whole
      ? convertedPieces(current, convert)
      : valuePieces(valueOf(entry));
  };
  const viewsPieces = ({ plugin, shape }: LegacyPlugin): Pieces =>
    legacyViewsPieces(shape, jsonCache.viewsSource(plugin), latest(plugin.name) ?? null);

  const make = (aspect: Aspect, entry: LegacyPlugin): MaybePromise<LegacyBody> => {
    const { plugin } = entry;
    if (!enabled.has(plugin.name))
      return new LegacyBody(
        Buffer.from(aspect === 'views' ? '{}' : (JSON.stringify(valueOf(entry)) ?? 'null')),
      );
    if (isAsIn4(aspect, entry)) {
      return whenMade(jsonCache.of(plugin, aspect), ({ bytes }) => new LegacyBody(bytes));
    }
    const bytes = render(aspect === 'stats' ? statsPieces(entry) : viewsPieces(entry));
    return whenMade(bytes, (made) => new LegacyBody(made));
  };

  const get = (aspect: Aspect, entry: LegacyPlugin): MaybePromise<LegacyBody> =>
    keep(kept[aspect], entry.name, () => make(aspect, entry));

  const assemble = async (aspect: Aspect): Promise<LegacyBody> => {
    const slice = new Slice();
    const chunks: Buffer[] = [];
    for (const entry of entries) {
      if (slice.isOver) await slice.next();
      const { bytes } = await get(aspect, entry);
      chunks.push(Buffer.from(`${chunks.length === 0 ? '{' : ','}"${entry.name}":`), bytes);
    }
    chunks.push(Buffer.from(chunks.length === 0 ? '{}' : '}'));
    return new LegacyBody(Buffer.concat(chunks));
  };

  return {
    of: (entry, aspect) => get(aspect, entry),
    all: (aspect) => keep(kept[aspect], 'all', () => assemble(aspect)),
    valueOf,
    stop,
  };
}

const isAsIn4 = (aspect: Aspect, { shape }: LegacyPlugin): boolean =>
  aspect === 'views' ? areViewsAsIn4(shape) : entryOf(shape) === null && !shape.whole;

/** Older names whose bodies a new snapshot of a plugin changes. */
function affectedBy(entries: readonly LegacyPlugin[]): Map<string, string[]> {
  const affected = new Map<string, string[]>();
  for (const { name, plugin, shape } of entries) {
    for (const source of [plugin.name, ...(shape.from ?? [])])
      affected.set(source, [...(affected.get(source) ?? []), name]);
  }
  return affected;
}

/** Entries of a list, converted one by one. */
function* convertedPieces(
  items: readonly Served[],
  convert: (item: Served, position: number) => Json,
): Pieces {
  let separator = '[';
  for (const [position, item] of items.entries()) {
    yield separator + JSON.stringify(convert(item, position));
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** True if the views of version 4 are unchanged. */
const areViewsAsIn4 = ({ members, numbered }: Shape): boolean => !members && !numbered;

type Views = Served;

/** Converts the views of a plugin that differ from version 4. Such lists are short. */
function* legacyViewsPieces(shape: Shape, source: ViewsSource, value: PluginValue): Pieces {
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
