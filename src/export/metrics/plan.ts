/** Derives the metrics of a plugin from its declaration, once per plugin. */
import type { Field, Fields } from '../../core/fields.ts';
import type { Served, ServedMember } from '../../core/served.ts';
import { type Metric, metricNumber, type MetricOptions } from '../../core/metric.ts';
import { fieldsOf, othersOf, type Plugin } from '../../core/plugin.ts';
import type { Descriptor } from './family.ts';
import { metricName, plainWords, unitRule } from './name.ts';

/** One metric of an item. */
export interface Reader {
  readonly descriptor: Descriptor;
  /** Null: the item has no value now. */
  read(item: Served): number | null;
  /** A label of only this metric. */
  readonly extra: readonly [name: string, value: string] | null;
  /** Its field and the factor from field to metric; null: not a plain field. */
  readonly source: { readonly name: string; readonly field: Field; readonly factor: number } | null;
}

/** A label and the member with its value. */
export interface LabelSource {
  readonly name: string;
  readonly member: string;
}

export interface Plan {
  readonly plugin: Plugin;
  readonly labels: readonly LabelSource[];
  readonly info: { readonly descriptor: Descriptor; readonly labels: readonly LabelSource[] } | null;
  readonly readers: readonly Reader[];
  /** For objects with unknown members, whose names become a label. */
  readonly nested: { readonly label: string; readonly readers: readonly Reader[] } | null;
}

/** Null if the plugin has no metrics. */
export function planOf(plugin: Plugin): Plan | null {
  if (plugin.metrics !== undefined || plugin.shape === 'scalar') return null;
  const fields = Object.entries(fieldsOf(plugin));
  const others = othersOf(plugin);
  const readers = fields.flatMap(([name, field]) => readersOf(plugin.name, [name], field));
  const info = labelSources(fields, 'info');
  return {
    plugin,
    labels: identityOf(plugin, fields),
    info: info.length === 0 ? null : { descriptor: infoOf(plugin), labels: info },
    readers,
    nested: others === undefined ? null : nestedOf(plugin, others),
  };
}

/** Items without a declared label are distinguished by their key. */
function identityOf(plugin: Plugin, fields: readonly [string, Field][]): LabelSource[] {
  const declared = labelSources(fields, 'label');
  const key = plugin.shape === 'list' ? plugin.key : null;
  return declared.length > 0 || key === null ? declared : [{ name: plainWords(key), member: key }];
}

function nestedOf({ name, shape }: Plugin, { members = {} }: Field): Plan['nested'] {
  const readers = Object.entries(members).flatMap(([member, field]) => readersOf(name, [member], field));
  return readers.length === 0 ? null : { label: shape === 'list' ? 'attribute' : 'name', readers };
}

const infoOf = ({ name, description }: Plugin): Descriptor => ({
  name: `gander_${plainWords(name)}`,
  type: 'info',
  unit: null,
  help: description,
});

function labelSources(fields: readonly [string, Field][], kind: 'label' | 'info'): LabelSource[] {
  return fields.flatMap(([member, { options }]) => {
    const name = labelName(options.metric, kind);
    return name === null ? [] : [{ name, member }];
  });
}

function labelName(metric: Metric | undefined, kind: 'label' | 'info'): string | null {
  if (typeof metric !== 'object' || !(kind in metric)) return null;
  return (metric as Record<typeof kind, string>)[kind];
}

/** @param path field name with its parents' names */
function readersOf(plugin: string, path: readonly string[], field: Field): Reader[] {
  const { metric } = field.options;
  if (metric === 'skip') return [];
  if (typeof metric === 'object' && 'words' in metric)
    return metric.words.map((word) => wordReader(plugin, path, field, word));
  if (typeof metric === 'object' && ('label' in metric || 'info' in metric)) return [];
  if (metric !== undefined)
    return [metric].flat().map((options) => numberReader(plugin, path, field, options as MetricOptions));
  if (field.kind === 'object') return memberReaders(plugin, path, field.members);
  const isNumber = ['gauge', 'counter', 'constant', 'cumulative', 'derived', 'flag'].includes(field.kind);
  return isNumber && isMeasured(field) ? [numberReader(plugin, path, field, {})] : [];
}

/** Times since the previous sample and ids are no measurements. */
const isMeasured = ({ kind, unit }: Field): boolean => kind !== 'constant' || unit !== null;

const memberReaders = (plugin: string, path: readonly string[], members: Fields = {}): Reader[] =>
  Object.entries(members).flatMap(([name, field]) => readersOf(plugin, [...path, name], field));

function numberReader(plugin: string, path: readonly string[], field: Field, options: MetricOptions): Reader {
  const unit = options.unit === undefined ? field.unit : options.unit;
  const isCounter = field.kind === 'counter' || field.kind === 'cumulative';
  const { factor, unit: base } = unitRule(unit);
  const name = metricName({
    plugin: options.noun ?? plugin,
    words: options.noun === undefined ? (options.name ?? path.join('_')) : '',
    isGiven: options.noun !== undefined || options.name !== undefined,
    unit,
    isCounter,
  });
  return {
    descriptor: {
      name,
      type: isCounter ? 'counter' : 'gauge',
      unit: base,
      help: options.help ?? field.description,
    },
    read: scaled(options.value ?? accessor(path, field), factor * (options.factor ?? 1)),
    extra: options.series ?? null,
    source:
      path.length === 1 && options.isComputed !== true
        ? { name: path.join(), field, factor: factor * (options.factor ?? 1) }
        : null,
  };
}

function wordReader(plugin: string, path: readonly string[], field: Field, word: string): Reader {
  const name = metricName({ plugin, words: path.join('_'), isGiven: true, unit: null, isCounter: false });
  const member = path.at(-1) ?? '';
  return {
    descriptor: { name, type: 'stateset', unit: null, help: field.description },
    read: (item) => (typeof item[member] === 'string' ? Number(item[member] === word) : null),
    extra: [name, word],
    source: null,
  };
}

/** Exports the kernel's counters, not the increase since the last sample. */
function accessor(path: readonly string[], { kind }: Field): (item: Served) => number | null {
  const [first = '', ...rest] = path;
  const member = kind === 'counter' ? `${first}_gauge` : first;
  if (rest.length === 0) return (item) => numberIn(item[member]);
  return (item) => {
    const inner = rest.reduce<ServedMember>(
      (value, key) => (value as Served | null | undefined)?.[key],
      item[member],
    );
    return numberIn(inner);
  };
}

const numberIn = (value: ServedMember): number | null =>
  typeof value === 'boolean' ? Number(value) : metricNumber(value);

function scaled(read: (item: Served) => number | null, factor: number): Reader['read'] {
  if (factor === 1) return read;
  // Dividing avoids 0.30000000000000004, which multiplying would give.
  const divisor = factor < 1 ? Math.round(1 / factor) : 0;
  return (item) => {
    const value = read(item);
    if (value === null) return null;
    return divisor > 0 && 1 / divisor === factor ? value / divisor : value * factor;
  };
}
