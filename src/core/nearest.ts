/** Suggests the name that a user probably meant. */

/** Longer words are not compared: a typing error in them is not worth the time. */
const LONGEST = 64;

/** Insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Returns the candidate with the fewest differences, if they are at most a third of the word. Case-insensitive. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: string | undefined;
  let bound = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bound) continue;
    const distance = editDistance(word.toLowerCase(), candidate);
    if (distance >= bound) continue;
    best = candidate;
    bound = distance;
  }
  return best;
}

/** Advice for a name of no plugin or exporter. */
export const LISTED = 'gander --modules-list names them';

/** `; did you mean "cpu"?`, or where no candidate is near, the advice and a full stop. */
export function didYouMean(word: string, candidates: Iterable<string>, advice?: string): string {
  const name = nearest(word, candidates);
  if (name !== undefined) return `; did you mean "${name}"?`;
  return advice === undefined ? '.' : `; ${advice}.`;
}
