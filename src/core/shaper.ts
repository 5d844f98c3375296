/** Turns readings into served values: members of counters, extremes, derived values, `key`, `time_since_update`. */
import { type Field, type Fields, hasHistory } from './fields.ts';
import { markFirst } from './first-values.ts';
import type { PluginValue, Served } from './served.ts';
import { Extremes } from './extremes.ts';
import { emptyValue, fieldsOf, isTimed, othersOf, type Plugin } from './plugin.ts';
import { Problems } from './problems.ts';
import type { Counter } from './rates.ts';
import { type CounterNames, counterOf, stepCounters } from './shaped-counters.ts';
import { nameSeries, type SeriesName } from './series-name.ts';
import { createBusiest, markQuiet } from './busiest.ts';
import { isStale } from './stale.ts';
import { STEP, type Steps } from './steps.ts';
import { MOST_CORES } from './ranges.ts';
import { computeFrom, setUnknown } from './unknown.ts';
import { createValueCheck } from './value-check.ts';

/** Receives one point of history. */
export type Recorder = (series: SeriesName, value: number) => void;

interface Shaper {
  /**
   * Shapes a reading into the served value; completes its items in place, {@link STEP} at a time.
   * @param seconds since the previous sample, above zero
   */
  shape(reading: PluginValue, seconds: number, record: Recorder): Steps<PluginValue>;
  /** Impossible values of the last reading, and items without history, as sentences; null: none. */
  readonly reason: string | null;
}

/** State of one object or item between samples, each list in the order of {@link Parts}. */
interface Memory {
  readonly counters: Counter[];
  readonly extremes: Extremes[];
  readonly series: SeriesName[];
  sample: number;
}

interface Extent {
  name: string;
  min: string;
  max: string;
  mean: string;
  /** Served without a value too. */
  isAlways: boolean;
}

interface Parts {
  counters: CounterNames[];
  derived: { name: string; derive: NonNullable<Field['derive']> }[];
  extremes: Extent[];
  history: { name: string; series: string }[];
}

const extentOf = ([name, { options }]: [string, Field]): Extent => ({
  name,
  min: `${name}_min`,
  max: `${name}_max`,
  mean: `${name}_mean`,
  isAlways: options.nullWhen === undefined,
});

function partsOf(plugin: Plugin, cores: number): Parts {
  const entries = Object.entries(fieldsOf(plugin));
  const derived = entries.flatMap(([name, { derive }]): Parts['derived'] =>
    derive ? [{ name, derive }] : [],
  );
  if (plugin.shape === 'list' && plugin.key === null)
    return { counters: [], derived, extremes: [], history: [] };
  const counters = entries
    .filter(([, field]) => field.kind === 'counter')
    .map((entry) => counterOf(entry, cores));
  return {
    counters,
    derived,
    extremes: entries.filter(([, field]) => field.options.extremes === true).map(extentOf),
    history: entries
      .filter(([, field]) => hasHistory(field))
      .map((entry) => ({
        name: entry[0],
        series: counters.find(({ name }) => name === entry[0])?.rate ?? entry[0],
      })),
  };
}

/**
 * @param meanSamples samples covered by `_mean`
 * @param cores of the machine; default: as many as Linux has at most
 */
export function createShaper(plugin: Plugin, meanSamples: number, cores: number = MOST_CORES): Shaper {
  const parts = partsOf(plugin, cores);
  const timed = isTimed(plugin);
  /** Items are served as they are read: there may be thousands. They are checked where they are made. */
  const isPlain = plugin.shape === 'list' && plugin.keepsItems === true;
  const checkReading = createValueCheck(fieldsOf(plugin), othersOf(plugin));
  const checkDerived = createValueCheck(derivedFields(plugin));
  const isRemembered = parts.counters.length + parts.extremes.length + parts.history.length > 0;
  const memories = new Map<string, Memory>();
  let sample = 0;
  const problems = new Problems();
  const busiest = createBusiest(parts.history.length);
  const begin = (items: number): void => {
    sample += 1;
    problems.clear();
    busiest.begin(items);
  };

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
    checkReading(item, identity);
    // Nothing was measured that history or extremes could take.
    const isOld = isStale(item);
    const fresh = isOld
      ? null
      : memory && stepCounters(parts.counters, item, identity, memory.counters, seconds);
    if (fresh) markFirst(item, fresh);
    if (timed) item['time_since_update'] = seconds;
    if (isOld) return problems.add(item);
    for (const { name, derive } of parts.derived) {
      const value = computeFrom(item, derive, undefined);
      if (value === undefined) setUnknown(item, name, null);
      else item[name] = value;
    }
    if (parts.derived.length > 0) checkDerived(item, identity);
    problems.add(item);
    if (memory === null) return;
    addExtremes(parts.extremes, item, memory, meanSamples);
    const isChosen = identity === null || busiest.isChosen(identity);
    markQuiet(item, !isChosen);
    let amount = 0;
    for (let at = 0; at < parts.history.length; at += 1) {
      const { name, series } = parts.history[at] as Parts['history'][number];
      const value = item[series];
      if (typeof value !== 'number' || fresh?.has(name) === true) continue;
      amount += Math.abs(value);
      if (isChosen) record((memory.series[at] ??= nameSeries(series, identity)), value);
    }
    if (identity !== null) busiest.note(identity, amount);
  };

  const forgetGone = (): void => {
    busiest.end();
    for (const [identity, memory] of memories) if (memory.sample !== sample) memories.delete(identity);
  };

  return {
    *shape(reading, seconds, record) {
      begin(Array.isArray(reading) ? reading.length : 1);
      if (reading === null) {
        memories.clear();
        return emptyValue(plugin);
      }
      if (plugin.shape === 'scalar') return reading;
      if (plugin.shape === 'object') {
        complete(reading as Served, null, seconds, record);
        return reading;
      }
      const { key, keyMember } = plugin;
      const items = reading as Served[];
      // There may be thousands, and the steps of an iterator are objects each.
      for (let at = 0; at < items.length; at += 1) {
        if (at > 0 && at % STEP === 0) yield;
        const item = items[at] as Served;
        if (key !== null && keyMember !== false) item['key'] = key;
        if (isPlain) problems.add(item);
        else complete(item, key === null ? null : String(item[key]), seconds, record);
      }
      forgetGone();
      return reading;
    },
    get reason() {
      const reasons = [problems.reason, busiest.reason].filter((reason) => reason !== null);
      return reasons.length === 0 ? null : reasons.join('; ');
    },
  };
}

const derivedFields = (plugin: Plugin): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(plugin)).filter(([, { kind }]) => kind === 'derived'));

function addExtremes(
  extents: readonly Extent[],
  item: Served,
  { extremes }: Memory,
  meanSamples: number,
): void {
  for (let at = 0; at < extents.length; at += 1) {
    const { name, min, max, mean, isAlways } = extents[at] as Extent;
    const value = item[name];
    if (typeof value === 'number') (extremes[at] ??= new Extremes(meanSamples)).add(value);
    else if (value !== null || !isAlways) continue;
    const extent = extremes[at];
    item[min] = extent?.min ?? null;
    item[max] = extent?.max ?? null;
    item[mean] = extent?.mean ?? null;
  }
}
