/** Recorded series and their items. */
import type { ShownVerdict } from '../../measure/levels/series.ts';
import type { Served } from '../../core/served.ts';

/** One value over time: a field of a plugin, or of one of its items. */
export interface Series {
  plugin: string;
  field: string;
  /** Identity of the item; undefined for plugins that are one object. */
  item?: string | undefined;
}

/** Items by the field that their member `key` names. */
export function itemsById(items: readonly Served[]): Map<string, Served> {
  const found = new Map<string, Served>();
  for (const item of items) {
    const key = item?.['key'];
    if (typeof key === 'string') found.set(String(item[key]), item);
  }
  return found;
}

/** Returns the series of a verdict; null if the judged value is not a number. */
export function seriesOfVerdict(plugin: string, { series, item, thresholds }: ShownVerdict): Series | null {
  const [field] = Object.keys(series);
  if (field === undefined || field === '' || thresholds === null) return null;
  return { plugin, field, ...(item !== null && { item }) };
}

export const pluginOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** Parses an id such as `network/eth0_bytes_recv_rate_per_sec`. @param value latest value of its plugin, which names the items */
export function parseSeries(id: string, value: unknown): Series {
  const plugin = pluginOf(id);
  const name = id.slice(plugin.length + 1);
  if (!Array.isArray(value)) return { plugin, field: name };
  const items = [...itemsById(value as Served[]).keys()].filter((item) => name.startsWith(`${item}_`));
  const item = items.sort((a, b) => b.length - a.length)[0];
  return item === undefined ? { plugin, field: name } : { plugin, field: name.slice(item.length + 1), item };
}
