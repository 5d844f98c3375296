/** Significant digits of fractions: more than a chart shows. Integers are unchanged. */
const DIGITS = 7;

/** NaN becomes null in JSON. */
export const shorten = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
