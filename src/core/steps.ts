/** Long work in short steps, so that other work can run in between. */

/** Work that pauses after each step, and ends with a result. */
export type Steps<T> = Generator<void, T>;

/** Less than the sign of zero: the first comes before the second. */
export type Compare<T> = (a: T, b: T) => number;

/** Items per step. */
export const STEP = 256;

/** A stable sort, like `toSorted`. */
export function* sortInSteps<T>(items: readonly T[], compare: Compare<T>): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += STEP) {
    runs.push(items.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = runs.slice(at, at + 2);
      merged.push(other === undefined ? one : yield* mergeInSteps(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Two lists that are in order as one; of those that are equal the first list's come first. Cheap where the second is short. */
export function* mergeInSteps<T>(a: readonly T[], b: readonly T[], compare: Compare<T>): Steps<T[]> {
  const merged: T[] = [];
  let next = 0;
  for (let at = 0; at <= b.length; at += 1) {
    const end = at < b.length ? firstBehind(a, next, b[at] as T, compare) : a.length;
    while (next < end) {
      merged.push(a[next++] as T);
      if (merged.length % STEP === 0) yield;
    }
    if (at < b.length) merged.push(b[at] as T);
  }
  return merged;
}

/** Index of the first item from `from` on that comes after `one`: found in leaps that double, then by halves. */
function firstBehind<T>(items: readonly T[], from: number, one: T, compare: Compare<T>): number {
  const isBehind = (index: number): boolean => compare(items[index] as T, one) > 0;
  let low = from;
  let leap = 1;
  while (low + leap <= items.length && !isBehind(low + leap - 1)) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(low + leap - 1, items.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
