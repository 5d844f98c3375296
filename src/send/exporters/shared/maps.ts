/** All values of a plugin in one flat map: `field`, or `item.field` where it lists items. */
import type { Cycle } from '../exporter.ts';
import type { Point, Scalar } from '../../metrics/points.ts';

export type FlatMap = Record<string, Scalar>;

/** Maps by plugin, in the order of the points. */
export function mapsOf(points: readonly Point[]): Map<string, FlatMap> {
  const maps = new Map<string, FlatMap>();
  for (const { plugin, key, item, fields } of points) {
    const map = maps.get(plugin) ?? {};
    maps.set(plugin, map);
    for (const [field, value] of fields) map[key === null ? field : `${item}.${field}`] = value;
  }
  return maps;
}

/** As {@link mapsOf}, with an empty map for each plugin that has no values: those who read messages tell it from a lost one. */
export const mapsWithEmpty = (cycle: Pick<Cycle, 'points' | 'empty'>): Map<string, FlatMap> =>
  new Map([
    ...mapsOf(cycle.points()),
    ...(cycle.empty?.() ?? []).map((plugin): [string, FlatMap] => [plugin, {}]),
  ]);

/** As {@link mapsWithEmpty}; each says when its values were read, which is long before if the target was down, and on which host. */
export const documentsOf = (cycle: Pick<Cycle, 'points' | 'empty' | 'time' | 'host'>): Map<string, FlatMap> =>
  new Map([...mapsWithEmpty(cycle)].map(([plugin, map]) => [plugin, { ...map, ...originOf(cycle) }]));

export const originOf = ({ time, host }: Pick<Cycle, 'time' | 'host'>) => ({
  time: new Date(time).toISOString(),
  hostname: host,
});

export const countOf = (points: readonly Point[]): number =>
  points.reduce((sum, { fields }) => sum + fields.length, 0);
