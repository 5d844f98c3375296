/** How fields appear among metrics, where the rules that derive it from kind and unit get it wrong. */
import type { Served, ServedMember } from './served.ts';
import type { Unit } from './unit.ts';

/** One metric of a field; what is left out follows from the field. */
export interface MetricOptions {
  /** Words in place of those of the field; empty: the metric is called after its plugin alone. */
  readonly name?: string;
  /** Words in place of the name of the plugin too. */
  readonly noun?: string;
  /** A description in place of that of the field. */
  readonly help?: string;
  /** The true unit of the value. */
  readonly unit?: Unit | null;
  /** Factor from the value to that unit. */
  readonly factor?: number;
  /** Takes the value from the served item (or object); null: there is none. */
  readonly value?: (served: Served) => number | null;
  /** `value` gives something else than the number of the field, which cannot be read back from it. */
  readonly isComputed?: true;
  /** Makes several fields one family, told apart by this label and value. */
  readonly series?: readonly [label: string, value: string];
}

/**
 * - options: one metric, or several
 * - `skip`: none; another metric has it
 * - `label`: the text is a label of every metric of the plugin
 * - `info`: the text is a label of `gander_<plugin>_info`
 * - `words`: a metric per word, 1 for the current one
 */
export type Metric =
  | MetricOptions
  | readonly MetricOptions[]
  | 'skip'
  | { readonly label: string }
  | { readonly info: string }
  | { readonly words: readonly string[] };

/** Returns the number that a served value stands for; null for any other value. */
export function metricNumber(value: ServedMember): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return null;
  return Number(value);
}
