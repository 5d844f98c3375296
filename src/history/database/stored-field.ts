/** Plugin fields as stored in a database. */
import type { Unit } from '../../core/unit.ts';
import type { QueryScope } from './promql.ts';

export type Labels = Readonly<Record<string, string>>;

/** Identifies the item of a row. */
export interface StoredItem {
  /** Its identity; null: none. */
  of(labels: Labels): string | null;
  /** Matchers for rows of the item; undefined if labels do not identify it individually. */
  matchers(identity: string): readonly string[];
}

/** A served number. Several may map to one field; the first with a value wins. */
export interface StoredField {
  readonly plugin: string;
  /** Name as served and recorded: `total`, `bytes_recv_rate_per_sec`. */
  readonly field: string;
  readonly unit: Unit | null;
  readonly kind: 'gauge' | 'rate';
  /** True if it has history in the API. */
  readonly isRecorded: boolean;
  /** True if it is served as a boolean. */
  readonly isFlag: boolean;
  /** Null: the plugin serves one object. */
  readonly item: StoredItem | null;
  /** A metric that exists along with the field, and its labels. */
  readonly probe: { readonly metric: string; readonly labels: Labels };
  /** Values of all hosts and items in scope. */
  expression(scope: QueryScope): string;
  /** True if the expression is a plain selector, which can have a range. */
  readonly isPlain: boolean;
  /** Converts stored to served values. */
  readonly factor: number;
}

/** Returns the field with the rate of a counter. */
export const rateField = (counter: string): string => `${counter}_rate_per_sec`;

/** Served texts from the labels of a metric. */
export interface StoredText {
  readonly plugin: string;
  expression(scope: QueryScope): string;
  /** By field; an empty name for plugins that serve one text. */
  texts(labels: Labels, value: number): Readonly<Record<string, string>>;
}

/** The metrics of one kind of agent. */
export interface StoredProfile {
  /** A metric that every host has exactly once. */
  readonly presence: string;
  readonly fields: readonly StoredField[];
  readonly texts: readonly StoredText[];
}
