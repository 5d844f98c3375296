/** A series by its id: where it is served, in which unit, and what it is. */
import type { Client } from '../api/client.ts';
import type { PluginName } from '../api/types.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import { itemsById, type Series } from '../../src/show/display/series.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Store } from './store.ts';

export const pluginOf = (id: string): PluginName => id.slice(0, id.indexOf('/')) as PluginName;

/** The object or item that holds a series, as it is served; empty without. */
export function servedOf({ plugin, item }: Series, store: Store): Readonly<Record<string, unknown>> {
  const snapshot = store.latest(plugin).value as unknown;
  if (!Array.isArray(snapshot)) return (snapshot as Record<string, unknown> | null) ?? {};
  return itemsById(snapshot as Record<string, unknown>[]).get(item ?? '') ?? {};
}

/** Plugin, item and field of an id such as `network/eth0_bytes_recv_rate_per_sec`. */
export function seriesOf(id: string, store: Store): Series {
  const plugin = pluginOf(id);
  const name = id.slice(plugin.length + 1);
  const snapshot = store.latest(plugin).value as unknown;
  if (!Array.isArray(snapshot)) return { plugin, field: name };
  const items = [...itemsById(snapshot as Record<string, unknown>[]).keys()].filter((item) =>
    name.startsWith(`${item}_`),
  );
  const item = items.sort((a, b) => b.length - a.length)[0];
  return item === undefined ? { plugin, field: name } : { plugin, field: name.slice(item.length + 1), item };
}

/** Unit and description, in the agent's words. @param name of the id, without its plugin */
export async function describeSeries(
  series: Series,
  name: string,
  { client, store, signal }: { client: Client; store: Store; signal: AbortSignal },
): Promise<{ kind: Kind; words: string }> {
  const { plugin, field } = series;
  const at = `api/4/${encodeURIComponent(plugin)}/${encodeURIComponent(field.replace(/_rate_per_sec$/, ''))}`;
  const ask = (path: string): Promise<string | null> =>
    client
      .get<unknown>(`${at}/${path}`, signal)
      .then(textIn)
      .catch(() => null);
  const [unit, words] = await Promise.all([ask('unit'), ask('description')]);
  return { kind: kindOf(plugin, name, unit, servedOf(series, store)), words: words ?? '' };
}

/** A text, or an object that holds it. */
const textIn = (answer: unknown): string | null => {
  const value = typeof answer === 'object' && answer !== null ? Object.values(answer)[0] : answer;
  return typeof value === 'string' ? value : null;
};
