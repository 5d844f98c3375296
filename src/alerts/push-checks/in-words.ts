const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** `1 d`, `90 min`, `30 s`: in the largest unit without a remainder. */
export function inWords(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each && ms % each === 0) ?? ([1000, 's'] as const);
  return `${ms / size} ${unit}`;
}
