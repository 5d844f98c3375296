/** Common to the formats of sources: samples, and refused lines with their reasons. */
import { singleLine } from '../../net/deliver/plain-text.ts';
import { unitNamed } from './units.ts';
import type { Unit } from '../../core/unit.ts';
import { LONGEST_LABEL_VALUE, LONGEST_NAME, LONGEST_TEXT, MOST_LABELS, MOST_REFUSED } from './bounds.ts';

export type Label = readonly [name: string, value: string];

/** Words and thresholds of a metric, from its source. */
export interface About {
  kind?: 'gauge' | 'counter';
  help?: string;
  title?: string;
  unit?: Unit | null;
  warning?: number;
  critical?: number;
  /** Seconds for which a level lasts before it is notified. */
  for?: number;
  /** Lower values are worse. */
  below?: boolean;
}

export type State = 'OK' | 'WARNING' | 'CRITICAL' | 'UNKNOWN';

export interface Sample {
  readonly name: string;
  /** Sorted by name. */
  readonly labels: readonly Label[];
  /** NaN: the source has no number now. */
  readonly value: number;
  readonly about: About;
  /** Level that the source states. */
  readonly state?: State;
  /** Its own words, for a state. */
  readonly message?: string;
}

export interface Refusal {
  /** Where it stands: `line 3`. */
  readonly place: string;
  /** A clause: `+Inf is no number`. */
  readonly reason: string;
}

/** One reading of a source. */
export interface Reading {
  readonly samples: Sample[];
  readonly refused: Refusal[];
  /** Including those whose reasons were not kept. */
  refusals: number;
}

export const newReading = (): Reading => ({ samples: [], refused: [], refusals: 0 });

export function refuse(reading: Reading, place: string, reason: string): void {
  reading.refusals += 1;
  if (reading.refused.length < MOST_REFUSED) reading.refused.push({ place: plainWords(place), reason });
}

/** Why one line, one value or one label is not accepted. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const NAME = /^[A-Za-z_:][\w:]*$/;
const LABEL = /^[A-Za-z_]\w*$/;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Metrics of Gander begin so. */
export const isOfGander = (name: string): boolean => /^(?:gander|nodejs|process)_/i.test(name);

/** Throws {@link Refused}. */
export function checkedName(name: string): string {
  if (name.length > LONGEST_NAME) throw new Refused(`its name has more than ${LONGEST_NAME} characters`);
  if (!NAME.test(name)) throw new Refused('a name has letters, digits, _ and :, and begins with no digit');
  if (name.startsWith('__')) throw new Refused('names that begin with __ are reserved');
  if (isOfGander(name))
    throw new Refused('names that begin with gander_, nodejs_ and process_ are those of Gander');
  return name;
}

/** Converts a name of another format, whose other characters become `_`. */
export const madeName = (name: string): string =>
  checkedName(name.replaceAll(/[^\w:]+/g, '_').replace(/^(?=\d)/, '_'));

/** Converts the name of a label likewise. */
export const madeLabel = (name: string): string => name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');

/** Sorted labels without empty ones. Throws {@link Refused}. */
export function checkedLabels(labels: readonly Label[]): readonly Label[] {
  if (labels.length === 0) return labels;
  if (labels.length > MOST_LABELS) throw new Refused(`it has more than ${MOST_LABELS} labels`);
  const names = new Set<string>();
  for (const [name, value] of labels) {
    if (name.length > LONGEST_NAME || !LABEL.test(name))
      throw new Refused('a name of a label has letters, digits and _, and begins with no digit');
    if (name.startsWith('__')) throw new Refused('labels that begin with __ are reserved');
    if (names.has(name)) throw new Refused(`it has the label ${name} twice`);
    names.add(name);
    if (value.length > LONGEST_LABEL_VALUE)
      throw new Refused(`the value of its label ${name} has more than ${LONGEST_LABEL_VALUE} characters`);
    if (CONTROL.test(value)) throw new Refused(`the value of its label ${name} has a control character`);
  }
  return labels.filter(([, value]) => value !== '').sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Throws {@link Refused} for infinities; NaN is no value now. */
export function checkedValue(value: number): number {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new Refused('infinity is no measurement');
  return value;
}

/** On one line, without control characters, shortened. */
export const plainWords = (text: string): string => singleLine(text, LONGEST_TEXT);

/** Returns the unit of a metric: the stated one, or by the suffix of its name. */
export const unitOf = (name: string, { unit }: About): Unit | null =>
  unit === undefined ? (unitNamed(/(?:^|_)([a-z]+?)(?:_total)?$/.exec(name)?.[1] ?? '') ?? null) : unit;
