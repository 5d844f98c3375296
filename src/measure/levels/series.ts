/** Verdicts in the form for clients: thresholds in the unit of each recorded series. */
import type { Level, Thresholds } from '../../core/level-rule.ts';
import { isStale } from '../../core/stale.ts';
import type { Unit } from '../../core/unit.ts';
import type { LevelVerdict } from './judge.ts';
import { comparedBy } from './rules.ts';
import { isUnset, mapThresholds } from './thresholds.ts';

/** A verdict on the wire, outside the published API. */
export interface ShownVerdict {
  /** Identity of the item; null for an object. */
  readonly item: string | null;
  readonly field: string;
  /** Name of the value in the `type` of events. */
  readonly stat: string;
  readonly level: Level;
  /** Of the number that is compared, and what it is a share of: "of the link speed". */
  readonly unit: Unit | null;
  readonly of?: string;
  /** Set if the item does not answer: its values are from an earlier reading. */
  readonly isStale?: true;
  /** In the unit of the compared number; null: none. */
  readonly thresholds: Thresholds | null;
  /** By the name of the field in the history, in its unit; the first is the one that is judged. */
  readonly series: Readonly<Record<string, Thresholds>>;
  /** Lower values are worse. */
  readonly isLow?: true;
}

/** Levels that indicate a problem. */
export const isAlarming = (level: Level): boolean => level !== 'DEFAULT' && level !== 'OK';

/**
 * Returns the abnormal verdicts, and all others of their event types: one of these decides.
 * @param types further event types, in lower case
 */
export function notableAmong(
  verdicts: readonly LevelVerdict[],
  types: ReadonlySet<string> = NO_TYPES,
): readonly LevelVerdict[] {
  const stats = new Set(verdicts.flatMap(({ level, stat }) => (isAlarming(level) ? [stat] : [])));
  return stats.size + types.size === 0
    ? NONE
    : verdicts.filter(({ stat }) => stats.has(stat) || types.has(stat));
}

const NO_TYPES: ReadonlySet<string> = new Set();
const NONE: readonly LevelVerdict[] = [];

export function shownVerdict(verdict: LevelVerdict): ShownVerdict {
  const { identity, field, stat, level, unit, rule, isOwn, thresholds } = verdict;
  const { of, inverted = false } = comparedBy(rule, isOwn);
  const isLow = (rule.lowerIsWorse ?? false) !== inverted;
  return {
    item: identity,
    field,
    stat: stat.toUpperCase(),
    level,
    unit,
    ...(isStale(verdict.served) && { isStale: true }),
    ...(of !== undefined && { of }),
    thresholds: isUnset(thresholds) ? null : thresholds,
    series: seriesOf(verdict),
    ...(isLow && { isLow }),
  };
}

/** Without conversions the thresholds are those of the field itself. */
function seriesOf({ field, rule, served, isOwn, thresholds }: LevelVerdict): Record<string, Thresholds> {
  const conversions = Object.entries(
    comparedBy(rule, isOwn).series ?? { [field]: (threshold: number) => threshold },
  );
  return Object.fromEntries(
    conversions.map(([name, convert]) => [
      name,
      mapThresholds((threshold) => {
        const limit = thresholds[threshold];
        return limit === null ? null : convert(limit, served);
      }),
    ]),
  );
}
