/** Three displayed levels; normal values have none. */
import type { ServedMember } from '../../core/served.ts';
import type { Alert } from '../../core/alert.ts';
import type { Level as AgentLevel, Thresholds } from '../../core/level-rule.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';

export type { Thresholds } from '../../core/level-rule.ts';

export type Level = 'careful' | 'warning' | 'critical';

export const LEVEL_WORDS = { careful: 'Careful', warning: 'Warning', critical: 'Critical' } as const;

export const LEVELS: readonly Level[] = ['careful', 'warning', 'critical'];

export const UNSET: Thresholds = { careful: null, warning: null, critical: null };

const SHOWN: Readonly<Record<AgentLevel, Level | null>> = {
  DEFAULT: null,
  OK: null,
  CAREFUL: 'careful',
  WARNING: 'warning',
  CRITICAL: 'critical',
  // An expected value that cannot be read is critical.
  ERROR: 'critical',
};

export const shownLevel = (level: AgentLevel): Level | null => SHOWN[level];

/** Of an alert's mark and colour: silenced ones are quiet. */
export const levelOfAlert = ({ level, silenced }: Pick<Alert, 'level' | 'silenced'>): Level | null =>
  silenced ? null : shownLevel(level);

/** Types of silenced alerts: values of these types have no colour. */
export const quietTypesIn = (alerts: readonly Pick<Alert, 'silenced' | 'type' | 'also'>[]): QuietTypes =>
  new Set(alerts.flatMap(({ silenced, type, also }) => (silenced ? [type, ...also] : [])));

export type QuietTypes = ReadonlySet<string>;

/** Level of a value's mark and colour: the same on the page, on paper and in the terminal. */
export const colourOf = (
  verdict: Pick<ShownVerdict, 'level' | 'isStale' | 'stat'>,
  quiet: QuietTypes,
): Level | null => (quiet.has(verdict.stat) ? null : levelOfVerdict(verdict));

/** An item that does not answer is shown as a warning. */
export const levelOfVerdict = ({ level, isStale }: Pick<ShownVerdict, 'level' | 'isStale'>): Level | null =>
  isStale ? 'warning' : shownLevel(level);

/** Returns the worst threshold reached, for values judged by user interfaces. */
export function reachedLevel(value: ServedMember, thresholds: Thresholds): Level | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  return LEVELS.findLast((level) => value >= (thresholds[level] ?? Infinity)) ?? null;
}

/** Returns the worst of several levels. */
export function worstOf(levels: Iterable<Level | null>): Level | null {
  let worst = -1;
  for (const level of levels) if (level !== null) worst = Math.max(worst, LEVELS.indexOf(level));
  return LEVELS[worst] ?? null;
}

export const rankOf = (level: Level | null): number => (level === null ? 0 : LEVELS.indexOf(level) + 1);
