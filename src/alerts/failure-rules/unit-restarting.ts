/** UNIT_RESTARTING: a systemd unit is in a restart loop. */
import { allRead, defineFailureRule, listOf, type OngoingAlert, UNREAD } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import type { Served } from '../../core/served.ts';
import { endOf } from '../../core/unit-words.ts';
import { saying } from '../../core/said.ts';

const WINDOW_MS = 600_000;
const MANY = 3;

/** State kept per unit. */
interface Count {
  /** Automatic restarts since its last manual start. */
  readonly total: number;
  /** Monotonic time of the last one. */
  readonly lastAt: number;
  /** Restarts within the window, oldest first. */
  readonly recent: readonly (readonly [at: number, by: number])[];
}

export const unitRestarting = defineFailureRule({
  name: 'UNIT_RESTARTING',
  description:
    'A unit restarts at least three times in 10 min. The alert ends after 10 min without a restart, or when the unit is started on request.',
  level: 'WARNING',
  inputs: { units: listOf('units') },
  create: () => {
    let counts: ReadonlyMap<string, Count> = new Map();
    return ({ values: { units }, ongoing, at }) => {
      if (units === null) return UNREAD;
      const counted = units.flatMap(
        (unit): [unit: Served, count: Count, alert: OngoingAlert | undefined][] => {
          const name = String(unit['name']);
          const total = unit['restarts'];
          const alert = ongoing.get(name);
          return typeof total === 'number'
            ? [[unit, countOf(counts.get(name) ?? countIn(alert, at), total, at), alert]]
            : [];
        },
      );
      counts = new Map(counted.map(([{ name }, count]) => [String(name), count]));
      return allRead(counted.flatMap(([unit, count, alert]) => findingOf(unit, count, alert, at)));
    };
  },
});

/** State derived from an alert of the previous run: a restart may have happened just before. */
const countIn = (alert: OngoingAlert | undefined, at: number): Count | undefined =>
  alert && { total: Number(alert.details['total']), lastAt: at, recent: [] };

/** Updates the count. The total falls on a manual start, which needs no alert. */
function countOf(before: Count | undefined, total: number, at: number): Count {
  if (before === undefined || total < before.total)
    return { total, lastAt: Number.NEGATIVE_INFINITY, recent: [] };
  const recent = before.recent.filter(([then]) => at - then < WINDOW_MS);
  const by = total - before.total;
  return by === 0
    ? { total, lastAt: before.lastAt, recent }
    : { total, lastAt: at, recent: [...recent, [at, by]] };
}

function findingOf(unit: Served, count: Count, ongoing: OngoingAlert | undefined, at: number): Finding[] {
  const times = count.recent.reduce((sum, [, by]) => sum + by, 0);
  const lasts = ongoing !== undefined && at - count.lastAt < WINDOW_MS;
  if (times < MANY && !lasts) return [];
  const subject = String(unit['name']);
  const shown = Math.max(times, Number(ongoing?.details['restarts'] ?? MANY));
  const end = endOf(unit);
  const values = { name: subject, count: shown };
  return [
    {
      subject,
      ...(end === null
        ? saying('{name} has restarted {count} times in ten minutes.', values)
        : saying('{name} has restarted {count} times in ten minutes: {end}.', { ...values, end })),
      details: { restarts: shown, total: count.total },
    },
  ];
}
