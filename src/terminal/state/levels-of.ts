/** Levels of single values, from the verdicts on the latest snapshots. */
import type { Verdict } from '../../levels/judge.ts';
import { isAlarming, shownVerdict } from '../../levels/series.ts';
import { type Level, shownLevel } from '../../display/levels.ts';

export type LevelOf = (plugin: string, field: string, item?: string) => Level | null;

const NONE: ReadonlyMap<string, Level> = new Map();

/** @param judge the verdicts on a plugin; the same list as long as its snapshot is the same */
export function createLevelOf(judge: (plugin: string) => readonly Verdict[]): LevelOf {
  const known = new WeakMap<readonly Verdict[], ReadonlyMap<string, Level>>();
  const levelsIn = (verdicts: readonly Verdict[]): ReadonlyMap<string, Level> => {
    const before = known.get(verdicts);
    if (before !== undefined) return before;
    const made = alarmingLevels(verdicts);
    known.set(verdicts, made);
    return made;
  };
  return (plugin, field, item) => levelsIn(judge(plugin)).get(`${item ?? ''}\0${field}`) ?? null;
}

/** Nearly all values are well: few are kept. */
function alarmingLevels(verdicts: readonly Verdict[]): ReadonlyMap<string, Level> {
  const alarming = verdicts.filter(({ level }) => isAlarming(level));
  if (alarming.length === 0) return NONE;
  return new Map(
    alarming.flatMap((verdict) => {
      const shown = shownLevel(verdict.level);
      if (shown === null) return [];
      // A value is judged by its field, or as a series of another name: of file systems the percentage.
      const names = [verdict.field, ...Object.keys(shownVerdict(verdict).series)];
      return names.map((name) => [`${verdict.identity ?? ''}\0${name}`, shown] as const);
    }),
  );
}
