import { integerOption } from '../../../core/options.ts';
import type { Notice } from '../../../core/notice.ts';

/** Keys of targets whose messages have a priority. */
export const priorityOptions = (
  { warning, critical, end }: Record<'warning' | 'critical' | 'end', number>,
  range: readonly [number, number],
) => ({
  priority_warning: integerOption(warning, 'Priority of warnings.', range),
  priority_critical: integerOption(critical, 'Priority of critical events.', range),
  priority_end: integerOption(end, 'Priority of the end of an event.', range),
});

/** Returns the priority of a notice. */
export function priorityOf(
  { kind, event }: Notice,
  values: Record<'priority_warning' | 'priority_critical' | 'priority_end', number>,
): number {
  if (kind === 'end' || event === null) return values.priority_end;
  return event.state === 'CRITICAL' ? values.priority_critical : values.priority_warning;
}
