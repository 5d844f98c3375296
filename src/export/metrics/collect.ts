/** Metrics of all plugins from their latest snapshots. */
import { isQuiet } from '../../core/busiest.ts';
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';
import { familiesByItem, type NamedItem } from './by-item.ts';
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

/** Latest value of a plugin. */
export interface Latest<V = PluginValue> {
  readonly value: V;
  /** Milliseconds since the epoch; null before the first reading. */
  readonly time: number | null;
}

export interface CollectorSetup {
  plugins: readonly Plugin[];
  /** Null: the values are too old, and the plugin is left out. */
  latest(plugin: string): Latest | null;
  /** Most items of a plugin; further ones are left out. */
  maxItems: number;
}

/**
 * Yields families one by one, so each can be freed after it is written.
 * @param dropped receives the number of dropped items by plugin
 */
export type Collector = (dropped?: Map<string, number>) => Generator<Family, void>;

export function createCollector({ plugins, latest, maxItems }: CollectorSetup): Collector {
  const planAll = () =>
    plugins.flatMap((plugin) => {
      const plan = planOf(plugin);
      return plan === null ? [] : [{ name: plugin.name, collect: createPluginCollector(plan) }];
    });
  // Milliseconds of loading that exporters do not need at the start.
  let planned: ReturnType<typeof planAll> | null = null;
  const byItem = plugins.filter(({ metrics }) => metrics === 'by item');
  return function* (dropped) {
    planned ??= planAll();
    for (const { name, collect } of planned) {
      const { value, time } = latest(name) ?? { value: null, time: null };
      if (time === null || value === null) continue;
      const count = Array.isArray(value) ? value.length : 1;
      if (count > maxItems) dropped?.set(name, count - maxItems);
      yield* collect(value, time, maxItems);
    }
    if (byItem.length > 0)
      yield* familiesByItem(byItem.flatMap(({ name }) => namedItems(name, latest(name), maxItems)));
  };
}

function namedItems(plugin: string, latest: Latest | null, maxItems: number): NamedItem[] {
  const { value, time } = latest ?? { value: null, time: null };
  if (!Array.isArray(value) || time === null) return [];
  const items = (value as Served[]).filter((item) => !isQuiet(item)).slice(0, maxItems);
  return items.map((item) => ({ plugin, item, time }));
}

function createPluginCollector(plan: Plan) {
  const slots = slotsOf(plan);
  const sets = createLabelSets();
  return (value: PluginValue, time: number, maxItems: number): readonly Family[] => {
    const items = ((Array.isArray(value) ? value : [value]) as Served[]).filter((item) => !isQuiet(item));
    const families = familiesOf({ plan, slots, sets }, items.slice(0, maxItems), time);
    sets.forget();
    return families;
  };
}

/** The families of a plan in order, and the index of each reader's family. */
interface Slots {
  readonly descriptors: readonly Descriptor[];
  readonly of: ReadonlyMap<Reader | 'info', number>;
}

function slotsOf({ readers, info, nested }: Plan): Slots {
  const places = new Map<string, number>();
  const descriptors: Descriptor[] = [];
  const of = new Map<Reader | 'info', number>();
  const add = (key: Reader | 'info', descriptor: Descriptor): void => {
    const name = descriptor.name + descriptor.type;
    let place = places.get(name);
    if (place === undefined) places.set(name, (place = descriptors.push(descriptor) - 1));
    of.set(key, place);
  };
  for (const reader of readers) add(reader, reader.descriptor);
  if (info !== null) add('info', info.descriptor);
  for (const reader of nested?.readers ?? []) add(reader, reader.descriptor);
  return { descriptors, of };
}

/** The labels of an item, and the sets with one more label of a metric. */
interface ItemLabels {
  readonly set: LabelSet;
  readonly extended: Map<Reader, LabelSet>;
}

/** Caches the label sets of current items, so that equal labels are one object. */
function createLabelSets() {
  let kept = new Map<string, ItemLabels>();
  let used = new Map<string, ItemLabels>();
  return {
    /** @param pairs raw texts: looking them up is cheaper than making them valid */
    of(pairs: readonly LabelPair[]): ItemLabels {
      const key = pairs.map(([name, value]) => `${name}\0${value}`).join('\0');
      const found = used.get(key) ?? kept.get(key) ?? itemLabels(pairs);
      used.set(key, found);
      return found;
    },
    /** Ends a collection and forgets unused sets. */
    forget(): void {
      kept = used;
      used = new Map();
    },
  };
}

const itemLabels = (pairs: readonly LabelPair[]): ItemLabels => ({
  set: labelSet(pairs.map(([name, value]) => [name, labelValue(value)])),
  extended: new Map(),
});

interface Planned {
  readonly plan: Plan;
  readonly slots: Slots;
  readonly sets: ReturnType<typeof createLabelSets>;
}

function familiesOf({ plan, slots, sets }: Planned, items: readonly Served[], time: number): Family[] {
  const samples: Sample[][] = slots.descriptors.map(() => []);
  const add = (key: Reader | 'info', labels: LabelSet, value: number): void =>
    void samples[slots.of.get(key)!]!.push({ labels, value });
  const seen = new Set<string>();
  for (const item of items) {
    const pairs = pairsOf(plan.labels, item);
    const labels = sets.of(pairs);
    // Two items with one identity would be a series with two values, which scrapers reject.
    if (seen.has(labels.set.text)) continue;
    seen.add(labels.set.text);
    addItem(plan.readers, item, labels, add);
    if (plan.info !== null) {
      const own = pairsOf(plan.info.labels, item).filter(([, value]) => value !== '');
      if (own.length > 0) add('info', sets.of([...pairs, ...own]).set, 1);
    }
    for (const [attributes, inner] of plan.nested === null ? [] : nestedOf(plan.nested, item))
      addItem(plan.nested!.readers, inner, sets.of([...pairs, attributes]), add);
  }
  return slots.descriptors.flatMap((descriptor, at) =>
    samples[at]!.length === 0 ? [] : [{ ...descriptor, samples: samples[at]!, time }],
  );
}

function addItem(
  readers: readonly Reader[],
  item: Served,
  labels: ItemLabels,
  add: (key: Reader, labels: LabelSet, value: number) => void,
): void {
  for (const reader of readers) {
    const value = reader.read(item);
    if (value !== null) add(reader, reader.extra === null ? labels.set : withExtra(labels, reader), value);
  }
}

function withExtra({ set, extended }: ItemLabels, reader: Reader): LabelSet {
  let found = extended.get(reader);
  if (found === undefined) extended.set(reader, (found = labelSet([...set.pairs, reader.extra!])));
  return found;
}

/** Object members of an item, with the label for their names. */
const nestedOf = ({ label }: NonNullable<Plan['nested']>, item: Served): [LabelPair, Served][] =>
  Object.entries(item).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? [[[label, name], inner as Served]] : [],
  );

const pairsOf = (labels: readonly LabelSource[], item: Served): LabelPair[] =>
  labels.map(({ name, member }) => [name, textOf(item[member])]);

function textOf(value: ServedMember): string {
  if (Array.isArray(value)) return value.join(' ');
  return value === null || value === undefined ? '' : String(value);
}
