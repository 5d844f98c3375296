/** Weekly maintenance: weekdays and a span of local time. */

export interface Schedule {
  /** Weekdays on which the span begins: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** Local times such as `22:00`; the span runs over midnight when `to` is not later. `to` itself is not part of it. */
  readonly from: string;
  readonly to: string;
  /** Time zone as in the IANA database: `Europe/Berlin`. */
  readonly zone: string;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Why a value is not a schedule, as the end of a sentence; null: it is valid. */
export function scheduleProblem(value: unknown): string | null {
  const { days, from, to, zone } = (value ?? {}) as Partial<Record<keyof Schedule, unknown>>;
  const isDay = (day: unknown): boolean => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7;
  if (!Array.isArray(days) || days.length === 0 || days.length > 7 || !days.every(isDay))
    return 'days must be a list of weekdays from 1 (Monday) to 7 (Sunday)';
  if (!isTime(from) || !isTime(to) || from === to)
    return 'from and to must be two different times such as 22:00';
  return typeof zone === 'string' && isZone(zone) ? null : 'zone must be a time zone such as Europe/Berlin';
}

const isTime = (text: unknown): text is string => typeof text === 'string' && TIME.test(text);

function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== null;
  } catch {
    return false;
  }
}

/** Local time of a zone. Throws `RangeError` for an unknown zone. */
export const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

const minuteOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
};

/**
 * Whether a time is within the schedule in its time zone. Spans keep their local begin and end across daylight saving changes, so
 * their length may differ by an hour.
 * @param now Unix milliseconds
 * @param clock of its zone
 */
export function isScheduled({ days, from, to, zone }: Schedule, now: number, clock = clockOf(zone)): boolean {
  const parts = new Map(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const day = DAYS.indexOf(parts.get('weekday') ?? '') + 1;
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  if (begin < end) return days.includes(day) && minute >= begin && minute < end;
  const before = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= begin) || (days.includes(before) && minute < end);
}
