/** Which sections are folded: named ones, or all (`*`) but those with a `!` in front. */

export const isFolded = (folded: readonly string[], name: string): boolean =>
  folded.includes(name) || (folded.includes('*') && !folded.includes(`!${name}`));

export function toggleFold(folded: readonly string[], name: string): string[] {
  const others = folded.filter((one) => one !== name && one !== `!${name}`);
  if (isFolded(folded, name)) return folded.includes('*') ? [...others, `!${name}`] : others;
  return folded.includes('*') ? others : [...others, name];
}
