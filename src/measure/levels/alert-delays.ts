/** How long a level must last before its alert is notified, and when the alert ends. Events are not delayed. */
import type { LevelRule, Thresholds } from '../../core/level-rule.ts';
import type { Unit } from '../../core/unit.ts';

/** Keys behind the name of a judged value: `total_warning_for`. */
export const DELAY_KEYS = {
  warning_for: 'Seconds for which a warning lasts before it is notified.',
  critical_for: 'Seconds for which a critical level lasts before it is notified.',
  clear_for:
    'Seconds after which an alert that is over is notified as ended. A new one within them continues it.',
  warning_clear: 'Value beyond which a warning is over; 0: 3 % of the scale from its threshold.',
  critical_clear: 'The same for values without a threshold of warnings.',
} as const;

export type DelayKey = keyof typeof DELAY_KEYS;

export const isDelayKey = (key: string): key is DelayKey => Object.hasOwn(DELAY_KEYS, key);

/** Of one value. Durations are seconds. */
export interface AlertDelays {
  readonly warningFor: number;
  readonly criticalFor: number;
  readonly clearFor: number;
  /** Null: 3 % of the scale from the threshold. */
  readonly warningClear: number | null;
  readonly criticalClear: number | null;
}

const CLEAR_FOR = 60;
const THRESHOLD_FOR = [300, 60] as const;
const STATE_FOR = [0, 0] as const;
/** Share of the scale between raise and clear. */
const GAP = 0.03;
const PERCENT_SCALE = 100;

/** A failure notified at once. */
export const PROMPT: AlertDelays = {
  warningFor: 0,
  criticalFor: 0,
  clearFor: CLEAR_FOR,
  warningClear: null,
  criticalClear: null,
};

type DelayLimits = Partial<Record<DelayKey, number>>;

/**
 * @param entries limits of the value, the most specific first
 * @param stated seconds that the item states; null: none
 */
export function delaysIn(
  { delays, state }: LevelRule,
  entries: readonly DelayLimits[],
  stated: number | null = null,
): AlertDelays {
  const own = stated === null ? delays : ([stated, stated] as const);
  const [warning, critical] = own ?? (state ? STATE_FOR : THRESHOLD_FOR);
  const find = (key: DelayKey): number | undefined =>
    entries.find((entry) => entry[key] !== undefined)?.[key];
  return {
    warningFor: find('warning_for') ?? warning,
    criticalFor: find('critical_for') ?? critical,
    clearFor: find('clear_for') ?? CLEAR_FOR,
    // As with thresholds, 0 counts as not set.
    warningClear: find('warning_clear') || null,
    criticalClear: find('critical_clear') || null,
  };
}

interface Compared {
  readonly thresholds: Thresholds;
  readonly delays: AlertDelays;
  readonly unit: Unit | null;
  readonly rule: Pick<LevelRule, 'lowerIsWorse'>;
}

/** Returns the clear threshold, beyond which an alert ends; null without a threshold. */
export function clearThreshold({ thresholds, delays, unit, rule }: Compared): number | null {
  const isWarned = thresholds.warning !== null;
  const raised = isWarned ? thresholds.warning : thresholds.critical;
  if (raised === null) return null;
  const configured = isWarned ? delays.warningClear : delays.criticalClear;
  const size = Math.abs(raised);
  const gap = Math.min(GAP * (unit === 'percent' ? PERCENT_SCALE : size), size / 2);
  if (rule.lowerIsWorse === true) return Math.max(configured ?? raised + gap, raised);
  return Math.min(configured ?? raised - gap, raised);
}
