/** The samples of a collector. Between scrapes usually only values change, so everything else is cached. */
import { escapeHelp, labelValue } from '../metrics/escape.ts';
import { type Family, type LabelPair, type LabelSet, labelSet } from '../metrics/family.ts';
import { numberText } from '../metrics/text.ts';
import type { Put } from './collector.ts';

/** Collects samples over scrapes. Families are in order of their first samples; returning them ends a scrape. */
export interface Sheet {
  put: Put;
  /** In text format 0.0.4. */
  takeText(): string;
  /** @param time time of the values, milliseconds since the epoch */
  takeFamilies(time: number): Family[];
}

interface Series {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly LabelPair[];
  /** The same labels with valid texts. */
  readonly set: LabelSet;
  /** Name and labels as text, with the blank after them. */
  readonly head: string;
  readonly group: FamilySeries;
  value: number;
}

/** The series of a family. */
interface FamilySeries {
  readonly name: string;
  readonly help: string;
  readonly head: string;
  readonly series: Series[];
  /** True if a value has changed since the text was written. */
  isChanged: boolean;
  /** Kept while values stand still. */
  text: string | null;
}

export function createSheet(isUntyped = false): Sheet {
  /** In order of addition. */
  let all: Series[] = [];
  let groups = new Map<string, FamilySeries>();
  /** Samples added in this scrape. */
  let count = 0;

  const add = (name: string, help: string, value: number, labels: readonly LabelPair[]): void => {
    let group = groups.get(name);
    if (group === undefined) groups.set(name, (group = newGroup(name, help, isUntyped)));
    const set = labelSet(labels.map(([label, text]) => [label, labelValue(text)]));
    const head = set.text === '' ? `${name} ` : `${name}{${set.text}} `;
    const series = { name, help, labels, set, head, group, value };
    group.series.push(series);
    group.isChanged = true;
    all.push(series);
  };

  /** Only the first samples match the previous scrape. */
  const forgetOthers = (): void => {
    const same = all.slice(0, count);
    all = [];
    groups = new Map();
    for (const { name, help, value, labels } of same) add(name, help, value, labels);
  };

  const end = (): Iterable<FamilySeries> => {
    if (count < all.length) forgetOthers();
    count = 0;
    return groups.values();
  };

  return {
    put(name, help, value, ...labels) {
      if (value === null) return;
      const before = all[count];
      if (before !== undefined && before.name === name && isSame(before.labels, labels)) {
        if (!Object.is(before.value, value)) {
          before.value = value;
          before.group.isChanged = true;
        }
      } else {
        if (before !== undefined) forgetOthers();
        add(name, help, value, labels);
      }
      count += 1;
    },
    takeText() {
      let text = '';
      for (const group of end()) text += textOf(group);
      return text;
    },
    takeFamilies: (time) => Array.from(end(), (group) => familyOf(group, isUntyped, time)),
  };
}

function newGroup(name: string, help: string, isUntyped: boolean): FamilySeries {
  const type = isUntyped ? 'untyped' : isCounter(name) ? 'counter' : 'gauge';
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
  return { name, help, head, series: [], isChanged: true, text: null };
}

const TOTAL = '_total';
const isCounter = (name: string): boolean => name.endsWith(TOTAL);

/** Flattened: a concatenated text stays a tree of parts, which each scrape would walk. */
const flat = (text: string): string => Buffer.from(text).toString();

function textOf(group: FamilySeries): string {
  if (group.text !== null && !group.isChanged) return group.text;
  let text = group.head;
  for (const { head, value } of group.series) text += `${head}${numberText(value)}\n`;
  // Text of changing values would be outdated by the next scrape.
  group.text = group.isChanged ? null : flat(text);
  group.isChanged = false;
  return text;
}

function familyOf({ name, help, series }: FamilySeries, isUntyped: boolean, time: number): Family {
  const samples = series.map(({ set, value }) => ({ labels: set, value }));
  if (isUntyped) return { name, type: 'unknown', unit: null, help, samples, time };
  return isCounter(name)
    ? { name: name.slice(0, -TOTAL.length), type: 'counter', unit: null, help, samples, time }
    : { name, type: 'gauge', unit: null, help, samples, time };
}

function isSame(some: readonly LabelPair[], others: readonly LabelPair[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) {
    const [one, other] = [some[at]!, others[at]!];
    if (one[1] !== other[1] || one[0] !== other[0]) return false;
  }
  return true;
}
