/** The metrics of all plugins, from their latest snapshots. */
import type { Served } from '../core/served.ts';
import type { Plugin } from '../core/plugin.ts';
import { labelValue } from './escape.ts';
import {
  type Descriptor,
  type Family,
  type LabelPair,
  type LabelSet,
  labelSet,
  type Sample,
} from './family.ts';
import { type LabelSource, type Plan, planOf, type Reader } from './plan.ts';

/** The latest value of a plugin. */
export interface Latest {
  readonly value: unknown;
  /** Milliseconds since the epoch; null before the first reading. */
  readonly time: number | null;
}

export interface CollectorSetup {
  plugins: readonly Plugin[];
  /** Null: the plugin is left out, for its values are too old. */
  latest(plugin: string): Latest | null;
  /** Items of a plugin; further ones are left out. */
  maxItems: number;
}

/**
 * Families one by one: one that is written before the next is made need not outlive it, which the collector of garbage rewards.
 * @param dropped is told how many items were left out, by plugin
 */
export type Collector = (dropped?: Map<string, number>) => Generator<Family, void>;

export function createCollector({ plugins, latest, maxItems }: CollectorSetup): Collector {
  const planned = plugins.flatMap((plugin) => {
    const plan = planOf(plugin);
    return plan === null ? [] : [{ plan, labels: createLabelSets() }];
  });
  return function* (dropped) {
    for (const { plan, labels } of planned) {
      const { value, time } = latest(plan.plugin.name) ?? { value: null, time: null };
      if (time === null || value === null) continue;
      const items = (Array.isArray(value) ? value : [value]) as Served[];
      if (items.length > maxItems) dropped?.set(plan.plugin.name, items.length - maxItems);
      yield* familiesOf(plan, items.slice(0, maxItems), time, labels);
      labels.forget();
    }
  };
}

/** Keeps the label sets of the present items, so that the same labels are the same object. */
function createLabelSets() {
  let kept = new Map<string, LabelSet>();
  let used = new Map<string, LabelSet>();
  return {
    of(pairs: readonly LabelPair[]): LabelSet {
      const key = pairs.map(([name, value]) => `${name}\0${value}`).join('\0');
      const found = used.get(key) ?? kept.get(key) ?? labelSet(pairs);
      used.set(key, found);
      return found;
    },
    /** Ends a collection: what it did not use is forgotten. */
    forget(): void {
      kept = used;
      used = new Map();
    },
  };
}

type LabelSets = ReturnType<typeof createLabelSets>;

function familiesOf(plan: Plan, items: readonly Served[], time: number, sets: LabelSets): Family[] {
  const found = new Map<string, { descriptor: Descriptor; samples: Sample[] }>();
  const add = (descriptor: Descriptor, labels: LabelSet, value: number): void => {
    const family = found.get(descriptor.name + descriptor.type) ?? { descriptor, samples: [] };
    found.set(descriptor.name + descriptor.type, family);
    family.samples.push({ labels, value });
  };
  const seen = new Set<string>();
  for (const item of items) {
    const pairs = pairsOf(plan.labels, item);
    const labels = sets.of(pairs);
    // Two items of one identity would be one series with two values, which scrapers refuse.
    if (seen.has(labels.text)) continue;
    seen.add(labels.text);
    addItem(plan.readers, item, { pairs, labels, sets, add });
    if (plan.info !== null) addInfo(plan.info, item, { pairs, sets, add });
    if (plan.nested !== null) addNested(plan.nested, item, { pairs, sets, add });
  }
  return [...found.values()].map(({ descriptor, samples }) => ({ ...descriptor, samples, time }));
}

interface Target {
  pairs: readonly LabelPair[];
  sets: LabelSets;
  add(descriptor: Descriptor, labels: LabelSet, value: number): void;
}

function addItem(
  readers: readonly Reader[],
  item: Served,
  { pairs, labels, sets, add }: Target & { labels: LabelSet },
): void {
  for (const { descriptor, extra, read } of readers) {
    const value = read(item);
    if (value !== null) add(descriptor, extra === null ? labels : sets.of([...pairs, extra]), value);
  }
}

function addInfo(info: NonNullable<Plan['info']>, item: Served, { pairs, sets, add }: Target): void {
  const own = pairsOf(info.labels, item).filter(([, value]) => value !== '');
  if (own.length > 0) add(info.descriptor, sets.of([...pairs, ...own]), 1);
}

function addNested(nested: NonNullable<Plan['nested']>, item: Served, { pairs, sets, add }: Target): void {
  for (const [name, inner] of Object.entries(item)) {
    if (typeof inner !== 'object' || inner === null) continue;
    const own: readonly LabelPair[] = [...pairs, [nested.label, labelValue(name)]];
    addItem(nested.readers, inner as Served, { pairs: own, labels: sets.of(own), sets, add });
  }
}

const pairsOf = (labels: readonly LabelSource[], item: Served): LabelPair[] =>
  labels.map(({ name, member }) => [name, labelValue(textOf(item[member]))]);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  return value === null || value === undefined ? '' : String(value);
}
