/** Describes a series by its id: source, unit, meaning. */
import type { Client } from '../api/client.ts';
import { isObject } from '../../src/core/members.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import { itemsById, type Series } from '../../src/show/display/series.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Store } from './store.ts';

export const pluginOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** Returns the served object or item that holds a series; empty without one. */
export function servedOf({ plugin, item }: Series, store: Store): Readonly<Record<string, unknown>> {
  const snapshot = store.latest(plugin).value;
  if (Array.isArray(snapshot)) return itemsById(snapshot).get(item ?? '') ?? {};
  return isObject(snapshot) ? snapshot : {};
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

interface Asking {
  client: Client;
  store: Store;
  signal: AbortSignal;
}

/** Returns the kind of its values, from the agent's unit. @param id as in addresses */
export async function unitKindOf(series: Series, id: string, asking: Asking): Promise<Kind> {
  const { plugin } = series;
  const unit = await ask('unit', series, asking);
  return kindOf(plugin, id.slice(plugin.length + 1), unit, servedOf(series, asking.store));
}

/** Returns the agent's description; empty without one. */
export const wordsOf = async (series: Series, asking: Asking): Promise<string> =>
  (await ask('description', series, asking)) ?? '';

function ask(
  what: 'unit' | 'description',
  { plugin, field }: Series,
  asking: Asking,
): Promise<string | null> {
  const name = field.replace(/_rate_per_sec$/, '');
  return asking.client
    .get<unknown>(`api/4/${encodeURIComponent(plugin)}/${encodeURIComponent(name)}/${what}`, asking.signal)
    .then(textIn)
    .catch(() => null);
}

const textIn = (answer: unknown): string | null => {
  const value = typeof answer === 'object' && answer !== null ? Object.values(answer)[0] : answer;
  return typeof value === 'string' ? value : null;
};
