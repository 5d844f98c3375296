/**
 * Counters: the state kept between two samples of a cumulative value, and the served members. The only place where increases and rates
 * are made.
 */

export interface CounterStep {
  /** Increase since the previous sample; null: this is no measurement. */
  increase: number | null;
  /** Cumulative value, which never decreases while the item exists. */
  gauge: number;
  /** Whole number per second, rounded down; null: this is no measurement. */
  rate: number | null;
  /** False for the first sample, whose zero rate is not a measurement, and where `increase` is null. */
  measured: boolean;
  /** Counter values that made the rate invalid; null if it is valid. */
  fault: readonly [before: number, now: number] | null;
}

/** Limits of a counter. */
export interface Ability {
  /** Value at which the counter restarts at 0; infinite if it cannot reach one. */
  readonly wrap: number;
  /** Most that it can count per second: a fall to more than that is no restart. */
  readonly fastest: number;
  /** Increases per second beyond this are faults. */
  readonly most: number;
}

/** A fall counts as a wrap only from the top to the bottom share of the counter's range. */
const EDGE = 1 / 8;

/**
 * Increase of a counter between two values; null: unknown.
 * @param seconds between them, above zero
 */
export function growth(before: number, now: number, seconds: number, ability: Ability): number | null {
  if (now >= before) return now - before <= ability.most * seconds ? now - before : null;
  const { wrap } = ability;
  if (before < wrap && before >= wrap * (1 - EDGE) && now < wrap * EDGE) return now + wrap - before;
  // A restart from 0, or else a fault.
  return now <= ability.fastest * seconds ? now : null;
}

/** State of one counter. */
export class Counter {
  /** Last values from the kernel, one for each part; empty before the first. */
  #raw: readonly number[] = [];
  /** The served cumulative value; NaN before the first. */
  #gauge = Number.NaN;
  /** It fell: a return to its old value is no increase. */
  #hasFallen = false;

  /**
   * Adds a sample. Nothing is counted while the cumulative value was or is 0: a counter that only starts would show its lifetime as
   * one increase.
   * @param raw the value; several where it is the sum of several counters
   * @param seconds since the previous sample, above zero
   */
  step(raw: readonly number[], seconds: number, ability: Ability): CounterStep {
    const before = this.#raw;
    this.#raw = raw;
    if (before.length !== raw.length) return this.#begin(raw);
    const fault = this.#faultIn(before, raw, seconds, ability);
    if (fault !== null) return { increase: null, gauge: this.#gauge, rate: null, measured: false, fault };
    // Differences first: only a single counter is known to wrap or restart.
    let counted = 0;
    for (let at = 0; at < raw.length; at += 1)
      counted += growth(before[at] as number, raw[at] as number, seconds, ability) as number;
    const increase = this.#gauge === 0 ? 0 : counted;
    this.#gauge += counted;
    return { increase, gauge: this.#gauge, rate: Math.floor(increase / seconds), measured: true, fault };
  }

  #begin(raw: readonly number[]): CounterStep {
    if (Number.isNaN(this.#gauge)) this.#gauge = raw.reduce((sum, value) => sum + value, 0);
    return { increase: 0, gauge: this.#gauge, rate: 0, measured: false, fault: null };
  }

  #faultIn(
    before: readonly number[],
    raw: readonly number[],
    seconds: number,
    ability: Ability,
  ): CounterStep['fault'] {
    const able = this.#hasFallen ? { ...ability, most: Math.min(ability.fastest, ability.most) } : ability;
    this.#hasFallen = false;
    for (let at = 0; at < raw.length; at += 1) {
      const [from, to] = [before[at] as number, raw[at] as number];
      this.#hasFallen ||= to < from;
      if (growth(from, to, seconds, able) !== null) continue;
      // After a leap, whatever comes next is no increase over it.
      if (to > from) this.#raw = [];
      return [from, to];
    }
    return null;
  }

  /** The cumulative value last served; null before the first. */
  get gauge(): number | null {
    return Number.isNaN(this.#gauge) ? null : this.#gauge;
  }

  /** A sample without a usable value: the next increase would span several. */
  skip(): void {
    this.#raw = [];
  }

  /** Treats the next value as the first one. */
  forget(): void {
    this.#raw = [];
    this.#gauge = Number.NaN;
  }
}
