/** Selects the points and metrics of an exporter. */
import type { Pattern } from '../../core/pattern.ts';
import type { Family } from '../metrics/family.ts';
import type { Point } from '../metrics/points.ts';
import type { CommonOptions, ExportOptions } from './options.ts';

type Rules = Pick<CommonOptions, 'plugins' | 'exclude_plugins' | 'fields' | 'exclude_fields' | 'items'>;

const matches = (patterns: readonly Pattern[], name: string): boolean =>
  patterns.some((pattern) => pattern.test(name));
const passes = (only: readonly Pattern[], not: readonly Pattern[], name: string): boolean =>
  (only.length === 0 || matches(only, name)) && !matches(not, name);

/** Common settings apply as well. */
export const selectionRules = (all: ExportOptions, own: CommonOptions): Rules => ({
  plugins: own.plugins.length > 0 ? own.plugins : all.plugins,
  exclude_plugins: [...all.exclude_plugins, ...own.exclude_plugins],
  fields: own.fields.length > 0 ? own.fields : all.fields,
  exclude_fields: [...all.exclude_fields, ...own.exclude_fields],
  items: own.items.length > 0 ? own.items : all.items,
});

export const wantsPlugin = ({ plugins, exclude_plugins }: Rules, name: string): boolean =>
  passes(plugins, exclude_plugins, name);

export function selectPoints(points: readonly Point[], rules: Rules): readonly Point[] {
  const hasFields = rules.fields.length + rules.exclude_fields.length > 0;
  return points.flatMap((point) => {
    if (!wantsPlugin(rules, point.plugin)) return [];
    if (point.key !== null && rules.items.length > 0 && !matches(rules.items, point.item ?? '')) return [];
    if (!hasFields) return [point];
    const fields = point.fields.filter(([field]) => wantsField(rules, point, field));
    return fields.length === 0 ? [] : [{ ...point, fields }];
  });
}

/** By `network.eth0.bytes_sent`; exclusions also by `eth0.bytes_sent` and `bytes_sent`, like other exporters. */
function wantsField({ fields, exclude_fields }: Rules, { plugin, key, item }: Point, field: string): boolean {
  const flat = key === null ? field : `${item}.${field}`;
  const full = `${plugin}.${flat}`;
  if (fields.length > 0 && !matches(fields, full)) return false;
  return ![full, flat, field].some((name) => matches(exclude_fields, name));
}

/** Metrics by prefix of their names. */
export const selectFamilies = (families: readonly Family[], rules: Rules): readonly Family[] =>
  families.filter(({ name }) => {
    const [, plugin = ''] = /^gander_([a-z\d]+)/.exec(name) ?? [];
    return (
      wantsPlugin(rules, plugin) &&
      (rules.fields.length === 0 || matches(rules.fields, name)) &&
      !matches(rules.exclude_fields, name)
    );
  });
