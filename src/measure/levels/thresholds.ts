/** Compares numbers with thresholds. */
import {
  type Level,
  type LevelRule,
  THRESHOLDS,
  type Threshold,
  type Thresholds,
} from '../../core/level-rule.ts';

const WORST_FIRST = [
  ['critical', 'CRITICAL'],
  ['warning', 'WARNING'],
  ['careful', 'CAREFUL'],
] as const;

export const isUnset = ({ careful, warning, critical }: Thresholds): boolean =>
  careful === null && warning === null && critical === null;

/** Thresholds made from others, or from their names. */
export const mapThresholds = (valueOf: (name: Threshold) => number | null): Thresholds => ({
  careful: valueOf(THRESHOLDS[0]),
  warning: valueOf(THRESHOLDS[1]),
  critical: valueOf(THRESHOLDS[2]),
});

/** Returns the worst threshold that a value has reached. */
export function levelOf(
  value: number | null,
  thresholds: Thresholds,
  { lowerIsWorse = false, isSigned = false }: Pick<LevelRule, 'lowerIsWorse' | 'isSigned'> = {},
): Level {
  if (value === null || isUnset(thresholds)) return 'DEFAULT';
  if (value < 0 && !lowerIsWorse && !isSigned) return 'CAREFUL';
  for (const [name, level] of WORST_FIRST) {
    const limit = thresholds[name];
    if (limit !== null && (lowerIsWorse ? value <= limit : value >= limit)) return level;
  }
  return 'OK';
}
