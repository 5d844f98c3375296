/** Sections of plugins without their own, by declaration. */
import { isObject } from '../../../core/members.ts';
import type { Plugin } from '../../../core/plugin.ts';
import type { PluginValue, Served } from '../../../core/served.ts';
import { type DeclaredColumn, kindIn, memberText, shownOf } from '../../display/declared.ts';
import { itemName } from '../../display/item-name.ts';
import { localName } from '../../display/language.ts';
import { worstOf } from '../../display/levels.ts';
import { SHORT_HEADINGS } from '../../display/section-lists.ts';
import type { Ui } from '../state/ui.ts';
import type { Section, SectionRow, SectionValue } from './section.ts';

/** Values beside the name of an item. */
const MOST_VALUES = 2;

export function declaredSection(ui: Ui, plugin: Plugin): Section {
  const columns = ui.declared(plugin);
  const value = ui.source.latest(plugin.name);
  if (plugin.shape === 'list') return listSection(ui, plugin.name, { columns, key: plugin.key, value });
  const rows =
    plugin.shape === 'scalar' ? scalarRows(plugin.name, value) : fieldRows(ui, plugin.name, columns, value);
  return { plugin: plugin.name, headings: [''], rows };
}

const scalarRows = (name: string, value: PluginValue): SectionRow[] =>
  typeof value === 'string'
    ? [{ name, level: null, values: [{ shown: { digits: value, unit: '' }, level: null }] }]
    : [];

/** One line per available value. */
function fieldRows(
  ui: Ui,
  plugin: string,
  columns: readonly DeclaredColumn[],
  value: PluginValue,
): SectionRow[] {
  if (!isObject(value)) return [];
  return columns.flatMap((column): SectionRow[] => {
    if ((value[column.member] ?? null) === null) return [];
    const shown = valueOf(ui, plugin, column, value);
    const row = { name: column.label, level: shown.level, values: [shown] };
    return [column.hasHistory ? { ...row, series: column.member } : row];
  });
}

interface Listed {
  readonly columns: readonly DeclaredColumn[];
  readonly key: string | null;
  readonly value: PluginValue;
}

/** One line per item with its first declared values, numbers before words. */
function listSection(ui: Ui, plugin: string, { columns, key, value }: Listed): Section {
  const numbers = columns.filter(({ isNumber }) => isNumber);
  const shown = shownOf(numbers.length > 0 ? numbers : columns, MOST_VALUES);
  const charted = shown.find(({ hasHistory: isRecorded }) => isRecorded);
  const containers = ui.source.latest('containers') ?? [];
  const rows = (Array.isArray(value) ? value : []).map((item, index): SectionRow => {
    const id = key === null ? String(index + 1) : String(item[key]);
    const values = shown.map((column) => valueOf(ui, plugin, column, item, id));
    const row = {
      name: itemName(plugin, item, id, containers),
      level: worstOf(values.map(({ level }) => level)),
      values,
    };
    return charted === undefined || key === null ? row : { ...row, series: `${id}_${charted.member}` };
  });
  // Percentages say what they are, as those of file systems do.
  const headings =
    SHORT_HEADINGS[plugin]?.map(localName) ??
    shown.map(({ label, kind, isByItem }) => (kind === 'percent' || isByItem ? '' : label));
  return { plugin, headings, rows };
}

function valueOf(ui: Ui, plugin: string, column: DeclaredColumn, item: Served, id?: string): SectionValue {
  const { member, isNumber } = column;
  const value = item[member];
  return {
    shown: isNumber ? ui.show(value, kindIn(plugin, column, item)) : { digits: memberText(value), unit: '' },
    level: ui.level(plugin, member.replace(/_rate_per_sec$/, ''), id),
  };
}
