/** `part` of `whole` in percent, one decimal, within 0..100; 0 if `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  if (!(whole > 0)) return 0;
  const percent = Math.round((part * 1000) / whole) / 10;
  return Math.min(100, Math.max(0, percent));
}
