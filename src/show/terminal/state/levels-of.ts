/** Levels of single values, from the verdicts on the latest snapshots. */
import type { LevelVerdict } from '../../../measure/levels/judge.ts';
import { notableAmong, shownVerdict } from '../../../measure/levels/series.ts';
import { colourOf, type Level, type QuietTypes, worstOf } from '../../display/levels.ts';
import { fieldKey, verdictsByField } from '../../display/verdicts.ts';
import type { DataSource } from '../data-source/data-source.ts';

export interface Levels {
  /** Of a value's colour. */
  level(plugin: string, field: string, item?: string): Level | null;
  /** The worst of all values of an item. */
  worst(plugin: string, item: string): Level | null;
}

/** By item and field. */
type Known = ReadonlyMap<string, Level>;

const NONE: ReadonlyMap<string, Level> = new Map();

export function createLevels({ judge, quiet }: Pick<DataSource, 'judge' | 'quiet'>): Levels {
  const known = new WeakMap<
    readonly LevelVerdict[],
    { readonly quiet: QuietTypes; readonly levels: Known }
  >();
  const levelsOf = (plugin: string): Known => {
    const verdicts = judge(plugin);
    if (verdicts.length === 0) return NONE;
    const before = known.get(verdicts);
    const types = quiet();
    if (before?.quiet === types) return before.levels;
    const levels = coloursIn(verdicts, types);
    known.set(verdicts, { quiet: types, levels });
    return levels;
  };
  return {
    level: (plugin, field, item) => levelsOf(plugin).get(fieldKey(item, field)) ?? null,
    worst: (plugin, item) =>
      worstOf(
        [...levelsOf(plugin)].flatMap(([key, level]) => (key.startsWith(fieldKey(item, '')) ? [level] : [])),
      ),
  };
}

function coloursIn(verdicts: readonly LevelVerdict[], quiet: QuietTypes): Known {
  const notable = notableAmong(verdicts);
  if (notable.length === 0) return NONE;
  const byField = verdictsByField(notable.map(shownVerdict));
  return new Map(
    [...byField].flatMap(([key, verdict]) => {
      const level = colourOf(verdict, quiet);
      return level === null ? [] : [[key, level] as const];
    }),
  );
}
