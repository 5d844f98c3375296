/** Use of a resource by programs during an alert, beyond their usual use. */
import type { Counted } from '../../core/alert-policy.ts';
import { type Culprit, type Culprits, MOST_CULPRITS } from '../../core/culprits.ts';

/** Name, unit, container and user of a program, with `\0` between them. */
type ProgramKey = string;
/** Of processes that no scan saw. */
export const ENDED: ProgramKey = '\0ended';
/** Amounts that belong to no known program. */
export const UNNAMED: ProgramKey = '';

/** Of one scan: seconds of CPU time, bytes or faults. */
export type Amounts = ReadonlyMap<ProgramKey, number>;

/** Most programs kept: an alert may last for months while short-lived programs come and go. */
const MOST_PROGRAMS = 500;
/** Most of them kept over a restart. */
const MOST_COUNTED = 20;

export class Spending {
  #amounts = new Map<ProgramKey, number>();
  readonly #usual: Amounts;
  #seconds = 0;

  /** @param usual amounts per second before the alert */
  constructor(usual: Amounts) {
    this.#usual = usual;
  }

  /** Goes on after a restart. */
  static restored({ seconds, programs }: Counted): Spending {
    const spending = new Spending(new Map(programs.map(({ key, usual }) => [key, usual])));
    spending.#amounts = new Map(programs.map(({ key, amount }) => [key, amount]));
    spending.#seconds = seconds;
    return spending;
  }

  /** For a file. */
  counted(): Counted {
    const sorted = [...this.#amounts]
      .map(([key, amount]) => ({ key, amount, usual: this.#usual.get(key) ?? 0 }))
      .sort((a, b) => b.amount - a.amount);
    const programs = sorted.slice(0, MOST_COUNTED);
    const rest = { key: UNNAMED, amount: 0, usual: 0 };
    for (const { amount, usual } of sorted.slice(MOST_COUNTED)) {
      rest.amount += amount;
      rest.usual += usual;
    }
    return { seconds: this.#seconds, programs: rest.amount > 0 ? [...programs, rest] : programs };
  }

  /** Adds what was used in a time. */
  add(amounts: Amounts, seconds: number): void {
    for (const [key, amount] of amounts) {
      const isKept = this.#amounts.has(key) || this.#amounts.size < MOST_PROGRAMS;
      addAmount(this.#amounts, isKept ? key : UNNAMED, amount);
    }
    this.#seconds += seconds;
  }

  /** Replaces what is in use, where an amount is a level, such as memory. */
  set(amounts: Amounts): void {
    this.#amounts = new Map(amounts);
    this.#seconds = 1;
  }

  /** Null: nothing was used. @param least share of all below which what is above usual says nothing */
  culprits(least: number): Culprits | null {
    const all = this.#amounts;
    const sum = sumOf(all);
    if (sum <= 0) return null;
    const above = new Map(
      [...all].map(([key, amount]) => [
        key,
        Math.max(0, amount - (this.#usual.get(key) ?? 0) * this.#seconds),
      ]),
    );
    const excess = sumOf(above);
    const [shares, whole] = excess < least * sum ? [all, sum] : [above, excess];
    const percentOf = (key: ProgramKey): number => Math.round((100 * (shares.get(key) ?? 0)) / whole);
    return {
      programs: [...shares.keys()]
        .filter((key) => key !== UNNAMED && key !== ENDED && percentOf(key) > 0)
        .sort((a, b) => shares.get(b)! - shares.get(a)!)
        .slice(0, MOST_CULPRITS)
        .map((key) => culpritOf(key, percentOf(key))),
      ended: percentOf(ENDED),
    };
  }
}

const sumOf = (amounts: Amounts): number => [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

export function addAmount(sums: Map<ProgramKey, number>, key: ProgramKey, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function culpritOf(key: ProgramKey, percent: number): Culprit {
  const [name = '', unit = '', container = '', user = ''] = key.split('\0');
  return {
    name,
    unit: unit || null,
    container: container || null,
    ...(user !== '' && { user }),
    percent,
  };
}

/** Time over which usual use is averaged. */
const USUAL_SECONDS = 600;
/** Less says nothing about what is usual. */
const LEAST_SECONDS = 60;
const LEAST_WEIGHT = 1 - Math.exp(-LEAST_SECONDS / USUAL_SECONDS);
/** Share of the largest below which a program is forgotten. */
const NEGLIGIBLE = 1e-4;

/** Decaying averages of what programs use in a second. */
export class Usual {
  #rates = new Map<ProgramKey, number>();
  #weight = 0;

  /** @param amounts used in a time, or levels as of a second */
  note(amounts: Amounts, seconds: number, inSeconds = seconds): void {
    const kept = Math.exp(-Math.min(seconds, USUAL_SECONDS) / USUAL_SECONDS);
    const rates = new Map([...this.#rates].map(([key, rate]) => [key, rate * kept]));
    for (const [key, amount] of amounts) addAmount(rates, key, (amount / inSeconds) * (1 - kept));
    this.#weight = this.#weight * kept + 1 - kept;
    const least = Math.max(0, ...rates.values()) * NEGLIGIBLE;
    this.#rates = new Map([...rates].filter(([, rate]) => rate > least).slice(-MOST_PROGRAMS));
  }

  /** Amounts per second. */
  rates(): Amounts {
    if (this.#weight < LEAST_WEIGHT) return new Map();
    return new Map([...this.#rates].map(([key, rate]) => [key, rate / this.#weight]));
  }
}
