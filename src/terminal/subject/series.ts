/** Recorded series, of this machine and of others. */
import { fieldsOf, othersOf, type Plugin } from '../../core/plugin.ts';
import type { Store } from '../../store/store.ts';
import type { SeriesDescription, SeriesPoints } from './subject.ts';

interface Recorded {
  readonly plugins: readonly Plugin[];
  readonly store: Pick<Store, 'history'>;
}

/** The value behind a recorded series, from the declaration of its plugin. */
export function describeSeries(
  { plugins, store }: Recorded,
  name: string,
  series: string,
): SeriesDescription | null {
  const plugin = plugins.find((one) => one.name === name);
  const found = plugin === undefined ? undefined : store.history(name).find(series);
  if (plugin === undefined || found === undefined) return null;
  const { field, identity } = found;
  const declared =
    fieldsOf(plugin)[field] ?? fieldsOf(plugin)[field.replace(/_rate_per_sec$/, '')] ?? othersOf(plugin);
  return { field, item: identity, unit: declared?.unit ?? null };
}

/** Points of a time. */
export function pointsWithin(
  points: readonly (readonly [number, number])[],
  from: number,
  to: number,
): SeriesPoints {
  const inside = points.filter(([time]) => time >= from && time <= to);
  return { times: inside.map(([time]) => time), values: inside.map(([, value]) => value) };
}
