/** All values of a plugin in one flat map: `field`, or `item.field` where it lists items. */
import type { Scalar } from '../../../core/served.ts';
import type { Cycle } from '../exporter.ts';
import type { Point } from '../../metrics/points.ts';

export type FlatMap = Record<string, Scalar>;

/** Maps by plugin, in order of the points. */
export function mapsOf(points: readonly Point[]): Map<string, FlatMap> {
  const maps = new Map<string, FlatMap>();
  for (const { plugin, key, item, fields } of points) {
    const map = maps.get(plugin) ?? {};
    maps.set(plugin, map);
    for (const [field, value] of fields) map[key === null ? field : `${item}.${field}`] = value;
  }
  return maps;
}

/** Like {@link mapsOf}, with an empty map for each plugin without values, so that readers can tell it from a lost message. */
export const mapsWithEmpty = (cycle: Pick<Cycle, 'points' | 'empty'>): Map<string, FlatMap> =>
  new Map([
    ...mapsOf(cycle.points()),
    ...(cycle.empty?.() ?? []).map((plugin): [string, FlatMap] => [plugin, {}]),
  ]);

/** Like {@link mapsWithEmpty}, with the host and the time of the values, which may be old after an outage. */
export const documentsOf = (cycle: Pick<Cycle, 'points' | 'empty' | 'time' | 'host'>): Map<string, FlatMap> =>
  new Map([...mapsWithEmpty(cycle)].map(([plugin, map]) => [plugin, { ...map, ...originOf(cycle) }]));

export const originOf = ({ time, host }: Pick<Cycle, 'time' | 'host'>) => ({
  time: new Date(time).toISOString(),
  hostname: host,
});

export const countOf = (points: readonly Point[]): number =>
  points.reduce((sum, { fields }) => sum + fields.length, 0);
