/** Values of a database in the shapes of plugins, without members that are no numbers. */
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { PluginValue, Served } from '../../core/served.ts';
import type { StoredField } from '../database/stored-field.ts';
import type { StoredMoment, StoredValue } from '../database/stored-past.ts';
import { shorten } from './shorten.ts';
import { groupBy } from '../../core/group-by.ts';

/** A value of a database or of an incident. */
export interface ServedValue extends Pick<StoredValue, 'item' | 'value'> {
  readonly field: Pick<StoredField, 'plugin' | 'field' | 'kind' | 'isFlag'>;
}

const RATE = /_rate_per_sec$/;

/** By plugin, without those missing in the database. */
export function valuesByPlugin(
  registry: readonly Plugin[],
  { values, texts }: Pick<StoredMoment, 'texts'> & { readonly values: readonly ServedValue[] },
): Map<string, PluginValue> {
  const shown = new Map<string, PluginValue>();
  for (const plugin of registry) {
    const own = values.filter(({ field }) => field.plugin === plugin.name);
    const said = texts.get(plugin.name);
    if (own.length === 0 && said === undefined) continue;
    if (plugin.shape === 'scalar') shown.set(plugin.name, said?.[''] ?? null);
    else if (plugin.shape === 'list') shown.set(plugin.name, itemsOf(plugin, own));
    else shown.set(plugin.name, { ...said, ...membersOf(own) });
  }
  return shown;
}

function itemsOf(plugin: Plugin & { readonly key: string | null }, values: readonly ServedValue[]): Served[] {
  const { key } = plugin;
  if (key === null) return [];
  const isNumber = fieldsOf(plugin)[key]?.kind !== 'text';
  const ofItems = values.filter(({ item }) => item !== null);
  const items = groupBy(ofItems, ({ item }) => item ?? '');
  return [...items]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([item, own]) => ({ key, [key]: isNumber ? Number(item) : item, ...membersOf(own) }));
}

/** A rate is the increase per second. */
function membersOf(values: readonly ServedValue[]): Served {
  const members: Served = {};
  for (const { field, value } of values) {
    members[field.field] = field.isFlag ? value !== 0 : shorten(value);
    if (field.kind !== 'rate') continue;
    members[field.field.replace(RATE, '')] = shorten(value);
    members['time_since_update'] = 1;
  }
  return members;
}
