/** Observation of one subject: its value and level, or the failure that an alert kind has found. */
import { type FailureRule, keyOfRule, pluginOfRule } from '../../core/failure-rule.ts';
import type { AlertState, EventFinding, Finding } from '../../core/event.ts';
import type { Thresholds } from '../../core/level-rule.ts';
import type { Unit } from '../../core/unit.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { clearThreshold, type AlertDelays } from '../../measure/levels/alert-delays.ts';
import type { AlertSubject } from './record.ts';

export interface Observation {
  readonly subject: AlertSubject;
  /** `unknown`: it cannot be measured now; null: normal, or gone. */
  readonly level: AlertState | 'unknown' | null;
  /** Null: there is none. */
  readonly value: number | null;
  /** Null: the state of the item decides, or it is a failure. */
  readonly thresholds: Thresholds | null;
  readonly unit: Unit | null;
  /** Null: a value with thresholds or a state. */
  readonly finding: EventFinding | null;
  /** Beyond the clear threshold, or gone; null: unknown. */
  readonly isClear: boolean | null;
  /** Null: that of its kind. */
  readonly delays: AlertDelays | null;
}

export const isAlarm = (level: string | null): level is AlertState =>
  level === 'WARNING' || level === 'CRITICAL';

export const stageOf = (finding: EventFinding | null | undefined): number => finding?.stage ?? 0;

/** True if the value could not be read: its event may or may not be over. */
const isUnknown = ({ level, rule, served }: LevelVerdict): boolean =>
  level === 'ERROR' && rule.isGone?.(served) !== true;

/** True if a verdict can begin an event, or continue one. */
export const isNotable = (verdict: LevelVerdict): boolean =>
  (verdict.log && isAlarm(verdict.level)) || isUnknown(verdict);

export function observationOf(plugin: string, verdict: LevelVerdict): Observation {
  const { field, identity, stat, level, log, value, thresholds, rule, unit, delays } = verdict;
  const hasWarning = rule.state !== undefined || thresholds.warning !== null;
  return {
    subject: { plugin, field, identity, stat },
    level: log && isAlarm(level) ? level : isUnknown(verdict) ? 'unknown' : null,
    value,
    thresholds: rule.state ? null : thresholds,
    unit,
    finding: null,
    // Nobody knows how bad it is while it cannot be measured.
    isClear: level === 'ERROR' ? null : isClear(verdict),
    delays: hasWarning ? delays : { ...delays, warningFor: Infinity },
  };
}

/** True if a value that is not in alarm is beyond its clear threshold. */
function isClear(verdict: LevelVerdict): boolean {
  const { value, rule, log } = verdict;
  const limit = clearThreshold(verdict);
  if (rule.state !== undefined || value === null || limit === null || !log) return true;
  return rule.lowerIsWorse === true ? value > limit : value < limit;
}

/** Names of subjects may be long, and come from outside. */
const MOST_SUBJECT = 256;

export function observationOfFinding(kind: FailureRule, found: Finding): Observation {
  const { subject: identity, label, sentence, said, value = 1, details = {}, state, stage } = found;
  const stat = [keyOfRule(kind), identity?.slice(0, MOST_SUBJECT)].filter(Boolean).join('_').toLowerCase();
  return {
    subject: { plugin: pluginOfRule(kind), field: kind.name, identity, stat },
    level: kind.level ?? state ?? 'WARNING',
    value,
    thresholds: null,
    unit: null,
    finding: {
      kind: kind.name,
      label: label ?? identity,
      sentence,
      ...(said && { said }),
      details,
      ...(stage !== undefined && { stage }),
    },
    isClear: null,
    delays: null,
  };
}

/** Nothing is seen of a subject any more. */
export const goneOf = (subject: AlertSubject): Observation => ({
  subject,
  level: null,
  value: null,
  thresholds: null,
  unit: null,
  finding: null,
  isClear: true,
  delays: null,
});
