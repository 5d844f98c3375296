/** Sums the known values; null if none is known. */
export function sumOf<T>(
  items: readonly T[],
  valueOf: (item: T) => number | null | undefined,
): number | null {
  const known = items.map(valueOf).filter((value) => typeof value === 'number');
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
