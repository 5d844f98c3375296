/** Turns readings into served values: members of counters, extremes, derived values, `key`, `time_since_update`. */
import type { Field } from './fields.ts';
import type { Served } from './served.ts';
import { hasHistory } from './fields.ts';
import { Extremes } from './extremes.ts';
import { emptyValue, fieldsOf, isTimed, type ListPlugin, type Plugin } from './plugin.ts';
import { Counter } from './rates.ts';
import { nameSeries, type SeriesName } from './series-name.ts';
import { isStale } from './stale.ts';
import { STEP, type Steps } from './steps.ts';

/** Receives one point of history. */
export type Recorder = (series: SeriesName, value: number) => void;

export interface Shaper {
  /**
   * The served value of a reading, whose items are completed in place.
   * @param seconds since the previous sample, above zero
   */
  shape(reading: unknown, seconds: number, record: Recorder): unknown;
  /** The same where {@link isLong}, a few items at a time. */
  shapeInSteps(reading: unknown, seconds: number, record: Recorder): Steps<unknown>;
  /** True if completing it takes longer than one turn of the event loop may. */
  isLong(reading: unknown): boolean;
}

/** State of one object or item between samples, each list in the order of {@link Parts}. */
interface Memory {
  readonly counters: Counter[];
  readonly extremes: Extremes[];
  readonly series: SeriesName[];
  sample: number;
}

/** Served names are built once: per sample, that would cost more than the values. */
interface CounterNames {
  name: string;
  gauge: string;
  rate: string;
}

interface Extent {
  name: string;
  min: string;
  max: string;
  mean: string;
}

interface Parts {
  counters: CounterNames[];
  derived: { name: string; derive: NonNullable<Field['derive']> }[];
  extremes: Extent[];
  history: { name: string; series: string }[];
}

const counterOf = (name: string): CounterNames => ({
  name,
  gauge: `${name}_gauge`,
  rate: `${name}_rate_per_sec`,
});
const extentOf = (name: string): Extent => ({
  name,
  min: `${name}_min`,
  max: `${name}_max`,
  mean: `${name}_mean`,
});

function partsOf(plugin: Plugin): Parts {
  const entries = Object.entries(fieldsOf(plugin));
  const derived = entries.flatMap(([name, { derive }]): Parts['derived'] =>
    derive ? [{ name, derive }] : [],
  );
  if (plugin.shape === 'list' && plugin.key === null)
    return { counters: [], derived, extremes: [], history: [] };
  const names = (test: (field: Field) => boolean) =>
    entries.filter(([, field]) => test(field)).map(([name]) => name);
  return {
    counters: names((field) => field.kind === 'counter').map(counterOf),
    derived,
    extremes: names((field) => field.options.extremes === true).map(extentOf),
    history: entries
      .filter(([, field]) => hasHistory(field))
      .map(([name, { kind }]) => ({ name, series: kind === 'counter' ? counterOf(name).rate : name })),
  };
}

/** @param meanSamples samples covered by `_mean` */
export function createShaper(plugin: Plugin, meanSamples: number): Shaper {
  const parts = partsOf(plugin);
  const timed = isTimed(plugin);
  /** Items are served as they are read: there may be thousands. */
  const isPlain = !timed && Object.values(parts).every(({ length }) => length === 0);
  const isRemembered = parts.counters.length + parts.extremes.length + parts.history.length > 0;
  const memories = new Map<string, Memory>();
  let sample = 0;

  const remember = (identity: string): Memory => {
    let memory = memories.get(identity);
    if (memory === undefined) {
      memory = { counters: [], extremes: [], series: [], sample };
      memories.set(identity, memory);
    }
    memory.sample = sample;
    return memory;
  };

  const complete = (item: Served, identity: string | null, seconds: number, record: Recorder): void => {
    const memory = isRemembered ? remember(identity ?? '') : null;
    // Nothing was measured that history or extremes could take.
    if (isStale(item)) {
      if (timed) item['time_since_update'] = seconds;
      return;
    }
    const fresh = memory && stepCounters(parts.counters, item, memory, seconds);
    if (timed) item['time_since_update'] = seconds;
    for (const { name, derive } of parts.derived) item[name] = derive(item);
    if (memory === null) return;
    addExtremes(parts.extremes, item, memory, meanSamples);
    for (let at = 0; at < parts.history.length; at += 1) {
      const { name, series } = parts.history[at] as Parts['history'][number];
      const value = item[series];
      if (typeof value !== 'number' || fresh?.has(name) === true) continue;
      record((memory.series[at] ??= nameSeries(series, identity)), value);
    }
  };

  /** Those from one index up to another: there may be thousands, and the steps of an iterator are objects each. */
  const completeSome = (
    { key, keyMember }: ListPlugin,
    items: readonly Served[],
    [from, to]: readonly [number, number],
    seconds: number,
    record: Recorder,
  ): void => {
    for (let at = from; at < to; at += 1) {
      const item = items[at] as Served;
      if (key !== null && keyMember !== false) item['key'] = key;
      if (isPlain) continue;
      complete(item, key === null ? null : String(item[key]), seconds, record);
    }
  };

  const forgetGone = (): void => {
    for (const [identity, memory] of memories) if (memory.sample !== sample) memories.delete(identity);
  };

  return {
    shape(reading, seconds, record) {
      sample += 1;
      if (reading === null) {
        memories.clear();
        return emptyValue(plugin);
      }
      if (plugin.shape === 'scalar') return reading;
      if (plugin.shape === 'object') {
        complete(reading as Served, null, seconds, record);
        return reading;
      }
      const items = reading as Served[];
      completeSome(plugin, items, [0, items.length], seconds, record);
      forgetGone();
      return reading;
    },
    *shapeInSteps(reading, seconds, record) {
      sample += 1;
      const items = reading as Served[];
      for (let from = 0; from < items.length; from += STEP) {
        const to = Math.min(from + STEP, items.length);
        completeSome(plugin as ListPlugin, items, [from, to], seconds, record);
        yield;
      }
      forgetGone();
      return reading;
    },
    isLong: (reading) => !isPlain && Array.isArray(reading) && reading.length > STEP,
  };
}

/** Replaces cumulative values by increases and their companions; returns the counters seen for the first time, null for none. */
function stepCounters(
  names: readonly CounterNames[],
  item: Served,
  { counters }: Memory,
  seconds: number,
): ReadonlySet<string> | null {
  let fresh: Set<string> | null = null;
  for (let at = 0; at < names.length; at += 1) {
    const { name, gauge, rate } = names[at] as CounterNames;
    const raw = item[name];
    const counter = (counters[at] ??= new Counter());
    if (typeof raw !== 'number') {
      // Its next value would be an increase over several samples.
      counter.forget();
      continue;
    }
    const step = counter.step(raw, seconds);
    item[name] = step.increase;
    item[gauge] = step.gauge;
    item[rate] = step.rate;
    if (!step.measured) (fresh ??= new Set()).add(name);
  }
  return fresh;
}

function addExtremes(
  extents: readonly Extent[],
  item: Served,
  { extremes }: Memory,
  meanSamples: number,
): void {
  for (let at = 0; at < extents.length; at += 1) {
    const { name, min, max, mean } = extents[at] as Extent;
    const value = item[name];
    if (typeof value !== 'number') continue;
    const extent = (extremes[at] ??= new Extremes(meanSamples));
    extent.add(value);
    item[min] = extent.min;
    item[max] = extent.max;
    item[mean] = extent.mean;
  }
}
