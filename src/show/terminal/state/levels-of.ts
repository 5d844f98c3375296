/** Levels of single values, from the verdicts on the latest snapshots. */
import type { LevelVerdict } from '../../../measure/levels/judge.ts';
import { isAlarming, shownVerdict } from '../../../measure/levels/series.ts';
import { type Level, shownLevel } from '../../display/levels.ts';

export type LevelOf = (plugin: string, field: string, item?: string) => Level | null;

const NONE: ReadonlyMap<string, Level> = new Map();
const NO_VERDICTS: readonly LevelVerdict[] = [];

export type AlarmingOf = (plugin: string) => readonly LevelVerdict[];

/** Verdicts that say that something is not well: few, so that most of what is drawn needs to look at none. */
export function createAlarmingOf(judge: AlarmingOf): AlarmingOf {
  const known = new WeakMap<readonly LevelVerdict[], readonly LevelVerdict[]>();
  return (plugin) => {
    const verdicts = judge(plugin);
    if (verdicts.length === 0) return NO_VERDICTS;
    const before = known.get(verdicts);
    if (before !== undefined) return before;
    const alarming = verdicts.filter(({ level }) => isAlarming(level));
    const made = alarming.length === 0 ? NO_VERDICTS : alarming;
    known.set(verdicts, made);
    return made;
  };
}

/** @param alarmingOf the same list as long as the snapshot is the same */
export function createLevelOf(alarmingOf: AlarmingOf): LevelOf {
  const known = new WeakMap<readonly LevelVerdict[], ReadonlyMap<string, Level>>();
  const levelsIn = (verdicts: readonly LevelVerdict[]): ReadonlyMap<string, Level> => {
    if (verdicts.length === 0) return NONE;
    const before = known.get(verdicts);
    if (before !== undefined) return before;
    const made = alarmingLevels(verdicts);
    known.set(verdicts, made);
    return made;
  };
  return (plugin, field, item) => levelsIn(alarmingOf(plugin)).get(`${item ?? ''}\0${field}`) ?? null;
}

function alarmingLevels(alarming: readonly LevelVerdict[]): ReadonlyMap<string, Level> {
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
