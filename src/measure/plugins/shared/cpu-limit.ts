/** Cores, of `quota period` in microseconds; the quota is `max` or -1 without limit (null). */
export function parseCpuLimit(words: string): number | null {
  const [quota, period] = words.split(/\s+/).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;
}
