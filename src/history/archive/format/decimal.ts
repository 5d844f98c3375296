/** Finds the power of ten that makes numbers whole, so that 12.3 is stored as 123. */

/** Dividing by these restores the exact double of a short decimal. */
export const POWERS_OF_TEN: readonly number[] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Whole numbers below this can be multiplied by two without loss, as a sign bit asks for. */
const MOST = 2 ** 52;
/** Other numbers keep as many digits as the API serves. */
const DIGITS = 7;

/** Returns the smallest exponent that makes the first `count` values whole without loss; -1 if there is none. */
export function exponentOf(values: Float64Array, count: number): number {
  let exponent = 0;
  let scale = 1;
  let largest = 0;
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number;
    largest = Math.max(largest, Math.abs(value));
    while (Math.round(value * scale) / scale !== value) {
      exponent += 1;
      const next = POWERS_OF_TEN[exponent];
      if (next === undefined) return -1;
      scale = next;
    }
  }
  return largest * scale < MOST ? exponent : -1;
}

/** Rounds the first `count` values in place to seven significant digits. */
export function roundAll(values: Float64Array, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as number;
    if (!Number.isInteger(value)) values[index] = Number(value.toPrecision(DIGITS));
  }
}

/** Number of decimals, at most nine. */
export function decimalsOf(value: number): number {
  const found = POWERS_OF_TEN.findIndex((scale) => Math.round(value * scale) / scale === value);
  return found === -1 ? POWERS_OF_TEN.length - 1 : found;
}

/** Largest number that divides both. */
export function commonDivisor(first: number, second: number): number {
  let [a, b] = [first, second];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
