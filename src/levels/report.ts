/** All verdicts at a time, as clients draw them. */
import type { Judge } from './judge.ts';
import { type ShownVerdict, shownVerdict } from './series.ts';

/** By plugin; those without verdicts are left out. */
export type LevelReport = Readonly<Record<string, readonly ShownVerdict[]>>;

/** @param latest what a plugin served last */
export function levelReport(
  judges: ReadonlyMap<string, Judge>,
  latest: (plugin: string) => unknown,
): LevelReport {
  const verdicts = [...judges].map(([name, judge]) => [name, judge(latest(name)).map(shownVerdict)] as const);
  return Object.fromEntries(verdicts.filter(([, some]) => some.length > 0));
}
