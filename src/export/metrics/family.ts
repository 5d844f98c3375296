/** Metrics independent of their text format. */
import { labelText } from './escape.ts';

export type MetricType = 'counter' | 'gauge' | 'info' | 'stateset' | 'histogram' | 'unknown';

/** The common part of all samples of a family. */
export interface Descriptor {
  /** Without `_total` and `_info`. */
  readonly name: string;
  readonly type: MetricType;
  /** Base unit, if the name ends in it. */
  readonly unit: string | null;
  readonly help: string;
}

/** Labels of a sample. Equal sets are one object across collections, so that encoders can cache their text. */
export interface LabelSet {
  readonly pairs: readonly LabelPair[];
  /** `a="b",c="d"` */
  readonly text: string;
}

export type LabelPair = readonly [name: string, value: string];

export interface Sample {
  readonly labels: LabelSet;
  readonly value: number;
  /** Series within a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Family extends Descriptor {
  readonly samples: readonly Sample[];
  /** Time of the values, milliseconds since the epoch. */
  readonly time: number;
}

/** Name of the family's samples without their suffix. */
export function sampleName({ name, type }: Pick<Descriptor, 'name' | 'type'>): string {
  if (type === 'counter') return `${name}_total`;
  return type === 'info' ? `${name}_info` : name;
}

export const labelSet = (pairs: readonly LabelPair[]): LabelSet => ({ pairs, text: labelText(pairs) });
