/** Past values from the agent's history. */
import type { PluginHistory } from '../../src/history/routes/history-route.ts';
import { ApiProblem, type Client } from './client.ts';

/** Milliseconds and value; NaN: the sample had none. */
export type PastPoint = readonly [time: number, value: number];

export interface Past {
  /**
   * History of series by id (`cpu/total`); unavailable ones are missing.
   * @param count newest samples; undefined: all
   */
  points(ids: readonly string[], count?: number, signal?: AbortSignal): Promise<Map<string, PastPoint[]>>;
}

/** Series per request. */
const MANY = 800;
/** URLs over 8 KiB do not pass every proxy. */
const LONGEST = 6000;

export function createPast(client: Client): Past {
  /** Older agents serve one plugin per request. */
  let isAbsent = false;

  const ask = async (ids: readonly string[], count?: number, signal?: AbortSignal) => {
    if (!isAbsent) {
      const query = `${ids.map(inQuery).join('&')}${count === undefined ? '' : `&n=${count}`}`;
      try {
        return pointsOf(await client.get<Record<string, PluginHistory>>(`api/history?${query}`, signal));
      } catch (error) {
        const status = error instanceof ApiProblem ? error.status : 0;
        if (status === 404) isAbsent = true;
        // An unknown plugin does not affect the others.
        else if (status !== 400) return new Map<string, PastPoint[]>();
      }
    }
    return askPlugins(client, ids, count, signal);
  };

  return {
    async points(ids, count, signal) {
      const parts = await Promise.all(inParts(ids.slice(0, MANY)).map((part) => ask(part, count, signal)));
      return new Map(parts.flatMap((part) => [...part]));
    },
  };
}

/** Slashes stay unescaped: names have many. */
export const inQuery = (id: string): string => `series=${encodeURIComponent(id).replaceAll('%2F', '/')}`;

/** Groups that fit into a URL, with up to `most` items. */
export function inParts(ids: readonly string[], most = MANY): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const id of ids) {
    const length = inQuery(id).length + 1;
    if (parts.length === 0 || length > room || parts.at(-1)?.length === most) {
      parts.push([]);
      room = LONGEST;
    }
    parts.at(-1)?.push(id);
    room -= length;
  }
  return parts;
}

function pointsOf(answer: Record<string, PluginHistory>): Map<string, PastPoint[]> {
  const found = new Map<string, PastPoint[]>();
  for (const [plugin, { times, series }] of Object.entries(answer))
    for (const [name, values] of Object.entries(series))
      if (values !== null)
        found.set(
          `${plugin}/${name}`,
          values.map((value, row) => [times[row] ?? Number.NaN, value ?? Number.NaN]),
        );
  return found;
}

/** Up to this many series of a plugin are requested one by one; beyond that, all of the plugin's. */
const FEW = 4;

/** By the published API. */
async function askPlugins(
  client: Client,
  ids: readonly string[],
  count?: number,
  signal?: AbortSignal,
): Promise<Map<string, PastPoint[]>> {
  const byPlugin = new Map<string, string[]>();
  for (const id of ids) {
    const slash = id.indexOf('/');
    const plugin = id.slice(0, slash);
    byPlugin.set(plugin, [...(byPlugin.get(plugin) ?? []), id.slice(slash + 1)]);
  }
  const found = new Map<string, PastPoint[]>();
  const paths = [...byPlugin].flatMap(([plugin, names]) =>
    pathsOf(names, count).map((path) => ({ plugin, path, names: new Set(names) })),
  );
  await Promise.all(
    paths.map(async ({ plugin, path, names }) => {
      const at = `api/4/${encodeURIComponent(plugin)}/${path}`;
      const answer = await client
        .get<Record<string, readonly (readonly [time: string, value: number | null])[]> | null>(at, signal)
        .catch(() => null);
      for (const [name, points] of Object.entries(answer ?? {}))
        if (names.has(name))
          found.set(
            `${plugin}/${name}`,
            points.map(([time, value]) => [Date.parse(time), value ?? Number.NaN]),
          );
    }),
  );
  return found;
}

function pathsOf(names: readonly string[], count: number | undefined): string[] {
  const newest = (most: number): string => (count === undefined ? '' : `/${Math.min(count, most)}`);
  return names.length <= FEW
    ? names.map((name) => `${encodeURIComponent(name)}/history${newest(Infinity)}`)
    : [`history${newest(Math.max(20, Math.floor(6000 / names.length)))}`];
}
