/** Readings of the kernel under the names that node_exporter gives them. */
import type { Host } from '../core/host.ts';
import { labelValue } from '../metrics/escape.ts';
import { type Family, type LabelPair, labelSet, type MetricType } from '../metrics/family.ts';
import type { Kept } from './kept.ts';

/** Adds a sample; null: there is none. A name that ends in `_total` is that of a counter. */
export type Put = (name: string, help: string, value: number | null, ...labels: LabelPair[]) => void;

/** One of node_exporter's collectors; throws where the host has nothing of the kind. */
export interface Collector {
  /** As node_exporter calls it. */
  readonly name: string;
  /** Costly: only where the configuration names it. */
  readonly isOptional?: true;
  /** Its metrics are counters and gauges alike, without a type. */
  readonly isUntyped?: true;
  collect(host: Host, put: Put, kept: Kept): void | Promise<void>;
}

export interface FamilySink {
  put: Put;
  /** Families in the order of their first samples. */
  families(): Family[];
}

export function createFamilySink(time: number, isUntyped = false): FamilySink {
  const found = new Map<string, { family: Family; samples: Family['samples'][number][] }>();
  return {
    put(name, help, value, ...labels) {
      if (value === null) return;
      let entry = found.get(name);
      if (entry === undefined) {
        const samples: Family['samples'][number][] = [];
        entry = { samples, family: { ...descriptorOf(name, isUntyped), unit: null, help, samples, time } };
        found.set(name, entry);
      }
      entry.samples.push({
        labels: labelSet(labels.map(([label, text]) => [label, labelValue(text)])),
        value,
      });
    },
    families: () => [...found.values()].map(({ family }) => family),
  };
}

function descriptorOf(name: string, isUntyped: boolean): { name: string; type: MetricType } {
  if (isUntyped) return { name, type: 'unknown' };
  return name.endsWith('_total')
    ? { name: name.slice(0, -'_total'.length), type: 'counter' }
    : { name, type: 'gauge' };
}
