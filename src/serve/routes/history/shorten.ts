/** Digits that a fraction keeps: more than a picture shows. Whole numbers stay as they are. */
const DIGITS = 7;

/** NaN becomes null in JSON. */
export const shorten = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
