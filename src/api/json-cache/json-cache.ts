/** Caches bodies of the latest snapshots until the next ones. */
import { isExtraPlugin } from '../../core/glances-names.ts';
import { service } from '../../core/parts/service.ts';
import type { Served } from '../../core/served.ts';
import type { MaybePromise, Plugin } from '../../core/plugin.ts';
import type { WatchedLevels } from '../../measure/levels/levels.ts';
import type { ViewsSource } from '../../measure/levels/views.ts';
import { Visibility } from '../../measure/levels/visibility.ts';
import type { Snapshot, Store } from '../../core/store/store.ts';
import { Body, type Part } from '../../http/body/body.ts';
import { keep, type MadeOnce } from './made-once.ts';
import { createListBytes } from './list-bytes.ts';
import { type Pieces, render } from '../../http/body/render.ts';
import { viewsPieces } from './pieces.ts';
import { valuePieces } from '../../http/body/json-pieces.ts';
import { inSlices, Slice } from '../../core/slice.ts';
import { whenMade } from '../../core/when-made.ts';

/** Parts of a snapshot that are served as a whole. */
export type Aspect = 'stats' | 'views';

export interface JsonCache {
  of(plugin: Plugin, aspect: Aspect): MaybePromise<Body>;
  /** `{plugin: …}` for all plugins, composed from the bytes of each. @param extra includes those beyond the published list */
  all(aspect: Aspect, extra: boolean): MaybePromise<Body>;
  /** Returns the inputs of a plugin's views. */
  viewsSource(plugin: Plugin): ViewsSource;
  /** Unique name of a plugin's current content. */
  versionOf(plugin: Plugin): string;
  stop(): void;
}
export const ServedJsonCache = service<JsonCache>('JSON cache');

interface JsonCacheSetup {
  plugins: readonly Plugin[];
  store: Store;
  levels: WatchedLevels;
  /** Distinguishes this run of the program from others. */
  run: string;
  /** JsonCache that are the same as those of another store, for the plugins that it says. */
  shared?: { readonly jsonCache: JsonCache; has(plugin: Plugin): boolean };
}

export function createJsonCache({ plugins, store, levels, run, shared }: JsonCacheSetup): JsonCache {
  // `all` and `all+` are not names of plugins.
  const kept: Record<Aspect, MadeOnce<Body>> = { stats: new Map(), views: new Map() };
  const sources = new Map(
    plugins.map((plugin): [string, ViewsSource & { visibility: Visibility }] => {
      const { name } = plugin;
      const source = {
        plugin,
        visibility: new Visibility(plugin, levels.limitsOf(name)),
        get judge() {
          return levels.judgeOf(name);
        },
        get limits() {
          return levels.limitsOf(name);
        },
      };
      return [name, source];
    }),
  );
  const lists = new Map([...sources].map(([name, source]) => [name, createListBytes(source)]));
  const forgetViews = levels.subscribe(() => {
    kept.views.clear();
    for (const list of lists.values()) list?.forgetViews();
  });
  const forgetBodies = store.subscribe(({ plugin, value }) => {
    sources.get(plugin)?.visibility.update(value);
    lists.get(plugin)?.renew();
    for (const bodies of Object.values(kept)) {
      bodies.delete(plugin);
      bodies.delete('all+');
      if (!isExtraPlugin(plugin)) bodies.delete('all');
    }
  });

  const viewsSource = ({ name }: Plugin): ViewsSource => sources.get(name) as ViewsSource;
  // Neither number decreases, so no sum repeats.
  const versionOf = ({ name }: Plugin): string =>
    `${run}.${name}.${store.latest(name).sequence + levels.edition}`;

  const piecesOf = (aspect: Aspect, plugin: Plugin, { value }: Snapshot): Pieces =>
    aspect === 'stats' ? valuePieces(value) : viewsPieces(viewsSource(plugin), value);

  const make = (aspect: Aspect, plugin: Plugin): MaybePromise<Body> => {
    const version = versionOf(plugin);
    const snapshot = store.latest(plugin.name);
    const steps = lists.get(plugin.name)?.[aspect]?.(snapshot.value as Served[]);
    const bytes: MaybePromise<Part> = steps ? inSlices(steps) : render(piecesOf(aspect, plugin, snapshot));
    return whenMade(bytes, (made) => new Body(made, version));
  };

  const get = (aspect: Aspect, plugin: Plugin): MaybePromise<Body> =>
    shared?.has(plugin) === true
      ? shared.jsonCache.of(plugin, aspect)
      : keep(kept[aspect], plugin.name, () => make(aspect, plugin));

  const published = plugins.filter(({ name }) => !isExtraPlugin(name));

  const assemble = async (aspect: Aspect, key: 'all' | 'all+'): Promise<Body> => {
    const slice = new Slice();
    const members = key === 'all' ? published : plugins;
    const version = `${run}.${key}.${members.reduce((sum, { name }) => sum + store.latest(name).sequence, levels.edition)}`;
    const parts: Part[] = [];
    const lent: Body[] = [];
    let chunks: Buffer[] = [];
    for (const [index, plugin] of members.entries()) {
      if (slice.isOver) await slice.next();
      const body = await get(aspect, plugin);
      chunks.push(Buffer.from(`${index === 0 ? '{' : ','}"${plugin.name}":`));
      if (body.isLent) {
        body.take();
        lent.push(body);
        parts.push(Buffer.concat(chunks), ...body.parts);
        chunks = [];
      } else chunks.push(body.bytes);
    }
    chunks.push(Buffer.from(members.length === 0 ? '{}' : '}'));
    // Waiting callers use it before the next turn of the event loop.
    setImmediate(() => lent.forEach((body) => body.release()));
    return new Body([...parts, Buffer.concat(chunks)], version);
  };

  return {
    of: (plugin, aspect) => get(aspect, plugin),
    all(aspect, extra) {
      const key = extra ? 'all+' : 'all';
      return keep(kept[aspect], key, () => assemble(aspect, key));
    },
    viewsSource,
    versionOf,
    stop() {
      forgetBodies();
      forgetViews();
    },
  };
}
