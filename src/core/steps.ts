/** Long work in short steps, so that whoever does it can let others have their turn between two of them. */

/** Work that pauses after each step, and ends with a result. */
export type Steps<T> = Generator<void, T>;

/** Less than the sign of zero: the first comes before the second. */
export type Compare<T> = (a: T, b: T) => number;

/** Items that are handled in one step. */
export const STEP = 256;

/** Sorts as `toSorted` does: those that are equal keep their order. */
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

/** Two lists that are in order as one; of those that are equal the first list's come first. */
export function* mergeInSteps<T>(a: readonly T[], b: readonly T[], compare: Compare<T>): Steps<T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const one of a) {
    for (let other = b[next]; next < b.length && compare(other as T, one) < 0; other = b[next]) {
      merged.push(other as T);
      next += 1;
    }
    merged.push(one);
    if (merged.length % STEP === 0) yield;
  }
  while (next < b.length) merged.push(b[next++] as T);
  return merged;
}
