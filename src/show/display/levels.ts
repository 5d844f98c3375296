/** The three levels that the page shows; what is well has none. */
import type { Level as AgentLevel, Thresholds } from '../../core/level-rule.ts';

import type { ShownVerdict } from '../../judge/levels/series.ts';

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
  // A value that should be there and cannot be had is as bad as can be.
  ERROR: 'critical',
};

export const shownLevel = (level: AgentLevel): Level | null => SHOWN[level];

/** Of an item that does not answer nobody knows how bad it is; that it does not is worth a look. */
export const levelOfVerdict = ({ level, isStale }: Pick<ShownVerdict, 'level' | 'isStale'>): Level | null =>
  isStale ? 'warning' : shownLevel(level);

/** The worst threshold that a value has reached: for values that the agent leaves to user interfaces. */
export function levelOf(value: unknown, thresholds: Thresholds): Level | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  return LEVELS.findLast((level) => value >= (thresholds[level] ?? Infinity)) ?? null;
}

/** The worst of several. */
export function worstOf(levels: Iterable<Level | null>): Level | null {
  let worst = -1;
  for (const level of levels) if (level !== null) worst = Math.max(worst, LEVELS.indexOf(level));
  return LEVELS[worst] ?? null;
}

export const rankOf = (level: Level | null): number => (level === null ? 0 : LEVELS.indexOf(level) + 1);
