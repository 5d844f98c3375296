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

interface Parts {
  counters: string[];
  derived: [string, NonNullable<Field['derive']>][];
  extremes: string[];
  /** Field name and name of its series. */
  history: [string, string][];
}

function partsOf(plugin: Plugin): Parts {
  const entries = Object.entries(fieldsOf(plugin));
  const derived = entries.flatMap(([name, { derive }]): Parts['derived'] => (derive ? [[name, derive]] : []));
  if (plugin.shape === 'list' && plugin.key === null)
    return { counters: [], derived, extremes: [], history: [] };
  const names = (test: (field: Field) => boolean) =>
    entries.filter(([, field]) => test(field)).map(([name]) => name);
  return {
    counters: names((field) => field.kind === 'counter'),
    derived,
    extremes: names((field) => field.options.extremes === true),
    history: entries
      .filter(([, field]) => hasHistory(field))
      .map(([name, field]) => [name, field.kind === 'counter' ? `${name}_rate_per_sec` : name]),
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
    for (const [name, derive] of parts.derived) item[name] = derive(item);
    if (memory) addExtremes(parts.extremes, item, memory, meanSamples);
    for (const [name, series] of parts.history) {
      const value = item[series];
      if (typeof value !== 'number' || fresh?.has(name)) continue;
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

/** Replaces cumulative values by increases and their companions; returns the counters seen for the first time. */
function stepCounters(
  names: readonly string[],
  item: Served,
  { counters }: Memory,
  seconds: number,
): ReadonlySet<string> {
  const fresh = new Set<string>();
  for (const name of names) {
    const raw = item[name];
    if (typeof raw !== 'number') {
      // Its next value would be an increase over more than one sample.
      counters.delete(name);
      continue;
    }
    const [state, step] = stepCounter(counters.get(name), raw, seconds);
    counters.set(name, state);
    item[name] = step.increase;
    item[`${name}_gauge`] = step.gauge;
    item[`${name}_rate_per_sec`] = step.rate;
    if (!step.measured) fresh.add(name);
  }
  return fresh;
}

function addExtremes(names: readonly string[], item: Served, memory: Memory, meanSamples: number): void {
  for (const name of names) {
    const value = item[name];
    if (typeof value !== 'number') continue;
    let extremes = memory.extremes.get(name);
    if (extremes === undefined) memory.extremes.set(name, (extremes = new Extremes(meanSamples)));
    extremes.add(value);
    item[`${name}_min`] = extremes.min;
    item[`${name}_max`] = extremes.max;
    item[`${name}_mean`] = extremes.mean;
  }
}
