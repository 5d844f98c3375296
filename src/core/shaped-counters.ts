/** Counters of an item: cumulative values become increases with their companions. */
import type { Field } from './fields.ts';
import { ANY, mostPerSecond, rangeOf, signOf } from './ranges.ts';
import { type Ability, Counter, type CounterStep } from './rates.ts';
import type { Served, ServedMember } from './served.ts';
import { markUnknown, unknownIn } from './unknown.ts';
import { impossible, nameIn } from './value-check.ts';

/** Served names are built once: per sample, that would cost more than the values. */
export interface CounterNames {
  readonly name: string;
  readonly gauge: string;
  readonly rate: string;
  readonly field: Field;
  /** On this machine, where a value of more than 32 bits shows that it does not wrap there. */
  ability: Ability;
}

/** A reading may be a little older or younger than its time. What depends on the item is a guess, such as the speed of a tunnel. */
const TOLERANCE = 2;

/** @param cores of the machine */
export function counterOf([name, field]: readonly [string, Field], cores: number): CounterNames {
  const { bits, oneIs = 1, fastest: declared, perCore } = field.options;
  const fastest = perCore && typeof declared === 'number' ? declared * cores : declared;
  const most = mostPerSecond(field);
  return {
    name,
    gauge: `${name}_gauge`,
    rate: `${name}_rate_per_sec`,
    field,
    ability: {
      wrap: bits === 32 ? 2 ** 32 * oneIs : Number.POSITIVE_INFINITY,
      fastest: typeof fastest === 'number' ? fastest : most,
      most: typeof fastest === 'number' ? Math.min(most, fastest * TOLERANCE) : most,
    },
  };
}

/** Returns the limits of an item's counter. A value beyond the declared wrap shows that this counter has no such wrap. */
function abilityOf(one: CounterNames, raw: readonly number[], item: Served): Ability {
  const { wrap } = one.ability;
  if (wrap < Number.POSITIVE_INFINITY && raw.some((value) => value >= wrap))
    one.ability = { ...one.ability, wrap: Number.POSITIVE_INFINITY };
  const { fastest } = one.field.options;
  return typeof fastest === 'function' ? { ...one.ability, fastest: fastest(item) } : one.ability;
}

/** Steps the counters of an item in place; returns those without a measurement, null for none. */
export function stepCounters(
  all: readonly CounterNames[],
  item: Served,
  identity: string | null,
  counters: Counter[],
  seconds: number,
): ReadonlySet<string> | null {
  let fresh: Set<string> | null = null;
  for (let at = 0; at < all.length; at += 1) {
    const one = all[at] as CounterNames;
    const step = stepOf(one, item, identity, (counters[at] ??= new Counter()), seconds);
    if (step === null) continue;
    item[one.name] = step.increase;
    item[one.gauge] = step.gauge;
    item[one.rate] = step.rate;
    if (!step.measured) (fresh ??= new Set()).add(one.name);
  }
  return fresh;
}

type Step = Pick<CounterStep, 'increase' | 'rate' | 'measured'> & { readonly gauge: number | null };

/** Null: the item has no such value. */
function stepOf(
  one: CounterNames,
  item: Served,
  of: string | null,
  counter: Counter,
  seconds: number,
): Step | null {
  const { name, field } = one;
  const raw = rawOf(item[name], field);
  if (raw === 'absent' && unknownIn(item)?.has(name) !== true) {
    // Its next value would be an increase over several samples.
    counter.forget();
    return null;
  }
  if (typeof raw === 'string') {
    counter.skip();
    if (raw === 'impossible')
      markUnknown(item, name, impossible(name, of, String(item[name]), signOf(field)));
    return unmeasured(one, item, counter.gauge);
  }
  const step = counter.step(raw, seconds, abilityOf(one, raw, item));
  if (step.fault === null) return step;
  const [before, now] = step.fault;
  const how = now < before ? 'fell' : 'rose';
  markUnknown(item, name, `${nameIn(name, of)} ${how} from ${before} to ${now}, which is no measurement`);
  return unmeasured(one, item, step.gauge);
}

function unmeasured(
  { name, rate, gauge: gaugeName }: CounterNames,
  item: Served,
  gauge: number | null,
): Step {
  for (const unknown of gauge === null ? [rate, gaugeName] : [rate]) markUnknown(item, unknown, null);
  if (unknownIn(item)?.has(name) !== true) markUnknown(item, name, null);
  return { increase: null, gauge, rate: null, measured: false };
}

/** Returns the cumulative values of a reading, one per part. */
function rawOf(value: ServedMember, field: Field): readonly number[] | 'absent' | 'impossible' {
  if (typeof value === 'number') return [value];
  if (!Array.isArray(value)) return 'absent';
  const [least, most] = rangeOf(field) ?? ANY;
  return value.every((part) => part >= least && part <= most) ? (value as number[]) : 'impossible';
}
