/** From our metrics to those of OpenTelemetry, before they become bytes or JSON. */
import type { Family } from '../../metrics/family.ts';
import { MAPPINGS, type Mapping, ownMapping } from './names.ts';

export type Attributes = readonly (readonly [key: string, value: string])[];

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

/** When each counter was first seen or last began anew. */
export type Starts = Map<string, { start: number; value: number }>;

/** Texts; and of histograms those that measure this program alone. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set(['info', 'stateset', 'histogram']);

/** @param boot milliseconds since the epoch at which the kernel's counters began */
export function otlpMetrics(
  families: readonly Family[],
  time: number,
  { boot, starts }: { boot: number; starts: Starts },
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
    for (const { labels, value } of family.samples) {
      const start =
        kind === 'sum' ? startOf(`${family.name}{${labels.text}}`, value, { boot, starts, time }) : boot;
      metric.points.push({ attributes: attributesOf(mapping, labels.pairs), start, time, value });
    }
  }
  return [...metrics.values()];
}

function kindOf({ type }: Family, { isUpDown }: Mapping): OtlpMetric['kind'] {
  if (type === 'counter') return 'sum';
  return isUpDown ? 'updown' : 'gauge';
}

/** One that is there from the start counts from boot; one that came later from then; one that fell from its fall. */
function startOf(
  series: string,
  value: number,
  { boot, starts, time }: { boot: number; starts: Starts; time: number },
): number {
  const known = starts.get(series);
  const isFirst = known === undefined;
  const start = isFirst ? boot : value < known.value ? time : known.start;
  starts.set(series, { start, value });
  return start;
}

const attributesOf = (
  { fixed = {}, labels = {} }: Mapping,
  pairs: readonly (readonly [string, string])[],
): Attributes => [
  ...Object.entries(fixed),
  ...pairs.map(([name, value]) => [labels[name] ?? name, value] as const),
];
