/**
 * Which sections are folded: named ones, or all (`*`) but those with a `!` in front. Quiet sections are folded until
 * somebody unfolds them.
 */

const isByDefault = (folded: readonly string[], isQuiet: boolean): boolean => isQuiet || folded.includes('*');

export const isFolded = (folded: readonly string[], name: string, isQuiet = false): boolean =>
  folded.includes(name) || (isByDefault(folded, isQuiet) && !folded.includes(`!${name}`));

export function toggleFold(folded: readonly string[], name: string, isQuiet = false): string[] {
  const others = folded.filter((one) => one !== name && one !== `!${name}`);
  const byDefault = isByDefault(folded, isQuiet);
  if (isFolded(folded, name, isQuiet)) return byDefault ? [...others, `!${name}`] : others;
  return byDefault ? others : [...others, name];
}
