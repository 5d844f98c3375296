/** What programs used of a resource during an alert, beside what they usually use. */
import { type Culprit, type Culprits, MOST_CULPRITS } from '../../core/culprits.ts';

/** Name, unit, container and user of a program, with `\0` between them. */
export type ProgramKey = string;

/** Of one scan: seconds of CPU time or bytes. */
export interface Amounts {
  readonly programs: ReadonlyMap<ProgramKey, number>;
  /** Of processes that no scan saw. */
  readonly ended: number;
}

/** Most programs kept: an alert may last for months while short-lived programs come and go. */
const MOST_PROGRAMS = 500;

export class Spending {
  #programs = new Map<ProgramKey, number>();
  #ended = 0;
  /** Of programs beyond the most that are kept. */
  #others = 0;
  #seconds = 0;

  /** Adds what was used in a time. */
  add({ programs, ended }: Amounts, seconds: number): void {
    for (const [key, amount] of programs) {
      const known = this.#programs.get(key);
      if (known === undefined && this.#programs.size >= MOST_PROGRAMS) this.#others += amount;
      else this.#programs.set(key, (known ?? 0) + amount);
    }
    this.#ended += ended;
    this.#seconds += seconds;
  }

  /** Replaces what is in use, where an amount is a level, such as memory. */
  set({ programs, ended }: Amounts): void {
    this.#programs = new Map(programs);
    this.#ended = ended;
    this.#seconds = 1;
  }

  /** Null: nothing was used. @param leastExcess share of all below which what is above usual says nothing */
  culprits(usual: Usual, leastExcess: number, containerName: (id: string) => string): Culprits | null {
    const all = this.#sharesOf(() => 0);
    if (all.sum <= 0) return null;
    const above = this.#sharesOf((key) => usual.of(key) * this.#seconds);
    const { programs, ended, sum } = above.sum < leastExcess * all.sum ? all : above;
    return {
      programs: programs
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_CULPRITS)
        .map(([key, amount]) => culpritOf(key, Math.round((100 * amount) / sum), containerName))
        .filter(({ percent }) => percent > 0),
      ended: Math.round((100 * ended) / sum),
    };
  }

  #sharesOf(usualOf: (key: ProgramKey | null) => number) {
    const programs = [...this.#programs].map(([key, amount]): [ProgramKey, number] => [
      key,
      Math.max(0, amount - usualOf(key)),
    ]);
    const ended = Math.max(0, this.#ended - usualOf(null));
    const sum = programs.reduce((total, [, amount]) => total + amount, ended + this.#others);
    return { programs, ended, sum };
  }
}

function culpritOf(key: ProgramKey, percent: number, containerName: (id: string) => string): Culprit {
  const [name = '', unit = '', container = '', user = ''] = key.split('\0');
  return {
    name,
    unit: unit || null,
    container: container === '' ? null : containerName(container),
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
  #rates = new Map<ProgramKey | null, number>();
  #weight = 0;

  /** @param rates amounts per second */
  note({ programs, ended }: Amounts, seconds: number): void {
    const kept = Math.exp(-Math.min(seconds, USUAL_SECONDS) / USUAL_SECONDS);
    const rates = new Map([...this.#rates].map(([key, rate]) => [key, rate * kept]));
    const add = (key: ProgramKey | null, rate: number): void =>
      void rates.set(key, (rates.get(key) ?? 0) + rate * (1 - kept));
    for (const [key, rate] of programs) add(key, rate);
    add(null, ended);
    this.#weight = this.#weight * kept + 1 - kept;
    const least = Math.max(...rates.values()) * NEGLIGIBLE;
    this.#rates = new Map([...rates].filter(([, rate]) => rate > least).slice(-MOST_PROGRAMS));
  }

  /** @param key null: of processes that no scan saw */
  of(key: ProgramKey | null): number {
    return this.#weight < LEAST_WEIGHT ? 0 : (this.#rates.get(key) ?? 0) / this.#weight;
  }
}
