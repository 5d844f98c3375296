/** From our metrics to those of OpenTelemetry, before they become bytes or JSON. */
import type { Family } from '../../metrics/family.ts';
import { MAPPINGS, type Mapping, ownMapping } from './names.ts';
import type { Starts } from './starts.ts';

/** Numbers are whole, and not negative. */
export type AttributeValue = string | number | readonly string[];
export type Attributes = readonly (readonly [key: string, value: AttributeValue])[];

export interface DataPoint {
  readonly attributes: Attributes;
  /** Milliseconds since the epoch; when counting began. */
  readonly start: number;
  readonly time: number;
  readonly value: number;
}

export interface OtlpMetric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** `sum`: cumulative and growing; `updown`: cumulative, goes down too. */
  readonly kind: 'gauge' | 'sum' | 'updown';
  readonly points: DataPoint[];
}

/** Texts; and of histograms those that measure this program alone. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set(['info', 'stateset', 'histogram']);

export interface Counting {
  readonly starts: Starts;
  /** Tells the series of one subject from those of others. */
  readonly key: string;
  /** Milliseconds since the epoch at which counters began that are there from the first cycle on. */
  readonly first: number;
  /** Counters that come later began then too. */
  readonly isExact?: boolean;
  /** The same of counters that begin with the agent. */
  readonly agent?: number;
}

/** Counters that begin with the agent, in place of the host. */
const OWN = /^(?:gander_(?:archive|exporter|program)|nodejs|process)_/;

export function otlpMetrics(
  families: readonly Family[],
  time: number,
  { starts, key, first: given, isExact = false, agent = given }: Counting,
): OtlpMetric[] {
  const metrics = new Map<string, OtlpMetric>();
  for (const family of families) {
    if (WITHOUT_NUMBERS.has(family.type)) continue;
    const mapping = MAPPINGS.get(family.name) ?? ownMapping(family.name, family.unit);
    const kind = kindOf(family, mapping);
    const metric = metrics.get(mapping.name) ?? {
      name: mapping.name,
      description: family.help,
      unit: mapping.unit,
      kind,
      points: [],
    };
    metrics.set(mapping.name, metric);
    const first = OWN.test(family.name) ? agent : given;
    const isGrowing = kind === 'sum';
    for (const { labels, value } of family.samples) {
      const counter = { family: family.name, series: `${key} ${labels.text}`, first, isExact };
      const start =
        kind === 'gauge' ? first : starts.startOf({ ...counter, value: isGrowing ? value : null });
      metric.points.push({ attributes: attributesOf(mapping, labels.pairs), start, time, value });
    }
  }
  return [...metrics.values()];
}

function kindOf({ type }: Family, { isUpDown, isSum }: Mapping): OtlpMetric['kind'] {
  if (type === 'counter' || isSum) return 'sum';
  return isUpDown ? 'updown' : 'gauge';
}

const attributesOf = (
  { fixed = {}, labels = {} }: Mapping,
  pairs: readonly (readonly [string, string])[],
): Attributes => [
  ...Object.entries(fixed),
  ...pairs.map(([label, value]) => {
    const name = labels[label] ?? label;
    return [name, WHOLE.has(name) && /^\d+$/.test(value) ? Number(value) : value] as const;
  }),
];

/** Attributes that the conventions define as integers. */
const WHOLE: ReadonlySet<string> = new Set(['cpu.logical_number']);
