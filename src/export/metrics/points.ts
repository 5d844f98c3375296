/** Snapshots as flat points, for exporters with named fields. */
import { isObject } from '../../core/members.ts';
import { exportView } from '../../core/export-view.ts';
import type { Limits, PluginValue, Served, Scalar } from '../../core/served.ts';
import type { MetricOptions } from '../../core/metric.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';

/** A single object, or one item of a list. */
export interface Point {
  readonly plugin: string;
  /** Name of the identifying field; null: a single object. */
  readonly key: string | null;
  /** Its identity. */
  readonly item: string | null;
  readonly fields: readonly (readonly [name: string, value: Scalar])[];
}

/** Not exported: they repeat others, or are not about the host. */
const LEFT_OUT = new Set(['alert', 'help', 'quicklook', 'version', 'psutilversion', 'libversion']);
/** Processes are exported only if a filter selects them. */
const PROCESSES = new Set(['processlist', 'programlist']);

export const isExported = ({ name }: Plugin): boolean => !LEFT_OUT.has(name);
export const isProcesses = (plugin: string): boolean => PROCESSES.has(plugin);

/** @param limits thresholds to include; null: none */
export function pointsOf(plugin: Plugin, value: PluginValue, limits: Limits | null): Point[] {
  const shown = exportView(plugin.name, value);
  const more = limits === null ? [] : limitFields(limits);
  if (!Array.isArray(shown)) {
    const fields = isObject(shown) ? flat(plugin.name, shown) : [];
    return fields.length === 0
      ? []
      : [{ plugin: plugin.name, key: null, item: null, fields: [...fields, ...more] }];
  }
  const key = plugin.shape === 'list' ? plugin.key : null;
  const computed = computedOf(plugin);
  return (shown as Served[]).map((item, index) => ({
    plugin: plugin.name,
    key,
    item: key === null ? String(index) : String(item[key]),
    fields: [
      ...flat(plugin.name, item),
      ...computed.map(({ name = '', value }): [string, Scalar] => [name, value?.(item) ?? null]),
      ...more,
    ],
  }));
}

/** Numbers for fields that are not plain, such as the state of a port. */
const computedOf = (plugin: Plugin): MetricOptions[] =>
  Object.values(fieldsOf(plugin))
    .flatMap(({ options: { metric } }) => (Array.isArray(metric) ? (metric as MetricOptions[]) : []))
    .filter(({ isComputed }) => isComputed === true);

/** For exporters of numbers only; null: not a number. */
export function exportedNumber({ plugin }: Point, field: string, value: Scalar): number | null {
  // No reply is not a time of zero; `up` shows it.
  if (plugin === 'ports' && field === 'status' && value === false) return null;
  const number = typeof value === 'boolean' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Flattens nested members into field names and lists into text, as in other exporters. */
function flat(plugin: string, item: Served, prefix = ''): [string, Scalar][] {
  const fields: [string, Scalar][] = [];
  for (const [member, value] of Object.entries(item)) {
    const name = prefix + (plugin === 'connections' ? member.toLowerCase() : member);
    if (Array.isArray(value)) fields.push([name, value.map(String).join(' ')]);
    else if (isObject(value)) fields.push(...flat(plugin, value, name));
    else fields.push([name, value as Scalar]);
  }
  return fields;
}

const limitFields = (limits: Limits): [string, Scalar][] =>
  Object.entries(limits).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : (value as Scalar),
  ]);
