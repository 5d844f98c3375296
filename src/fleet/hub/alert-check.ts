/** Alerts of servers pass the declared ranges, as their values do: an alert about an impossible number is none. */
import type { NotifiedAlert } from '../../core/alert.ts';
import type { ForeignRanges } from '../../core/foreign-values.ts';
import { isWithin } from '../../core/range.ts';
import type { NotifiedAlerts } from './notified-alerts.ts';

export type AlertCheck = (notified: NotifiedAlerts) => NotifiedAlerts;

/** Fields that this version does not know pass. What an alert kind found has no range. */
export function createAlertCheck(ranges: ForeignRanges): AlertCheck {
  const isPossible = (
    { plugin, field, event, reading, finding }: NotifiedAlert,
    isCalm: boolean,
  ): boolean => {
    if (finding !== undefined) return true;
    // Other agents name no field where it is the share that is used: MEM, FS_/.
    const range = ranges(plugin, field) ?? (isCalm ? null : ranges(plugin, 'percent'));
    const { max, avg, min } = event;
    return range === null || [max, avg, min, reading?.value ?? max].every((value) => isWithin(value, range));
  };
  return ({ alerts, isCalm }) => ({ alerts: alerts.filter((alert) => isPossible(alert, isCalm)), isCalm });
}
