/** A longer copy of values, with NaN behind them. */
export function grown(values: Float64Array, length: number): Float64Array {
  const copy = new Float64Array(length).fill(Number.NaN, values.length);
  copy.set(values);
  return copy;
}
