/** Aggregates gauges between two exports: `aggregate=mean`. */
import { isNumber } from '../../core/members.ts';
import { floatKeys, type IdentifiedItem, itemsOf } from '../../core/export-view.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';

interface Tally {
  sum: number;
  count: number;
  max: number;
}

/** Aggregates of an item by field. */
type Numbers = Map<string, Tally>;

interface Tallies {
  /** Adds a snapshot of the plugin. */
  add(value: PluginValue): void;
  /** Ends the aggregated period and starts the next. */
  take(): void;
  /** Returns the snapshot with the mean of each gauge over the period, and its maximum as `NAME_max`. */
  means<V extends PluginValue>(value: V): V;
  /** Returns the snapshot with the maximum of each gauge. */
  peaks<V extends PluginValue>(value: V): V;
}

export function createTallies(plugin: Plugin): Tallies {
  const gauges = Object.entries(fieldsOf(plugin))
    .filter(([, { kind }]) => kind === 'gauge' || kind === 'derived')
    .map(([name]) => name);
  const isFloat = floatKeys(plugin);
  let counting = new Map<string, Numbers>();
  let taken = new Map<string, Numbers>();

  const itemsIn = (value: PluginValue): IdentifiedItem[] => {
    if (Array.isArray(value)) return itemsOf(plugin, value);
    return typeof value === 'object' && value !== null ? [['', value]] : [];
  };

  /** Integers stay integers, since a database fixes the type of a column at its first value. */
  const meanOf = (name: string, { sum, count }: Tally): number =>
    isFloat(name) ? Math.round((sum / count) * 1000) / 1000 : Math.round(sum / count);

  /** A gauge without readings in the period keeps its last value, so that all exports have the same columns. */
  const tallyOf = (identity: string, name: string, last: ServedMember): Tally | null =>
    taken.get(identity)?.get(name) ?? (isNumber(last) ? { sum: last, count: 1, max: last } : null);

  /** Gauges stay numbers, so the value keeps its type. */
  const changed = <V extends PluginValue>(value: V, members: (name: string, tally: Tally) => Served): V => {
    const items = itemsIn(value).map(([identity, item]) => {
      const own = gauges.map((name) => [name, tallyOf(identity, name, item[name])] as const);
      return Object.assign({}, item, ...own.map(([name, tally]) => tally && members(name, tally))) as Served;
    });
    return (Array.isArray(value) ? items : (items[0] ?? value)) as V;
  };

  return {
    add(value) {
      for (const [identity, item] of itemsIn(value)) {
        const numbers = counting.get(identity) ?? new Map();
        counting.set(identity, numbers);
        for (const name of gauges) count(numbers, name, item[name]);
      }
    },
    take() {
      taken = counting;
      counting = new Map();
    },
    means: (value) =>
      changed(value, (name, tally) => ({ [name]: meanOf(name, tally), [`${name}_max`]: tally.max })),
    peaks: (value) => changed(value, (name, { max }) => ({ [name]: max })),
  };
}

function count(numbers: Numbers, name: string, value: ServedMember): void {
  if (!isNumber(value)) return;
  const tally = numbers.get(name) ?? { sum: 0, count: 0, max: value };
  numbers.set(name, tally);
  tally.sum += value;
  tally.count += 1;
  tally.max = Math.max(tally.max, value);
}
