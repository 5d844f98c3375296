/** The query of `/api/history`. */
import { badSeries, tooManySeries, unknownPlugin } from '../../http/server/errors.ts';
import { integerQuery, listQuery, type Query, readQuery } from '../../http/route/query.ts';

export interface HistoryQuery {
  /** Names of series by plugin, in requested order. */
  series: ReadonlyMap<string, ReadonlySet<string>>;
  /** Total number of series. */
  total: number;
  /** Most samples; 0: all. */
  count: number;
}

/** More than fit into the longest accepted address. */
export const MOST_SERIES = 1000;

export const HISTORY_QUERY = {
  series: listQuery('The series to show, 1,000 at most. Repeat the parameter for each.', {
    example: ['cpu/total', 'fs//home_percent'],
  }),
  n: integerQuery('Number of newest samples; by default all, up to 250,000 values.', {
    minimum: 1,
  }),
};

/** Throws an `ApiError`. @param enabled names of the enabled plugins */
export function parseHistoryQuery(query: Query, enabled: readonly string[]): HistoryQuery {
  const { series: ids, n: count } = readQuery(HISTORY_QUERY, query, 0);
  if (ids.length > MOST_SERIES) throw tooManySeries(MOST_SERIES, ids.length);
  const series = new Map<string, Set<string>>();
  for (const id of ids) {
    const [plugin, name] = parseSeries(id);
    if (!enabled.includes(plugin)) throw unknownPlugin(plugin, enabled);
    series.set(plugin, (series.get(plugin) ?? new Set()).add(name));
  }
  return { series, total: ids.length, count: count ?? 0 };
}

/** Splits the id of a series at the first slash; all others belong to the name, as in `fs//home_percent`. */
function parseSeries(id: string): [plugin: string, name: string] {
  const slash = id.indexOf('/');
  if (slash < 1 || slash === id.length - 1) throw badSeries(id);
  return [id.slice(0, slash), id.slice(slash + 1)];
}
