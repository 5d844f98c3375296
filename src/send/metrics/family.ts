/** Metrics in a neutral form, from which every format is written. */
import { labelText } from './escape.ts';

export type MetricType = 'counter' | 'gauge' | 'info' | 'stateset' | 'histogram' | 'unknown';

/** The common part of all samples of a family. */
export interface Descriptor {
  /** Without `_total` and `_info`. */
  readonly name: string;
  readonly type: MetricType;
  /** Base unit, when the name ends in it. */
  readonly unit: string | null;
  readonly help: string;
}

/** Labels of a sample. The same set is the same object from one collection to the next, so that encoders can keep their form of it. */
export interface LabelSet {
  readonly pairs: readonly LabelPair[];
  /** `a="b",c="d"` */
  readonly text: string;
}

export type LabelPair = readonly [name: string, value: string];

export interface Sample {
  readonly labels: LabelSet;
  readonly value: number;
  /** Of a histogram: which of its series this is. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Family extends Descriptor {
  readonly samples: readonly Sample[];
  /** When the values were read, milliseconds since the epoch. */
  readonly time: number;
}

/** The name that samples of the family have, but for their suffix. */
export function sampleName({ name, type }: Pick<Descriptor, 'name' | 'type'>): string {
  if (type === 'counter') return `${name}_total`;
  return type === 'info' ? `${name}_info` : name;
}

export const labelSet = (pairs: readonly LabelPair[]): LabelSet => ({ pairs, text: labelText(pairs) });
