/** Folded sections: the named ones, or all (`*`) except those with a `!`. Sections without alerts are folded by default. */

const isByDefault = (folded: readonly string[], isQuiet: boolean): boolean => isQuiet || folded.includes('*');

export const isFolded = (folded: readonly string[], name: string, isQuiet = false): boolean =>
  folded.includes(name) || (isByDefault(folded, isQuiet) && !folded.includes(`!${name}`));

export function toggleFold(folded: readonly string[], name: string, isQuiet = false): string[] {
  const others = folded.filter((one) => one !== name && one !== `!${name}`);
  const byDefault = isByDefault(folded, isQuiet);
  if (isFolded(folded, name, isQuiet)) return byDefault ? [...others, `!${name}`] : others;
  return byDefault ? others : [...others, name];
}
