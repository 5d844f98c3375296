/** Why a machine was slow: the answer of `/api/explain`. Times are milliseconds since the epoch. */

export const CAUSES = [
  'cpu',
  'cpu-kernel',
  'steal',
  'throttled',
  'memory',
  'oom',
  'leak',
  'disk',
  'disk-slow',
  'disk-full',
  'network',
  'processes',
  'hung-mount',
  'thermal',
  'restarts',
  'pause',
  'none',
] as const;
export type Cause = (typeof CAUSES)[number];

export const SYMPTOM_KINDS = ['cpu', 'memory', 'io', 'steal', 'load', 'disk', 'network'] as const;
export type SymptomKind = (typeof SYMPTOM_KINDS)[number];

export const WHO_METRICS = ['cpu', 'memory', 'io', 'faults', 'swap'] as const;
export type WhoMetric = (typeof WHO_METRICS)[number];

export const HAPPENED_KINDS = ['unit', 'container', 'oom', 'reboot', 'event', 'note', 'mark', 'log'] as const;
export type HappenedKind = (typeof HAPPENED_KINDS)[number];

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The range of nine of ten usual values; null: no history to compare with. */
export type Usual = readonly [low: number, high: number] | null;

export interface Evidence {
  readonly series: string;
  readonly then: number;
  readonly usual: Usual;
  /** As declared by the plugin. */
  readonly unit: string | null;
  readonly text: string;
}

export interface Verdict {
  readonly cause: Cause;
  /** Name of the rule; null: no rule holds. */
  readonly rule: string | null;
  readonly sentence: string;
  readonly evidence: readonly Evidence[];
  /** When it held; null: no rule holds. */
  readonly span: TimeSpan | null;
}

export interface Baseline {
  readonly kind: 'before' | 'same-time';
  /** Of the time before the window. */
  readonly from?: number;
  readonly to?: number;
  /** Days with and without values at the same local time. */
  readonly days?: number;
  readonly missing?: number;
}

export interface Symptom extends TimeSpan {
  readonly kind: SymptomKind;
  readonly series: string;
  /** Share of time in which work waited; null: the series does not measure time. */
  readonly lost_percent: number | null;
}

export interface Changed {
  readonly series: string;
  readonly then: number;
  readonly usual: Usual;
  readonly unit: string | null;
  readonly score: number;
  readonly began: number;
  readonly direction: 'up' | 'down';
  /** Days on which it was different at the same local time: `7 of 7 days`; null: no such day is recorded. */
  readonly unusual_for: string | null;
  readonly text: string;
}

export interface Who {
  readonly program: string;
  readonly unit: string | null;
  readonly container: string | null;
  readonly metric: WhoMetric;
  readonly then: number;
  /** Null: no programs of an earlier time are recorded. */
  readonly usual: number | null;
  readonly began: number;
  /** The correlated symptom; null: none. */
  readonly moves_with: string | null;
  readonly text: string;
}

export interface Happened {
  readonly time: number;
  readonly kind: HappenedKind;
  readonly text: string;
}

/** Part of a sentence about another agent. */
export const NO_ROUTE = 'it has no /api/explain, as agents of Gander have';

export interface Explanation {
  readonly window: TimeSpan;
  readonly baselines: readonly Baseline[];
  readonly verdict: Verdict;
  /** Further, weaker causes, strongest first. */
  readonly others: readonly Verdict[];
  readonly symptoms: readonly Symptom[];
  readonly changed: readonly Changed[];
  readonly who: readonly Who[];
  readonly happened: readonly Happened[];
  /** Missing measurements and records, one sentence each. */
  readonly missing: readonly string[];
}

/** The value in the window beside what is usual. */
export const comparison = <U>(then: number, usual: U): { then: number; usual: U } =>
  // oxlint-disable-next-line unicorn/no-thenable -- The published name; nobody awaits it.
  ({ then, usual });
