/** Converts our metrics to OpenTelemetry's, before encoding. */
import type { Family } from '../../metrics/family.ts';
import { MAPPINGS, type Mapping, ownMapping } from './names.ts';
import type { Starts } from './starts.ts';

/** Numbers are non-negative integers. */
export type AttributeValue = string | number | readonly string[];
export type Attributes = readonly (readonly [key: string, value: AttributeValue])[];

export interface DataPoint {
  readonly attributes: Attributes;
  /** Start of counting, milliseconds since the epoch. */
  readonly start: number;
  readonly time: number;
  readonly value: number;
}

export interface OtlpMetric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** `sum`: cumulative and monotonic; `updown`: cumulative, may fall. */
  readonly kind: 'gauge' | 'sum' | 'updown';
  readonly points: DataPoint[];
}

/** Texts, and histograms about this program. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set(['info', 'stateset', 'histogram']);

interface Counting {
  readonly starts: Starts;
  /** Distinguishes the series of one resource from those of others. */
  readonly key: string;
  /** Start of the counters of the first cycle, milliseconds since the epoch. */
  readonly first: number;
  /** Later counters started then too. */
  readonly isExact?: boolean;
  /** Start of the counters that start with the agent. */
  readonly agent?: number;
}

/** Counters that start with the agent, not with the host. */
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
  { fixed = {}, labels = {}, words = {} }: Mapping,
  pairs: readonly (readonly [string, string])[],
): Attributes => [
  ...Object.entries(fixed),
  ...pairs.map(([label, value]) => {
    const name = labels[label] ?? label;
    const word = words[value] ?? value;
    return [name, WHOLE.has(name) && /^\d+$/.test(word) ? Number(word) : word] as const;
  }),
];

/** Attributes that the conventions define as integers. */
const WHOLE: ReadonlySet<string> = new Set(['cpu.logical_number']);
