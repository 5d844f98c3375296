/** Recorded series and their items. */
import type { ShownVerdict } from '../../measure/levels/series.ts';

/** One value over time: a field of a plugin, or of one of its items. */
export interface Series {
  plugin: string;
  field: string;
  /** Identity of the item; undefined for plugins that are one object. */
  item?: string | undefined;
}

/** Name of a value in the agent's history. */
export const seriesName = ({ field, item }: Series): string =>
  item === undefined ? field : `${item}_${field}`;

/** `cpu/total`, `network/eth0_bytes_recv_rate_per_sec`: names a series in addresses. */
export const seriesId = (series: Series): string => `${series.plugin}/${seriesName(series)}`;

/** Items by the field that their member `key` names. */
export function itemsById(items: readonly Record<string, unknown>[]): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
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
