/** `part` of `whole` in percent, one decimal; 0 if `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  if (!(whole > 0)) return 0;
  return Math.round((part * 1000) / whole) / 10;
}
