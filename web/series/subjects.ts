/** What an event is about, from the latest snapshots: events tell it in capital letters only. */
import { itemsById, type Series } from '../state/store.ts';
import type { PluginName } from '../api/types.ts';
import type { Kind } from '../units/units.ts';
import { labelOf, titleOf, wordsOf } from './names.ts';
import { ruleOfEvent, type Served } from './rules.ts';

export interface Subject {
  /** For a stranger: `Network eth0 received`. */
  label: string;
  /** The recorded value; null where there is none. */
  series: Series | null;
  /** How the numbers of the event are shown, and what they are shares of; null: they are not known to say anything. */
  compared: { kind: Kind; of: string } | null;
}

/** @param plugins names of plugins, and `latest` what they served last */
export function subjectOf(
  type: string,
  plugins: readonly string[],
  latest: (plugin: string) => unknown,
): Subject {
  const plugin = plugins
    .filter((name) => type === name.toUpperCase() || type.startsWith(`${name.toUpperCase()}_`))
    .sort((a, b) => b.length - a.length)[0];
  if (plugin === undefined) return { label: type, series: null, compared: null };
  const value = latest(plugin);
  for (const [identity, served] of partsOf(value)) {
    const rule = ruleOfEvent(type, plugin, served, identity);
    if (rule === undefined) continue;
    const { field, compared: kind, of = '' } = rule;
    // Where all items share the names, the event does not say which of them it is about.
    const isNamed = identity === '' || rule.itemName?.(served) !== '';
    const series: Series = {
      plugin: plugin as PluginName,
      field,
      ...(identity !== '' && { item: identity }),
    };
    const label = isNamed ? labelOf(series) : `${titleOf(plugin)} ${wordsOf(field)}`;
    return { label, series, compared: { kind, of } };
  }
  return { label: plainLabel(type, plugin, value), series: null, compared: null };
}

/** The object itself, or the items. */
function partsOf(value: unknown): [identity: string, served: Served][] {
  if (Array.isArray(value)) return [...itemsById(value as Record<string, unknown>[])];
  return typeof value === 'object' && value !== null ? [['', value as Served]] : [];
}

/** `RAID md127` for `RAID_MD127`, where something of this name is served; else in the words of the event. */
function plainLabel(type: string, plugin: string, value: unknown): string {
  const rest = type.slice(plugin.length + 1);
  const names = Array.isArray(value)
    ? [...itemsById(value as Record<string, unknown>[]).keys()]
    : Object.keys((value as object | null) ?? {});
  const name = names
    .filter((one) => rest === one.toUpperCase() || rest.startsWith(`${one.toUpperCase()}_`))
    .sort((a, b) => b.length - a.length)[0];
  const words = name === undefined ? rest : rest.slice(name.length + 1);
  return [titleOf(plugin), name, words.toLowerCase().replaceAll('_', ' ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}
