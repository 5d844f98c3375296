/** Fields of plugins as a database holds them. */
import type { Unit } from '../../core/unit.ts';
import type { Scope } from './promql.ts';

export type Labels = Readonly<Record<string, string>>;

/** Which item of a list a row is about. */
export interface StoredItem {
  /** Its identity; null: the row is about none. */
  of(labels: Labels): string | null;
  /** Matchers that only rows of the item meet; none where labels do not say it one by one. */
  matchers(identity: string): readonly string[];
}

/** A number that plugins serve. Several may stand for one field: the first that has a value counts. */
export interface StoredField {
  readonly plugin: string;
  /** As it is served and recorded: `total`, `bytes_recv_rate_per_sec`. */
  readonly field: string;
  readonly unit: Unit | null;
  readonly kind: 'gauge' | 'rate';
  /** It has history in the API. */
  readonly isRecorded: boolean;
  /** It is served as true or false. */
  readonly isFlag: boolean;
  /** Null: the plugin serves one object. */
  readonly item: StoredItem | null;
  /** A metric that is there where the field is, and the labels by which it is known. */
  readonly probe: { readonly metric: string; readonly labels: Labels };
  /** The values of all hosts and items in scope, each at its time. */
  expression(scope: Scope): string;
  /** The expression is the name of a metric and matchers: it has a range. */
  readonly isPlain: boolean;
  /** From the values of the database to those that are served. */
  readonly factor: number;
}

/** The field that stands for a counter of the same plugin. */
export const rateField = (counter: string): string => `${counter}_rate_per_sec`;

/** Texts that plugins serve, from the labels of a metric. */
export interface StoredText {
  readonly plugin: string;
  expression(scope: Scope): string;
  /** By field; the empty name is that of a plugin that serves one text. */
  texts(labels: Labels, value: number): Readonly<Record<string, string>>;
}

/** The metrics that a kind of agent brings into the database. */
export interface StoredProfile {
  /** A metric that every host has, once. */
  readonly presence: string;
  readonly fields: readonly StoredField[];
  readonly texts: readonly StoredText[];
}
