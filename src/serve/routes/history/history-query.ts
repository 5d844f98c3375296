/** The query of `/api/history`. */
import { badCount, badSeries, tooManySeries, unknownPlugin } from '../../http/errors.ts';

export interface HistoryQuery {
  /** Names of series by the name of their plugin, in the order in which they were asked for. */
  series: ReadonlyMap<string, ReadonlySet<string>>;
  /** Series in all. */
  total: number;
  /** Samples at most; 0: all that are kept. */
  count: number;
}

/** Far more than fit into the longest address that is read. */
export const MOST_SERIES = 1000;

/**
 * @param query of the request, by name; a name may have come several times
 * @param enabled names of the plugins that are on
 */
export function parseHistoryQuery(
  query: Readonly<Record<string, unknown>>,
  enabled: readonly string[],
): HistoryQuery {
  const ids = new Set(textsOf(query['series']));
  if (ids.size > MOST_SERIES) throw tooManySeries(MOST_SERIES, ids.size);
  const series = new Map<string, Set<string>>();
  for (const id of ids) {
    const [plugin, name] = parseSeries(id);
    if (!enabled.includes(plugin)) throw unknownPlugin(plugin, enabled);
    series.set(plugin, (series.get(plugin) ?? new Set()).add(name));
  }
  const [count] = textsOf(query['n']);
  return { series, total: ids.size, count: count === undefined ? 0 : parseCount(count) };
}

const textsOf = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string');

/** The first slash ends the plugin: all others belong to the name, as in `fs//home_percent`. */
function parseSeries(id: string): [plugin: string, name: string] {
  const slash = id.indexOf('/');
  if (slash < 1 || slash === id.length - 1) throw badSeries(id);
  return [id.slice(0, slash), id.slice(slash + 1)];
}

function parseCount(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0) throw badCount('n', text);
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
