/** The lists of `--stdout` and `--stdout-csv`: `plugin`, `plugin.field`, `plugin.item.field`. */
import type { PluginValue } from '../../core/served.ts';
import { UsageError } from '../../core/errors.ts';
import { didYouMean, LISTED } from '../../core/nearest.ts';
import { FIELD_PLUGINS, canonicalPlugin } from '../../core/glances-names.ts';
import { wordsOf } from '../../core/option-parse.ts';
import { describe } from '../../core/describe.ts';
import { exportView, itemsOf } from '../../core/export-view.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';

export interface Selector {
  /** Text as written, for messages. */
  readonly text: string;
  /** Printed name, an alias included. */
  readonly label: string;
  readonly plugin: Plugin;
  /** Null: all of it. */
  readonly field: string | null;
  /** Null: all items. */
  readonly item: string | null;
}

export interface Selection {
  selectors: Selector[];
  /** Plugins that are known but not on, or not in this version. */
  absent: string[];
}

/** Throws {@link UsageError} for a name nobody knows and for an empty list. */
export function parseSelection(
  list: string,
  { registry, enabled }: { registry: readonly Plugin[]; enabled: ReadonlySet<string> },
): Selection {
  const words = wordsOf(list);
  if (words.length === 0) throw new UsageError('Name at least one plugin, such as cpu or cpu.total.');
  const selectors: Selector[] = [];
  const absent = new Set<string>();
  for (const text of words) {
    const [label = '', ...parts] = text.split('.');
    const name = canonicalPlugin(label);
    const plugin = registry.find((candidate) => candidate.name === name);
    if (plugin === undefined && !FIELD_PLUGINS.has(name)) {
      const names = [...FIELD_PLUGINS, ...registry.map((candidate) => candidate.name)];
      throw new UsageError(`There is no plugin "${label}"${didYouMean(label, names, LISTED)}`);
    }
    if (plugin === undefined || !enabled.has(name)) absent.add(label);
    else selectors.push({ text, label, plugin, ...partsOf(plugin, parts, text) });
  }
  return { selectors, absent: [...absent] };
}

/** Splits a selector: the last part is the field, the middle an item, whose name may hold dots. */
function partsOf(plugin: Plugin, parts: readonly string[], text: string): Pick<Selector, 'field' | 'item'> {
  if (parts.includes('')) throw new UsageError(`"${text}" has an empty part.`);
  if (parts.length > 1 && plugin.shape !== 'list')
    throw new UsageError(`"${text}" has too many parts: ${plugin.name} has no items, only fields.`);
  return { field: parts.at(-1) ?? null, item: parts.length > 1 ? parts.slice(0, -1).join('.') : null };
}

/**
 * Fields must be declared or present; more than three parts require an item whose name contains the dots. Throws {@link UsageError}.
 * @param valueOf current value of a plugin
 */
export function checkParts(selectors: readonly Selector[], valueOf: (plugin: Plugin) => PluginValue): void {
  for (const selector of selectors) {
    const { text, plugin, item } = selector;
    const value = valueOf(plugin);
    const isItem = (): boolean => itemsOf(plugin, value).some(([identity]) => identity === item);
    if (item?.includes('.') && !isItem())
      throw new UsageError(`"${text}" has more than three parts, and ${plugin.name} has no item "${item}".`);
    checkField(selector, value);
  }
}

/** Another agent may be newer, and some members are named by the host: values count as much as declarations. */
function checkField({ plugin, field }: Selector, value: PluginValue): void {
  if (field === null || describe(plugin, field) !== null) return;
  const shown = [exportView(plugin.name, value), ...itemsOf(plugin, value).map(([, members]) => members)];
  if (
    shown.some((members) => typeof members === 'object' && members !== null && Object.hasOwn(members, field))
  )
    return;
  const names = Object.keys(fieldsOf(plugin));
  throw new UsageError(
    `${plugin.name} has no field "${field}"${didYouMean(field, names, `it has ${names.join(', ')}`)}`,
  );
}
