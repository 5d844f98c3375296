/** Describes a series by its id: source, unit, meaning. */
import type { Served } from '../../src/core/served.ts';
import type { Client } from '../api/client.ts';
import { isObject } from '../../src/core/members.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import { itemsById, parseSeries, pluginOf, type Series } from '../../src/show/display/series.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { Store } from './store.ts';

/** Returns the served object or item that holds a series; empty without one. */
export function servedOf({ plugin, item }: Series, store: Store): Readonly<Served> {
  const snapshot = store.latest(plugin).value;
  if (Array.isArray(snapshot)) return itemsById(snapshot).get(item ?? '') ?? {};
  return isObject(snapshot) ? snapshot : {};
}

/** Plugin, item and field of an id such as `network/eth0_bytes_recv_rate_per_sec`. */
export const seriesOf = (id: string, store: Store): Series =>
  parseSeries(id, store.latest(pluginOf(id)).value);

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
