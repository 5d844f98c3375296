/** Values in the form for text outputs and exporters, where it differs from the API's. */
import { companions, type Fields } from './fields.ts';
import type { PluginValue, Served } from './served.ts';
import { fieldsOf, isTimed, type Plugin } from './plugin.ts';

/** Members of a container that repeat its flat numbers. */
const NESTED = new Set(['cpu', 'io', 'memory', 'network']);

/** Uptime in seconds, containers without their nested members, everything else as served. */
export function exportView(plugin: string, value: PluginValue): PluginValue {
  if (plugin === 'uptime' && typeof value === 'string') return { seconds: uptimeSeconds(value) };
  if (plugin !== 'containers' || !Array.isArray(value)) return value;
  return value.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => !NESTED.has(key))));
}

/** `12 days, 3:04:05` in seconds; null for anything else. */
export function uptimeSeconds(text: string): number | null {
  const match = /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)$/.exec(text);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
}

/** An item of a list with its identity; its position where it has none. */
export type IdentifiedItem = [identity: string, item: Served];

/** Returns the items of a list plugin's value. */
export function itemsOf(plugin: Plugin, value: PluginValue): IdentifiedItem[] {
  const key = plugin.shape === 'list' ? plugin.key : null;
  return (Array.isArray(value) ? value : []).map((item, index) => [
    key === null ? String(index) : String(item[key]),
    item,
  ]);
}

/** Tells the keys under which a whole number is a float that happens to be whole: shares, rates and times. */
export function floatKeys(plugin: Plugin): (key: string) => boolean {
  const names = new Set(isTimed(plugin) ? ['time_since_update'] : []);
  collect(fieldsOf(plugin), names);
  return (key) => names.has(key);
}

function collect(fields: Fields, names: Set<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    // Databases keep a field's first type, so it follows the unit rather than the value.
    const unit = field.options.wireUnit ?? field.unit;
    const isFloat = unit === 'percent' || unit === 'float';
    if (isFloat) names.add(name);
    for (const companion of companions(name, field)) {
      if (isFloat || /_(rate_per_sec|mean)$/.test(companion)) names.add(companion);
    }
    collect(field.members ?? {}, names);
  }
}
