/** Metrics of plugins whose items name their own: the names of the source, unchanged, with the plugin as the label `source`. */
import type { Served, ServedMember } from '../../core/served.ts';
import { labelValue } from './escape.ts';
import { type Family, type LabelPair, labelSet, type MetricType, type Sample } from './family.ts';

const textOf = (value: ServedMember): string => (typeof value === 'string' ? value : '');

/** An item with the name of its plugin. */
export interface NamedItem {
  readonly plugin: string;
  readonly item: Served;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** Sources may give the same metric: it is one family. */
export function familiesByItem(items: readonly NamedItem[]): Family[] {
  const families = new Map<string, Family & { samples: Sample[] }>();
  const seen = new Set<string>();
  for (const { plugin, item, time } of items) {
    const total = item['total'];
    const value = total ?? item['value'];
    const metric = textOf(item['metric']);
    if (typeof value !== 'number' || metric === '') continue;
    const isCounter = total !== undefined;
    // Counters are named without it; other names stay as they are, and so have no type.
    const name = isCounter ? metric.replace(/_total$/, '') : metric;
    const type: MetricType = !isCounter ? 'gauge' : name === metric ? 'unknown' : 'counter';
    const family = families.get(name + type) ?? {
      name,
      type,
      unit: null,
      help: textOf(item['help']) || textOf(item['title']) || `Of [metric_${plugin}].`,
      time,
      samples: [],
    };
    const labels = labelSet(pairsOf(plugin, item));
    const series = `${name}{${labels.text}}`;
    // Two sources may use the label "source" themselves.
    if (seen.has(series)) continue;
    seen.add(series);
    families.set(name + type, family);
    family.samples.push({ labels, value });
  }
  return [...families.values()];
}

function pairsOf(plugin: string, { labels }: Served): LabelPair[] {
  const own = Object.entries((labels ?? {}) as Record<string, string>);
  const pairs = own.map(([name, value]): LabelPair => [name, labelValue(value)]);
  return own.some(([name]) => name === 'source') ? pairs : [...pairs, ['source', plugin]];
}
