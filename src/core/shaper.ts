/** Turns readings into what is served: companions of counters, extremes, derived values, `key`, `time_since_update`. */
import type { Field } from './fields.ts';
import type { Served } from './served.ts';
import { hasHistory } from './fields.ts';
import { Extremes } from './extremes.ts';
import { emptyValue, fieldsOf, isTimed, type Plugin } from './plugin.ts';
import { type CounterState, stepCounter } from './rates.ts';
import { isStale } from './stale.ts';

/** Takes one point of history: of a field as it is served, of one item where the plugin serves a list. */
export type Recorder = (field: string, value: number, identity: string | null) => void;

export interface Shaper {
  /**
   * The served value of a reading. Readings are handed over: items are completed in place.
   * @param seconds time since the previous sample, above zero
   */
  shape(reading: unknown, seconds: number, record: Recorder): unknown;
}

/** State of one object or item between samples. */
interface Memory {
  counters: Map<string, CounterState>;
  extremes: Map<string, Extremes>;
  sample: number;
}

/** Names that are served are put together once: at every sample that would cost more than the values. */
interface Counter {
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
  counters: Counter[];
  derived: { name: string; derive: NonNullable<Field['derive']> }[];
  extremes: Extent[];
  history: { name: string; series: string }[];
}

const counterOf = (name: string): Counter => ({ name, gauge: `${name}_gauge`, rate: `${name}_rate_per_sec` });
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

/**
 * @param meanSamples how many samples `_mean` covers
 */
export function createShaper(plugin: Plugin, meanSamples: number): Shaper {
  const parts = partsOf(plugin);
  const timed = isTimed(plugin);
  /** Items are served as they are read: there may be thousands. */
  const isPlain = !timed && Object.values(parts).every(({ length }) => length === 0);
  const isStateful = parts.counters.length > 0 || parts.extremes.length > 0;
  const memories = new Map<string, Memory>();
  let sample = 0;

  const remember = (identity: string): Memory => {
    let memory = memories.get(identity);
    if (memory === undefined) {
      memory = { counters: new Map(), extremes: new Map(), sample };
      memories.set(identity, memory);
    }
    memory.sample = sample;
    return memory;
  };

  const complete = (item: Served, identity: string | null, seconds: number, record: Recorder): void => {
    // Nothing was measured that history or extremes could take.
    if (isStale(item)) {
      if (isStateful) remember(identity ?? '');
      if (timed) item['time_since_update'] = seconds;
      return;
    }
    const memory = isStateful ? remember(identity ?? '') : null;
    const fresh = memory && stepCounters(parts.counters, item, memory, seconds);
    if (timed) item['time_since_update'] = seconds;
    for (const { name, derive } of parts.derived) item[name] = derive(item);
    if (memory) addExtremes(parts.extremes, item, memory, meanSamples);
    for (const { name, series } of parts.history) {
      const value = item[series];
      if (typeof value !== 'number' || fresh?.has(name) === true) continue;
      record(series, value, identity);
    }
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
      // By index, as there may be thousands: the steps of an iterator are objects each.
      for (let at = 0; at < items.length; at += 1) {
        const item = items[at] as Served;
        if (plugin.key !== null && plugin.keyMember !== false) item['key'] = plugin.key;
        if (isPlain) continue;
        complete(item, plugin.key === null ? null : String(item[plugin.key]), seconds, record);
      }
      for (const [identity, memory] of memories) if (memory.sample !== sample) memories.delete(identity);
      return reading;
    },
  };
}

/** Replaces cumulative values by increases and their companions; returns the counters seen for the first time, null for none. */
function stepCounters(
  counters: readonly Counter[],
  item: Served,
  { counters: states }: Memory,
  seconds: number,
): ReadonlySet<string> | null {
  let fresh: Set<string> | null = null;
  for (const { name, gauge, rate } of counters) {
    const raw = item[name];
    if (typeof raw !== 'number') {
      // Its next value would be an increase over more than one sample.
      states.delete(name);
      continue;
    }
    const [state, step] = stepCounter(states.get(name), raw, seconds);
    states.set(name, state);
    item[name] = step.increase;
    item[gauge] = step.gauge;
    item[rate] = step.rate;
    if (!step.measured) (fresh ??= new Set()).add(name);
  }
  return fresh;
}

function addExtremes(extents: readonly Extent[], item: Served, memory: Memory, meanSamples: number): void {
  for (const { name, min, max, mean } of extents) {
    const value = item[name];
    if (typeof value !== 'number') continue;
    let extremes = memory.extremes.get(name);
    if (extremes === undefined) memory.extremes.set(name, (extremes = new Extremes(meanSamples)));
    extremes.add(value);
    item[min] = extremes.min;
    item[max] = extremes.max;
    item[mean] = extremes.mean;
  }
}
