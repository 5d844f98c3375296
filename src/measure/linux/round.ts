/** Rounds to a whole number, halves to the even one (4.5 → 4, 5.5 → 6). */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Returns a part of a whole in percent, rounded; null if either is unknown or the whole is 0. */
export function roundedPercent(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || !(whole > 0)) return null;
  return roundHalfEven((part / whole) * 100);
}
