/** What makes or goes on with an event: a value that has reached a threshold, or a failure that an alert kind has found. */
import { type AlertKind, keyOfKind, pluginOfKind } from '../../core/alert-kind.ts';
import type { AlertState, EventFinding, EventReading, Finding } from '../../core/event.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import type { EventSubject } from './record.ts';

/** One value or failure in alarm. */
export interface Alarm {
  readonly subject: EventSubject;
  readonly level: AlertState;
  readonly value: number;
  /** Null: a value has reached a threshold. */
  readonly finding: EventFinding | null;
  readonly reading: EventReading | null;
}

const isAlarm = (level: string): level is AlertState => level === 'WARNING' || level === 'CRITICAL';

export const stageOf = (finding: EventFinding | null): number => finding?.stage ?? 0;

/** The value could not be read: its event may or may not be over. */
export const isUnknown = ({ level, rule, served }: LevelVerdict): boolean =>
  level === 'ERROR' && rule.isGone?.(served) !== true;

/** Null for a value that is not in alarm. */
export function alarmOfVerdict(plugin: string, verdict: LevelVerdict): Alarm | null {
  const { field, identity, stat, level, value, thresholds, rule, unit } = verdict;
  if (!isAlarm(level)) return null;
  const threshold = rule.state ? null : thresholds[level === 'CRITICAL' ? 'critical' : 'warning'];
  return {
    subject: { plugin, field, identity, stat },
    level,
    value: value ?? 0,
    finding: null,
    reading: value === null ? null : { value, threshold, unit },
  };
}

/** Names of subjects may be long, and come from outside. */
const MOST_SUBJECT = 256;

export function alarmOfFinding(kind: AlertKind, found: Finding): Alarm {
  const { subject: identity, label, sentence, value = 1, details = {}, state, stage } = found;
  const stat = [keyOfKind(kind), identity?.slice(0, MOST_SUBJECT)].filter(Boolean).join('_').toLowerCase();
  return {
    subject: { plugin: pluginOfKind(kind), field: kind.name, identity, stat },
    level: kind.level ?? state ?? 'WARNING',
    value,
    finding: {
      kind: kind.name,
      label: label ?? identity,
      sentence,
      details,
      ...(stage !== undefined && { stage }),
    },
    reading: null,
  };
}
