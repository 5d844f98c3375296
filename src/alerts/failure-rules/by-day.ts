/** Chores are no emergencies: they begin by day, and are notified again each week. */
import type { OngoingAlert } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';

const [MORNING, EVENING] = [8, 20];
const WEEK_MS = 7 * 86_400_000;

interface Now {
  readonly ongoing: ReadonlyMap<string, OngoingAlert>;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** Findings that may be notified now. The hours are those of the machine's time zone. */
export const byDay = (findings: readonly Finding[], { ongoing, time }: Now): Finding[] =>
  findings.flatMap((found) => {
    const alert = ongoing.get(found.subject ?? '');
    if (alert === undefined) return isDay(time) ? [found] : [];
    const stage = isDay(time) ? Math.floor((time - alert.begin * 1000) / WEEK_MS) : weeksIn(alert);
    return stage <= 0 ? [found] : [{ ...found, stage, details: { ...found.details, weeks: stage } }];
  });

const weeksIn = ({ details: { weeks } }: OngoingAlert): number => (typeof weeks === 'number' ? weeks : 0);

function isDay(time: number): boolean {
  const hour = new Date(time).getHours();
  return hour >= MORNING && hour < EVENING;
}
