/** Whole numbers that look arbitrary and are the same in every run. */
export interface Random {
  /** From `least` to `most`, both included. */
  integer(least: number, most: number): number;
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { integer: (least, most) => least + Math.floor(next() * (most - least + 1)) };
}
