/** Table of `--stdout-csv`: its columns are those of the first cycle. */
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';
import { exportView, floatKeys, itemsOf } from '../../core/export-view.ts';
import { pythonText } from './python-repr.ts';
import type { Selector } from './selection.ts';

/** One row of comma-separated values, RFC 4180: cells with commas, quotes or line ends are quoted. */
export const csvRow = (cells: readonly string[]): string => cells.map(csvCell).join(',');

const csvCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

interface Column {
  readonly title: string;
  readonly plugin: Plugin;
  readonly item: string | null;
  /** Null: the value itself. */
  readonly field: string | null;
}

export interface Table {
  readonly header: string;
  row(): string;
}

const MISSING = 'N/A';

/** @param valueOf what a plugin serves now */
export function createTable(selectors: readonly Selector[], valueOf: (plugin: Plugin) => PluginValue): Table {
  const viewOf = (plugin: Plugin): PluginValue => exportView(plugin.name, valueOf(plugin));
  const columns = selectors.flatMap((selector) => columnsOf(selector, viewOf(selector.plugin)));
  return {
    header: csvRow(columns.map(({ title }) => pythonText(title))),
    row() {
      const views = new Map(selectors.map(({ plugin }) => [plugin, membersOf(plugin, viewOf(plugin))]));
      return csvRow(columns.map((column) => cellOf(column, views.get(column.plugin) ?? new Map())));
    },
  };
}

/** A field of an object, fields of each item of a list in item order, or a value as a whole. */
function columnsOf({ label, plugin, field, item }: Selector, view: PluginValue): Column[] {
  if (plugin.shape === 'list') {
    return itemsOf(plugin, view)
      .filter(([identity]) => item === null || identity === item)
      .flatMap(([identity, members]) =>
        (field === null ? Object.keys(members) : [field]).map((name) => ({
          title: `${label}.${identity}.${name}`,
          plugin,
          item: identity,
          field: name,
        })),
      );
  }
  if (field === null && (view === null || typeof view !== 'object'))
    return [{ title: label, plugin, item: null, field: null }];
  return (field === null ? Object.keys(view as Served) : [field]).map((name) => ({
    title: `${label}.${name}`,
    plugin,
    item: null,
    field: name,
  }));
}

/** Members by item; those of an object, and a plain value, are under null. */
function membersOf(plugin: Plugin, view: PluginValue): Map<string | null, ServedMember> {
  return plugin.shape === 'list' ? new Map(itemsOf(plugin, view)) : new Map([[null, view]]);
}

function cellOf({ plugin, item, field }: Column, members: ReadonlyMap<string | null, ServedMember>): string {
  const owner = members.get(item);
  if (field === null) return owner === null ? MISSING : pythonText(owner);
  if (owner === null || typeof owner !== 'object' || !Object.hasOwn(owner, field)) return MISSING;
  return pythonText((owner as Served)[field], floatKeys(plugin), field);
}
